"""The console of the commands."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def house_console() -> "Console":
    """A console without automatic colours that leaves a closed pipe to `run`."""
    from rich.console import Console

    class HouseConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return HouseConsole(highlight=False)
