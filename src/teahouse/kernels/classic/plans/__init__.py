"""What a Classic hand lacks under each plan, and what the plan is worth."""
