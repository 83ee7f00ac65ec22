"""How much a deal is worth at most: prices of a linear program, and a search by layers of positions."""
