"""The judge of finished games."""
