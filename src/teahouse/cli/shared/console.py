"""The console of the commands."""

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def house_console(*, goes_on: bool = False) -> "Console":
    """A console without automatic colours that leaves a closed pipe to `run`.

    goes_on: when the output is closed, the command still finishes its files, and prints nothing more.
    """
    from rich.console import Console

    class HouseConsole(Console):
        def on_broken_pipe(self) -> None:
            if not goes_on:
                raise BrokenPipeError
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - open as long as the program runs

    return HouseConsole(highlight=False)
