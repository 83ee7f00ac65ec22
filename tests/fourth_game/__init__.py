"""Caravan, the fourth game: it proves that a game is a folder and a line in every room."""
