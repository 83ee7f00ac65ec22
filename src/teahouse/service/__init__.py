"""People, tables, clocks, the event log, tallies and engines: everything the server does, without HTTP."""
