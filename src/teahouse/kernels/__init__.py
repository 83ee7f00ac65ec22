"""Hot loops on plain numbers."""
