"""What wins score, and what plans score when they are finished."""
