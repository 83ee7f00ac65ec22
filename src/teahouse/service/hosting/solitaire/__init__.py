"""How Solitaire is hosted."""
