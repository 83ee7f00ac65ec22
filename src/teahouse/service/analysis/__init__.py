"""The analysis board: positions set up, played on, thought about and kept."""
