"""The parts of a table's state, each computed from its log: seats, deals, the current position, and done requests."""
