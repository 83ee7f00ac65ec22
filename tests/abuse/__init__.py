"""Attacks on a server with default settings, while an honest player uses it."""
