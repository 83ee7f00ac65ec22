"""Words that two or more games share."""
