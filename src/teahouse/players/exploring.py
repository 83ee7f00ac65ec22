"""Analysis of any position: what the explorer of a game reports repeatedly while it searches."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from teahouse.core.seats import Seat
from teahouse.players.advice import Advised


class ExploredMove(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move of a position with what is known about it.

    value: the final points of the seat to move, or its final lead in a game of two sides; lower, upper: proven bounds
    of it. exact: is the value proven? clearable: in Solitaire, can the board still be cleared after it, if proven?
    line: the texts of the moves after it with best play. advised: an adviser's evaluation.
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

    value, lower, upper, exact, clearable: as for a move, with best play. bound: a total that no line exceeds, if
    known. nodes, seconds: the work so far. done: is the search over?
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
    """A position to think about, and the seat whose moves are asked for. The state must be one of that game."""

    game: Any
    state: Any
    seat: Seat


ReportExplored = Callable[[Explored], None]
"""Called with what is known so far; it may raise an exception to end the search."""

Explore = Callable[[Any, float, ReportExplored], Explored]
"""Takes an `ExploredPosition`, the seconds for it, and a function that receives the progress."""
