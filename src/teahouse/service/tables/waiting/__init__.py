"""What a table waits for: clocks, the window of a claim, absent people."""
