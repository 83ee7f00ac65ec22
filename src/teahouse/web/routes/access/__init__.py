"""Routes into an account and out of it: signing in, ways back, everything about a person, deletion."""
