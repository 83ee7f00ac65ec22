"""Finished deals: found by what they are, and played again."""
