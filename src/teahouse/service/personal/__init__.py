"""What the house holds about a person: all of it in one file, and its deletion."""
