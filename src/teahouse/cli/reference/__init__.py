"""The commands that describe games: their list, their rules, their deals."""
