"""One table: its log of events, clocks, bots, claims and absences, and the actor that takes one request at a time."""
