"""What keeps strangers out of accounts: no common passwords, known devices, and a bounded pool for slow hashes."""
