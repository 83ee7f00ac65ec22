"""Battle: its rules, its engine, and the campaign that solves whole deals."""
