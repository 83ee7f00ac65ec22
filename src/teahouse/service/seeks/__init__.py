"""Seeks: people who look for an opponent, and how they are brought together."""
