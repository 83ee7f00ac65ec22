"""The web app in real browsers."""
