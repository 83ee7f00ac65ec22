"""Whole deals played from a wall."""
