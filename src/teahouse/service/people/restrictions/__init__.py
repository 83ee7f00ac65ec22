"""What a person may not do for a while: sanctions of administrators, and pauses after leaving games."""
