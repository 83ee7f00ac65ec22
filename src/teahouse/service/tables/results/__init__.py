"""What the results of a table change for its people: statistics, ratings, pauses for those who left."""
