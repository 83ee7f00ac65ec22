"""What the games share: tiles, seats, moves, records, matches, ledgers and shuffles."""
