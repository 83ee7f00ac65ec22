"""What people study: the analysis board, and training."""
