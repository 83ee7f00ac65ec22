"""People: accounts and guests, sessions, names, whom they mute, and their coins."""
