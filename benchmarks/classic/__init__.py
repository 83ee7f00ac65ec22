"""Classic: play, scoring, hands, and the levels side by side."""
