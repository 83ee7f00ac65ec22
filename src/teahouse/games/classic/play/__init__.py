"""A deal of Classic from the dice to the last tile: moves, events, states, claims, and what each seat sees."""
