"""Players of Battle: bots, their engine, advice, and finished games judged."""
