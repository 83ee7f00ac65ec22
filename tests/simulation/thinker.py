"""The house's real engines, and beside them a note of what every bot was asked and chose."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from teahouse.players.advice import Advice
from teahouse.service.engines.pool import Choice, Engines
from teahouse.service.engines.question import MoveQuestion


class Question(NamedTuple):
    """What a bot was asked: the moves offered and, where a tile is on offer, which one and how many are left."""

    moves: tuple[Any, ...]
    offer: Any


def question_of(view: Any, moves: Sequence[Any]) -> Question:
    """What a seat has to answer."""
    return Question(tuple(moves), (getattr(view, "offer", None), getattr(view, "wall", None)))


Thoughts = dict[tuple[str, int], list[tuple[Question, Any]]]


class NotingThinker:
    """Hands everything to engines, and notes each bot's questions and choices by table and seat."""

    def __init__(self, engines: Engines, thoughts: Thoughts) -> None:
        self._engines, self._thoughts = engines, thoughts

    def expect(self, game: str, level: str) -> None:
        """A bot sits at a table."""
        self._engines.expect(game, level)

    async def choose(self, level: str, asked: MoveQuestion[Any]) -> Choice[Any]:
        """One of the moves."""
        choice = await self._engines.choose(level, asked)
        place = (asked.table, int(asked.seed.rpartition("/")[2]))
        self._thoughts.setdefault(place, []).append((question_of(asked.view, asked.moves), choice.move))
        return choice

    async def advise(self, asked: MoveQuestion[Any]) -> Advice | None:
        """The moves ranked."""
        return await self._engines.advise(asked)
