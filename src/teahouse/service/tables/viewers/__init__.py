"""The viewers of a table: their connections, the messages sent to them, and the bus that carries the messages."""
