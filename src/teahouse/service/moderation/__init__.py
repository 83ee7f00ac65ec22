"""Moderation: reports, acts of administrators and their log, tables closed or repaired, fair play."""
