"""The commands that tell about games: their list, their rules, their deals."""
