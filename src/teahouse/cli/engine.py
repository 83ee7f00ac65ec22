"""The engine as commands use it: its options, the word about compiling, and what it says while it works."""

import argparse
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Final

from teahouse.cli.options import CommandParser
from teahouse.core.errors import shown
from teahouse.players import PLAYERS
from teahouse.players.compiling import must_compile

if TYPE_CHECKING:
    from teahouse.players.battle.engine import Engine, Progress
    from teahouse.players.player import SearchLimits

USUAL_MEMORY: Final = 256
BETWEEN_REPORTS: Final = 0.2
FOREVER: Final = 1e9
ENDLESS: Final = 1 << 60


def add_engine(made: CommandParser, time: float | None = None) -> None:
    """Let arguments say how much the engine may use."""
    usual = "" if time is None else f" (usual: {time:g})"
    made.add_argument(
        "--time", metavar="SECONDS", type=seconds, default=time, help=f"stop after so many seconds a position{usual}"
    )
    made.add_argument("--nodes", metavar="N", type=count, help="stop after so many nodes a position")
    made.add_argument("--threads", metavar="N", type=count, default=os.cpu_count() or 1, help="usual: every core")
    made.add_argument(
        "--memory", metavar="MB", type=count, default=USUAL_MEMORY, help=f"for the table (usual: {USUAL_MEMORY})"
    )


def seconds(text: str) -> float:
    """Read a time in seconds; more than thirty years are as good as forever."""
    with suppress(ValueError):
        if (value := float(text)) > 0:
            return min(value, FOREVER)
    raise argparse.ArgumentTypeError(f"expected seconds above 0, got {shown(text)}")


def count(text: str) -> int:
    """Read a positive number; what no machine can count to is as good as endless."""
    with suppress(ValueError):
        if (value := int(text)) > 0:
            return min(value, ENDLESS)
    raise argparse.ArgumentTypeError(f"expected a whole number above 0, got {shown(text)}")


def announce_compiling(game: str = "battle") -> None:
    """Say on the screen that a game's engine is compiled now, when it is."""
    kernels = PLAYERS[game].kernels
    if kernels is not None and must_compile(kernels):
        print("compiling the engine, once: about ten seconds …", file=sys.stderr, flush=True)


def chosen_engine(args: argparse.Namespace) -> "tuple[Engine, SearchLimits]":
    """The engine and the limits that the arguments ask for."""
    announce_compiling()
    from teahouse.players.battle.engine import Engine
    from teahouse.players.player import SearchLimits

    return Engine(args.memory, args.threads), SearchLimits(args.time, args.nodes)


class Meter:
    """A line on the screen that tells how far a search has come; silent where the errors go into a file."""

    def __init__(self) -> None:
        """Say nothing yet."""
        self._shows = sys.stderr.isatty()
        self._last = 0.0

    def __call__(self, progress: "Progress") -> None:
        """Show the bounds, the nodes, the speed and the time."""
        now = monotonic()
        if self._shows and now - self._last >= BETWEEN_REPORTS:
            self._last = now
            print(f"\r\x1b[K{progress_text(progress)}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Take the line away."""
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def progress_text(progress: "Progress") -> str:
    """Write how far a search has come."""
    speed = progress.nodes / max(progress.seconds, 1e-9) / 1e6
    return (
        f"value {progress.lower:+} to {progress.upper:+}   {progress.nodes / 1e6:,.1f} million nodes   "
        f"{speed:.1f} million/s   {progress.seconds:,.1f} s"
    )


@contextmanager
def counter(total: int, what: str) -> Generator[Callable[[int], None]]:
    """Count down to 0 on the screen while something goes on."""
    shows = sys.stderr.isatty()

    def told(left: int) -> None:
        if shows:
            print(f"\r\x1b[K{total - left} of {total} {what}", end="", file=sys.stderr, flush=True)

    yield told
    if shows:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
