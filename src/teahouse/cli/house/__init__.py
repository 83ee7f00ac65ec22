"""The commands for a server: start it, keep order, check its set-up, back it up and restore it."""
