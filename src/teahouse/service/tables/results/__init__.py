"""What the results of a table change for its people."""
