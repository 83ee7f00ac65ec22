"""Positions to train on: people's own slips as cards, and puzzles for everybody."""
