"""Protects accounts from strangers: no common passwords, known devices, and a bounded pool for slow hashes."""
