"""Deals of Solitaire: layouts filled with tiles so that they can be cleared, and the proof of it."""
