"""What a table is folded from: who sits there, its deals, a position of one, and what was asked."""
