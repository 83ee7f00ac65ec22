"""People: accounts and guests, sessions, names, mutes, and coins."""
