"""What people write into a scorebook about one deal at a real table."""

from typing import Annotated

import msgspec
from msgspec import Meta

from teahouse.core.seats import BySeat, Seat
from teahouse.games.classic.notation import LONGEST_HAND
from teahouse.games.classic.rulesets.fields import MOST_POINTS
from teahouse.games.classic.scoring.wins import WinSource

MOST_SEATS = 4
LONGEST_TILES = 60


class HandEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand as it lay on the table.

    tiles: in text; a winning hand includes the winning tile. bonus: Flowers and Seasons. counted: the score, if the
    players worked it out themselves; the tiles are not needed then. fishing: a loser had declared a ready hand.

    Of a winner: original_call: the hand was ready from the deal and never changed. liable: who pays for everybody,
    if the ruleset knows that. gone: kinds that could not have won, because all four tiles were in sight.
    """

    tiles: Annotated[str, Meta(max_length=LONGEST_HAND)] = ""
    bonus: Annotated[str, Meta(max_length=LONGEST_TILES)] = ""
    counted: Annotated[int, Meta(ge=0, le=MOST_POINTS)] | None = None
    fishing: bool = False
    original_call: bool = False
    liable: Seat | None = None
    gone: Annotated[str, Meta(max_length=LONGEST_TILES)] = ""

    @property
    def is_given(self) -> bool:
        """Does the entry give the value of the hand?"""
        return self.counted is not None or bool(self.tiles.strip())


class DealEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a deal ended.

    winner: none for a deal that nobody won. also_won: who else went Mahjong with the same tile, if the ruleset lets
    several win. source: where the winning tile came from. discarder: who discarded it, or whose kong was robbed. hands:
    by seat, as far as they are known.
    """

    winner: Seat | None = None
    also_won: Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS - 2)] = ()
    source: WinSource = "wall"
    winning_tile: Annotated[str, Meta(max_length=2)] = ""
    discarder: Seat | None = None
    kong_upon_kong: bool = False
    hands: Annotated[BySeat[HandEntry], Meta(max_length=MOST_SEATS)] = ()

    @property
    def winners(self) -> tuple[Seat, ...]:
        """All winners; if several won with one tile, in the order of play after its giver."""
        if self.winner is None:
            return ()
        giver = 0 if self.discarder is None else self.discarder
        return tuple(sorted((self.winner, *self.also_won), key=lambda seat: (seat - giver) % MOST_SEATS))

    def hand(self, seat: Seat) -> HandEntry:
        """The hand of a seat; an empty one if nothing is known."""
        return self.hands[seat] if seat < len(self.hands) else HandEntry()

    def with_hand(self, seat: Seat, hand: HandEntry, players: int) -> "DealEntry":
        """The same deal with one hand changed."""
        hands = tuple(hand if one == seat else self.hand(Seat(one)) for one in range(players))
        return msgspec.structs.replace(self, hands=hands)
