"""How far a hand of Classic mahjong is from complete, and which tiles bring it nearer."""
