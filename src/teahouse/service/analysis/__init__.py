"""The analysis board: set up positions, play moves, run engines, and save analyses."""
