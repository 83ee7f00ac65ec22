"""The parser of a command: its complaints are one line."""

import argparse
from typing import NoReturn

from teahouse.core.errors import InvalidOption, shown


def whole_number(text: str) -> int:
    """Read a whole number; commands ask for it as `type=int`."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, got {shown(text)}") from None


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
        self.register("type", int, whole_number)

    def error(self, message: str) -> NoReturn:
        """Raise a one-line error."""
        raise InvalidOption(f"{self.prog.removeprefix('teahouse ')}: {message}")
