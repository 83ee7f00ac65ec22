"""Solitaire: its rules, its solver, and best lines."""
