"""The commands for a server: start it, moderate it, check its set-up, back it up and restore it."""
