"""The data about a person: its export as one file, and its deletion."""
