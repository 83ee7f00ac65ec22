"""Special hands as patterns in data: the language, and the hands of the house."""
