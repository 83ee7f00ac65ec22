"""The rules of Classic in words, as a ruleset has them."""
