"""The engine in commands: its options, the note about compiling, and its progress line."""

import argparse
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Final

from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import shown
from teahouse.players import PLAYERS
from teahouse.players.compiling import is_compiled, note_compiled

COMPILING: Final = "compiling the engine, once: up to a minute …"
USUAL_MEMORY: Final = 256
FOREVER: Final = 1e9
ENDLESS: Final = 1 << 60


def add_engine(parser: CommandParser, time: float | None = None) -> None:
    """Add the arguments for the engine's limits."""
    usual = "" if time is None else f" (default: {time:g})"
    parser.add_argument(
        "--time", metavar="SECONDS", type=seconds, default=time, help=f"stop after this many seconds a position{usual}"
    )
    parser.add_argument("--nodes", metavar="N", type=count, help="stop after this many nodes a position")
    parser.add_argument(
        "--threads", metavar="N", type=count, default=os.cpu_count() or 1, help="default: one for each core"
    )
    parser.add_argument(
        "--memory", metavar="MB", type=count, default=USUAL_MEMORY, help=f"for the table (default: {USUAL_MEMORY})"
    )


def seconds(text: str) -> float:
    """Read a time in seconds, at most thirty years."""
    with suppress(ValueError):
        if (value := float(text)) > 0:
            return min(value, FOREVER)
    raise argparse.ArgumentTypeError(f"expected seconds above 0, got {shown(text)}")


def count(text: str) -> int:
    """Read a positive number, capped at what a search can count."""
    with suppress(ValueError):
        if (value := int(text)) > 0:
            return min(value, ENDLESS)
    raise argparse.ArgumentTypeError(f"expected a whole number above 0, got {shown(text)}")


def compile_engine(game: str) -> None:
    """Compile a game's engine, with a note, unless that was done on this machine before."""
    load = PLAYERS[game].load
    if load is not None and not is_compiled(game):
        print(COMPILING, file=sys.stderr, flush=True)
        load()
        note_compiled(game)


@contextmanager
def counter(total: int, what: str) -> Generator[Callable[[int], None]]:
    """Show progress on the terminal; call the yielded function with the number of items left."""
    shows = sys.stderr.isatty()

    def show_left(left: int) -> None:
        if shows:
            print(f"\r\x1b[K{total - left} of {total} {what}", end="", file=sys.stderr, flush=True)

    yield show_left
    if shows:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
