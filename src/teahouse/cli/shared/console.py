"""The terminal as the commands write to it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def house_console() -> "Console":
    """A console that colours nothing by itself, and leaves a reader who went away to `run`."""
    from rich.console import Console

    class HouseConsole(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return HouseConsole(highlight=False)
