"""Mahjong Battle on plain numbers: an exact search over packed columns, compiled."""
