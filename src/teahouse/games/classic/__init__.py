"""Classic mahjong: four players, British and Classical scoring."""
