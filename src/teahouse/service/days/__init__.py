"""Daily deals: scores, each person's calendar, and the par figures of past days."""
