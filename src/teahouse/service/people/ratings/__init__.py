"""How strong people are: two rating systems, the fixed ratings of house players, and the book of rated matches."""
