"""The socket of a table: messages in, what a subscription is told out."""
