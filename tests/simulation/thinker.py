"""The house's real engines, and beside them a note of what every bot was asked and chose."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from teahouse.players import Budget
from teahouse.players.advice import Advice
from teahouse.service.engines.pool import Choice, Engines


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

    async def choose(
        self,
        game: str,
        options: dict[str, Any],
        level: str,
        view: Any,
        moves: Sequence[Any],
        *,
        budget: Budget,
        seed: str,
        table: str,
    ) -> Choice[Any]:
        """One of the moves."""
        choice = await self._engines.choose(game, options, level, view, moves, budget=budget, seed=seed, table=table)
        place = (table, int(seed.rpartition("/")[2]))
        self._thoughts.setdefault(place, []).append((question_of(view, moves), choice.move))
        return choice

    async def advise(
        self,
        game: str,
        options: dict[str, Any],
        view: Any,
        moves: Sequence[Any],
        *,
        budget: Budget,
        seed: str,
        table: str,
    ) -> Advice | None:
        """The moves ranked."""
        return await self._engines.advise(game, options, view, moves, budget=budget, seed=seed, table=table)
