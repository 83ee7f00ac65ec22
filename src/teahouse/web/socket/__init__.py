"""The socket of a table: client messages in, messages of a subscription out."""
