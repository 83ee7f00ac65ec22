"""Arenas, surveys, learning environments and bots written by others."""
