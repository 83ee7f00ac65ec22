"""How Classic is hosted."""
