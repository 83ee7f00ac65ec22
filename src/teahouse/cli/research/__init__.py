"""The commands that look at many deals, or at one exactly."""
