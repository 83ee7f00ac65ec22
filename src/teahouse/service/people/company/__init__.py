"""Whom people follow, and what they are told."""
