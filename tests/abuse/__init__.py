"""What a stranger tries against a house with its usual settings, with an honest player beside it."""
