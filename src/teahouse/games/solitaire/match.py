"""A match of Solitaire: one deal; in a match for the pot, everybody pays a stake and the highest score wins it.

The stakes are coins, which are for play and never money.
"""

from typing import Final, Literal

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.core.game import Result
from teahouse.core.ledger import POT, Entry, Posting
from teahouse.core.match import Setup
from teahouse.core.seats import Seat, seats
from teahouse.games.solitaire.game import Solitaire, SolitaireRules

HOUSE: Final = "house"
STAKE: Final = 100

MatchKind = Literal["single", "pot"]


def seat_account(seat: Seat) -> str:
    """The account of a seat in the ledger.

    >>> seat_account(Seat(2))
    'seat 2'
    """
    return f"seat {seat}"


class SolitaireMatch(msgspec.Struct, frozen=True):
    """The plan of a match: one game on one deal, alone or together; in a match for the pot with equal stakes.

    stake: coins that every seat pays into the pot when the game starts. rake: what the house keeps of the pot, in
    percent.

    >>> SolitaireMatch("pot", SolitaireRules(players=2)).payout(Result((7000, 6500), (Seat(0),), "all_finished"))
    Entry(memo='pot', postings=(Posting(account='pot', amount=-200), Posting(account='seat 0', amount=200)))
    """

    kind: MatchKind = "single"
    rules: SolitaireRules = SolitaireRules()
    stake: int = STAKE
    rake: int = 0

    def __post_init__(self) -> None:
        """Refuse a pot for one player, a stake below zero, and a rake that is not a percentage."""
        if self.kind == "pot" and self.rules.players < 2:
            raise InvalidOption(f"expected at least 2 players in a match for the pot, got {self.rules.players}")
        if self.stake < 0:
            raise InvalidOption(f"expected a stake of at least 0 coins, got {self.stake}")
        if not 0 <= self.rake <= 100:
            raise InvalidOption(f"expected a rake from 0 to 100 percent, got {self.rake}")

    @property
    def deals(self) -> int:
        """One, alone or for the pot."""
        return 1

    def setup(self, results: tuple[Result, ...]) -> Setup | None:
        """One game."""
        return Setup(Solitaire(self.rules), 0) if not results else None

    def entries(self, results: tuple[Result, ...]) -> tuple[Entry, ...]:
        """In a match for the pot: the stakes at the beginning, the payout at the end."""
        if self.kind != "pot":
            return ()
        return (self.payout(results[-1]),) if results else (self.stakes(),)

    def stakes(self) -> Entry:
        """What every seat pays into the pot when the game starts."""
        paid = tuple(Posting(seat_account(seat), -self.stake) for seat in seats(self.rules.players))
        return Entry("stakes", (*paid, Posting(POT, self.stake * self.rules.players)))

    def payout(self, result: Result) -> Entry:
        """The pot to its winners in equal parts; odd coins to the winner who finished first."""
        pot = self.stake * self.rules.players
        kept = pot * self.rake // 100
        share, odd = divmod(pot - kept, len(result.winners))
        parts = [
            Posting(seat_account(seat), share + (odd if place == 0 else 0)) for place, seat in enumerate(result.winners)
        ]
        house = [Posting(HOUSE, kept)] if kept else []
        return Entry("pot", (Posting(POT, -pot), *parts, *house))
