"""The parser of a command: its complaints are one line."""

import argparse
from typing import NoReturn

from teahouse.core.errors import InvalidOption


class CommandParser(argparse.ArgumentParser):
    """A parser whose complaints are errors of the house and whose help keeps its examples as they are."""

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
        """Complain in one line."""
        raise InvalidOption(f"{self.prog.removeprefix('teahouse ')}: {message}")
