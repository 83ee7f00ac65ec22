"""The deals of days: scores, each person's calendar, and what the house makes of a day that is over."""
