"""The contestants of an arena: house players or external programs, made from their text."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final, Literal, NamedTuple, Protocol

import msgspec

from teahouse.core.game import AnyGame, Result
from teahouse.core.seats import Seat
from teahouse.players import Budget, make_player

ProgramFault = Literal["crash", "hang", "flood", "rubbish", "illegal", "gone"]

FAULTS: Final[dict[ProgramFault, str]] = {
    "crash": "it failed, or its process ended",
    "hang": "it did not answer in time",
    "flood": "it sent far more than an answer",
    "rubbish": "it sent something unreadable",
    "illegal": "it chose a move that was not offered",
    "gone": "it had failed too often in this game and was no longer asked",
}
"""Why a contestant lost a move; the game's simplest player moved instead."""


class DealStart(NamedTuple):
    """What a contestant receives at the start of a game.

    names: by seat. rng_seed: the seed of its random generator.
    """

    game: AnyGame
    seat: Seat
    names: tuple[str, ...]
    rng_seed: str


class ContestantChoice(NamedTuple):
    """A move, or the reason why there is none."""

    move: Any = None
    fault: ProgramFault | None = None


class Contestant(Protocol):
    """The player of one seat, for one game after another."""

    def begin(self, start: DealStart) -> None:
        """Begin a game."""
        ...

    def choose(self, view: Any, moves: Sequence[Any], budget: Budget) -> ContestantChoice:
        """One of the moves, or a fault; never an error."""
        ...

    def end(self, result: Result) -> None:
        """Receive the result."""
        ...

    def close(self) -> None:
        """Close; there are no more games."""
        ...


class HousePlayer:
    """A house player, created anew for every game, so that nothing carries over from one game to another."""

    def __init__(self, game: str, level: str) -> None:
        """Refuse a level that the game does not have."""
        make_player(game, level)
        self._game, self._level = game, level

    def begin(self, start: DealStart) -> None:
        """Begin a game."""
        self._player = make_player(self._game, self._level, start.game.rules)
        self._rng = Random(start.rng_seed)

    def choose(self, view: Any, moves: Sequence[Any], budget: Budget) -> ContestantChoice:
        """The player's choice; an error counts as a fault."""
        try:
            move = self._player.choose(view, moves, budget, self._rng)
        except Exception:
            return ContestantChoice(fault="crash")
        return ContestantChoice(move) if move in moves else ContestantChoice(fault="illegal")

    def end(self, result: Result) -> None:
        """Nothing to do."""

    def close(self) -> None:
        """Nothing to do."""


def labels(players: Sequence[str]) -> tuple[str, ...]:
    """The players' names, numbered if one occurs twice.

    >>> labels(["greedy", "random", "greedy"])
    ('greedy', 'random', 'greedy (2)')
    """
    seen: Counter[str] = Counter()
    named: list[str] = []
    for player in players:
        seen[player] += 1
        named.append(player if seen[player] == 1 else f"{player} ({seen[player]})")
    return tuple(named)


class Allowance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much a contestant may think about one move.

    seconds: for everybody, when given; results then depend on the machine. nodes: for house players that search, so
    that the same seed gives the same moves everywhere.
    """

    seconds: float | None = None
    nodes: int | None = None


HOUSE_NODES: Final = 100_000
HOUSE_PATIENCE: Final = 30.0
"""Seconds after which even a search with a limit in nodes is stopped."""
OUTSIDE_SECONDS: Final = 1.0


def house_budget(allowance: Allowance) -> Budget:
    """The budget of a house player."""
    if allowance.seconds is None:
        return Budget(seconds=HOUSE_PATIENCE, nodes=allowance.nodes or HOUSE_NODES)
    return Budget(seconds=allowance.seconds, nodes=allowance.nodes)


def outside_budget(allowance: Allowance) -> Budget:
    """The budget of an external program."""
    return Budget(seconds=allowance.seconds or OUTSIDE_SECONDS, nodes=allowance.nodes)
