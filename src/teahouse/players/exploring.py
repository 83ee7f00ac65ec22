"""Analysis of any position: what an explorer of a game reports, again and again, while it thinks."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from teahouse.core.seats import Seat
from teahouse.players.advice import Advised


class ExploredMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move of a position with what is known about it.

    value: the points that the seat to move ends with, or ends ahead by, where there are two sides; lower, upper: proven
    bounds of it. exact: is the value proven? clearable: can everything still be taken after it, where that is the
    question and is proven? line: what comes after it, as texts, with best play. advised: the reasons of an adviser.
    """

    move: Any
    text: str
    value: float | None = None
    lower: int | None = None
    upper: int | None = None
    exact: bool = False
    clearable: bool | None = None
    line: tuple[str, ...] = ()
    advised: Advised | None = None


class Explored(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known about a position so far: its value for the seat to move, and its moves, the best first.

    value, lower, upper, exact, clearable: as for a move, with best play. bound: what no line exceeds, where that is
    known. nodes, seconds: what was spent. done: has the thinking ended?
    """

    game: str
    seat: Seat
    value: float | None = None
    lower: int | None = None
    upper: int | None = None
    exact: bool = False
    clearable: bool | None = None
    bound: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    done: bool = False
    moves: tuple[ExploredMove, ...] = ()


class ExploredPosition(NamedTuple):
    """A position to think about, and the seat whose moves are asked for. The game and its state are of one kind."""

    game: Any
    state: Any
    seat: Seat


ReportExplored = Callable[[Explored], None]
"""Hears what is known so far; it may raise to end the thinking."""

Explore = Callable[[Any, float, ReportExplored], Explored]
"""Takes an `ExploredPosition`, the seconds for it, and who hears the progress."""
