"""What people write into a scorebook about one deal at a real table."""

from typing import Annotated

import msgspec
from msgspec import Meta

from teahouse.core.seats import BySeat, Seat
from teahouse.games.classic.notation import LONGEST_HAND
from teahouse.games.classic.rulesets.fields import MOST_POINTS
from teahouse.games.classic.scoring.wins import Source

MOST_SEATS = 4


class HandEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand as it lay on the table.

    tiles: in text, with the winning tile where it won. bonus: Flowers and Seasons. counted: the score, where the
    players worked it out themselves; the tiles are not needed then.
    """

    tiles: Annotated[str, Meta(max_length=LONGEST_HAND)] = ""
    bonus: Annotated[str, Meta(max_length=60)] = ""
    counted: Annotated[int, Meta(ge=0, le=MOST_POINTS)] | None = None

    @property
    def is_given(self) -> bool:
        """Does it say what the hand is worth?"""
        return self.counted is not None or bool(self.tiles.strip())


class DealEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a deal ended.

    winner: none for a deal that nobody won. source: where the winning tile came from. discarder: who discarded it, or
    whose kong was robbed. hands: by seat, as far as they are known. liable: who pays for everybody, where the ruleset
    knows that.
    """

    winner: Seat | None = None
    source: Source = "wall"
    winning_tile: Annotated[str, Meta(max_length=2)] = ""
    discarder: Seat | None = None
    kong_upon_kong: bool = False
    original_call: bool = False
    hands: Annotated[BySeat[HandEntry], Meta(max_length=MOST_SEATS)] = ()
    liable: Seat | None = None

    def hand(self, seat: Seat) -> HandEntry:
        """The hand of a seat; an empty one where nothing is known."""
        return self.hands[seat] if seat < len(self.hands) else HandEntry()

    def with_hand(self, seat: Seat, hand: HandEntry, players: int) -> "DealEntry":
        """The same deal with one hand changed."""
        hands = tuple(hand if one == seat else self.hand(Seat(one)) for one in range(players))
        return msgspec.structs.replace(self, hands=hands)
