"""Players of Solitaire: bots, their engine, advice, and finished games judged."""
