"""People, tables, clocks, the event log, coins and engines: everything the server does, without HTTP."""
