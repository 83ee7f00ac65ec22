"""Several servers as one house: leases in PostgreSQL, messages over NATS."""
