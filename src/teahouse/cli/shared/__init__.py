"""Parts that commands share: parsers, files, columns, the terminal, and the arguments for engines and workers."""
