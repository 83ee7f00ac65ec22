"""Finished deals: search them, and play them again."""
