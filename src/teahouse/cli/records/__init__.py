"""The commands that take a record: step through it, verify it, judge it, advise on it."""
