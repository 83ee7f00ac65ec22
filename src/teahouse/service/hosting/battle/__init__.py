"""How Battle is hosted."""
