"""What the commands share: parsers, files, columns, the terminal, and the words about engines and workers."""
