"""Finished deals judged once, in the background, and kept."""
