"""A question to an engine: which of these moves?"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from teahouse.players import Budget

M = TypeVar("M")


class MoveQuestion(NamedTuple, Generic[M]):
    """The moves of a view to choose from or to rank, and what may be spent on it.

    options: those of the table; a cold bot is warmed up with them. table, person: the table and the person who
    opened it, so that the engine serves everybody in turn.
    """

    game: str
    options: Mapping[str, Any]
    view: Any
    moves: Sequence[M]
    budget: Budget
    seed: str
    table: str = ""
    person: str = ""
