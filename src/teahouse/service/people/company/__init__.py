"""Follows and notices."""
