"""The parser of a command: its complaints are one line."""

import argparse
from typing import NoReturn

from teahouse.core.errors import InvalidOption


class CommandParser(argparse.ArgumentParser):
    """A parser that raises our errors and keeps examples in its help as written."""

    def __init__(self, command: str, description: str, examples: str) -> None:
        """Describe a command."""
        super().__init__(
            prog=f"teahouse {command}",
            description=description,
            epilog=f"examples:\n{examples}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        """Raise a one-line error."""
        raise InvalidOption(f"{self.prog.removeprefix('teahouse ')}: {message}")
