"""Players of Classic: bots, their engine, advice, and finished games judged."""
