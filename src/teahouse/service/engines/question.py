"""A question to an engine: which of these moves?"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from teahouse.players import Budget

M = TypeVar("M")


class MoveQuestion(NamedTuple, Generic[M]):
    """The moves of a view to choose from or to rank, and what may be spent on it.

    options: those of the table; a bot that is cold is warmed up with them. table, and the person who
    opened it: for whom the engine works, so that all get their turn.
    """

    game: str
    options: Mapping[str, Any]
    view: Any
    moves: Sequence[M]
    budget: Budget
    seed: str
    table: str = ""
    person: str = ""
