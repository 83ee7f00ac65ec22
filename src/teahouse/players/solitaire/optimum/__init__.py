"""How much a Solitaire deal is worth at most: a linear program, prices that prove a bound, and a search with both."""
