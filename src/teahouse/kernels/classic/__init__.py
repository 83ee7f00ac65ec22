"""Classic mahjong on plain numbers: the score of a hand, and whole deals from a wall."""
