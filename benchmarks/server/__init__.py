"""The server under load, and as its database grows."""
