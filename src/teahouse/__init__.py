"""Teahouse: the place where mahjong games are played."""

__version__ = "0.1.0"
