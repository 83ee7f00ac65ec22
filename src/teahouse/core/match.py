"""A match: deal after deal of one game, as its plan says, with points added up and amounts booked."""

from typing import Protocol

import msgspec

from teahouse.core.errors import IllegalMove
from teahouse.core.game import AnyGame, Result
from teahouse.core.ledger import Entry, Ledger
from teahouse.core.seats import BySeat
from teahouse.core.shuffle import derived_seed


class Setup(msgspec.Struct, frozen=True):
    """What to play next: the game with its options, and the number of the deal for its seed."""

    game: AnyGame
    deal: int


class MatchPlan(Protocol):
    """The order of games in a match, and the payments."""

    def setup(self, results: tuple[Result, ...]) -> Setup | None:
        """The next game after these results, or None if the match is over."""
        ...

    @property
    def deals(self) -> int | None:
        """How many deals the match has, if that is known beforehand."""
        ...

    def entries(self, results: tuple[Result, ...]) -> tuple[Entry, ...]:
        """The ledger entries of the last result; before the first result, what is booked when the match begins."""
        ...


class Match(msgspec.Struct, frozen=True):
    """A match so far; it is immutable."""

    plan: MatchPlan
    seed: bytes
    results: tuple[Result, ...] = ()

    @property
    def setup(self) -> Setup | None:
        """What to play next; None if the match is over."""
        return self.plan.setup(self.results)

    def deal_seed(self, setup: Setup) -> bytes:
        """The seed of that deal; deal 0 has the seed of the match, so that a match of one deal equals that deal."""
        return self.seed if setup.deal == 0 else derived_seed(self.seed, f"match/{setup.game.name}", setup.deal)

    def add(self, result: Result) -> "Match":
        """The match after one more game."""
        if self.setup is None:
            raise IllegalMove("expected no result after the end of the match, got one more")
        return Match(self.plan, self.seed, (*self.results, result))

    @property
    def ledger(self) -> Ledger:
        """Everything booked since the match began, the opening entries first."""
        played = (self.results[:number] for number in range(len(self.results) + 1))
        return Ledger(tuple(entry for results in played for entry in self.plan.entries(results)))

    @property
    def points(self) -> BySeat[int]:
        """Every seat's points added up; empty before the first result."""
        return tuple(sum(scores) for scores in zip(*(result.scores for result in self.results), strict=True))
