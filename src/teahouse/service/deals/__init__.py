"""Deals: finished ones, to be found and played again, and those in play, which nobody may analyse."""
