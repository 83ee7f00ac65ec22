"""Classic mahjong on plain numbers: distances, plans, scores, and whole deals from a wall."""
