"""The real engines, with notes of every bot's questions and choices."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from teahouse.players.advice import Advice
from teahouse.service.engines.engines import Choice, Engines
from teahouse.service.engines.question import MoveQuestion


class Question(NamedTuple):
    """A question to a bot: the moves on offer and, during a claim, the tile and how many tiles are left."""

    moves: tuple[Any, ...]
    offer: Any


def question_of(view: Any, moves: Sequence[Any]) -> Question:
    """The question to a seat."""
    return Question(tuple(moves), (getattr(view, "offer", None), getattr(view, "wall", None)))


Thoughts = dict[tuple[str, int], list[tuple[Question, Any]]]


class NotingThinker:
    """Passes everything on to engines, and notes each bot's questions and choices by table and seat."""

    def __init__(self, engines: Engines, thoughts: Thoughts) -> None:
        self._engines, self._thoughts = engines, thoughts

    def expect(self, game: str, level: str) -> None:
        """Prepare for a bot at a table."""
        self._engines.expect(game, level)

    async def choose(self, level: str, question: MoveQuestion[Any]) -> Choice[Any]:
        """Choose one of the moves."""
        choice = await self._engines.choose(level, question)
        place = (question.table, int(question.seed.rpartition("/")[2]))
        self._thoughts.setdefault(place, []).append((question_of(question.view, question.moves), choice.move))
        return choice

    async def advise(self, question: MoveQuestion[Any]) -> Advice | None:
        """Rank the moves."""
        return await self._engines.advise(question)
