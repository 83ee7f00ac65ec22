"""How each game is hosted. `HOSTING` is the only list of hosted games."""
