"""People, tables, clocks, the event log, tallies, bots at work: everything a house does that knows no HTTP word."""
