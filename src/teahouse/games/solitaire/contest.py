"""A contest for the pot: stakes in, the highest score takes all. Tallies are counters of play, never money."""

from typing import Final

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.core.game import Result
from teahouse.core.ledger import Entry, Posting
from teahouse.core.match import Setup
from teahouse.core.seats import Seat, seats
from teahouse.games.solitaire.game import Solitaire, SolitaireRules

POT: Final = "pot"
HOUSE: Final = "house"
MINUTES: Final = 10
MINUTE_CHOICES: Final = (5, 10, 15, 20)


def seat_account(seat: Seat) -> str:
    """The account of a seat in the ledger.

    >>> seat_account(Seat(2))
    'seat 2'
    """
    return f"seat {seat}"


class SolitaireContest(msgspec.Struct, frozen=True):
    """The plan of a contest: one game on one deal, equal stakes into the pot, the pot to the highest score.

    stake: tallies that every seat pays when the game starts. rake: what the house keeps of the pot, in percent.
    """

    rules: SolitaireRules = SolitaireRules(players=2)
    stake: int = 100
    rake: int = 0

    def __post_init__(self) -> None:
        """Refuse a contest of one, a stake below zero and a rake that is no share."""
        if self.rules.players < 2:
            raise InvalidOption(f"expected a contest of at least 2 players, got {self.rules.players}")
        if self.stake < 0:
            raise InvalidOption(f"expected a stake of at least 0 tallies, got {self.stake}")
        if not 0 <= self.rake <= 100:
            raise InvalidOption(f"expected a rake from 0 to 100 percent, got {self.rake}")

    def setup(self, results: tuple[Result, ...]) -> Setup | None:
        """One game."""
        return Setup(Solitaire(self.rules), 0) if not results else None

    def entries(self, results: tuple[Result, ...]) -> tuple[Entry, ...]:
        """The stakes, and what becomes of the pot."""
        return self.stakes(), self.payout(results[-1])

    def stakes(self) -> Entry:
        """What every seat pays into the pot when the game starts."""
        paid = tuple(Posting(seat_account(seat), -self.stake) for seat in seats(self.rules.players))
        return Entry("stakes", (*paid, Posting(POT, self.stake * self.rules.players)))

    def payout(self, result: Result) -> Entry:
        """The pot to its winners in equal parts; odd tallies to the one of them who finished first."""
        pot = self.stake * self.rules.players
        kept = pot * self.rake // 100
        share, odd = divmod(pot - kept, len(result.winners))
        parts = [
            Posting(seat_account(seat), share + (odd if place == 0 else 0)) for place, seat in enumerate(result.winners)
        ]
        house = [Posting(HOUSE, kept)] if kept else []
        return Entry("pot", (Posting(POT, -pot), *parts, *house))
