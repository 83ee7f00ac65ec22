"""The rulesets of Classic: their options, and the files of the house."""
