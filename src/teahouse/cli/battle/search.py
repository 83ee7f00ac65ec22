"""The engine of Battle as commands use it, and its progress line."""

import argparse
import sys
from time import monotonic
from typing import TYPE_CHECKING, Final

from teahouse.cli.shared.engine import compile_engine
from teahouse.games.battle import Battle

if TYPE_CHECKING:
    from teahouse.players.battle.engine import Engine
    from teahouse.players.battle.solution import Progress
    from teahouse.players.player import SearchLimits

BETWEEN_REPORTS: Final = 0.2


def chosen_engine(args: argparse.Namespace) -> "tuple[Engine, SearchLimits]":
    """The engine and the limits that the arguments ask for."""
    compile_engine(Battle.name)
    from teahouse.players.battle.engine import Engine
    from teahouse.players.player import SearchLimits

    return Engine(args.memory, args.threads), SearchLimits(args.time, args.nodes)


class ProgressLine:
    """A progress line for a search on a terminal; silent if the standard error is a file."""

    def __init__(self) -> None:
        """Start silent."""
        self._shows = sys.stderr.isatty()
        self._last = 0.0

    def __call__(self, progress: "Progress") -> None:
        """Show the bounds, the nodes, the speed and the time."""
        now = monotonic()
        if self._shows and now - self._last >= BETWEEN_REPORTS:
            self._last = now
            print(f"\r\x1b[K{progress_text(progress)}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Remove the line."""
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def progress_text(progress: "Progress") -> str:
    """The progress of a search in one line."""
    speed = progress.nodes / max(progress.seconds, 1e-9) / 1e6
    return (
        f"value {progress.lower:+} to {progress.upper:+}   {progress.nodes / 1e6:,.1f} million nodes   "
        f"{speed:.1f} million/s   {progress.seconds:,.1f} s"
    )
