"""What finished deals are found by: a row for each trait of a deal, written when the deal ends or is judged.

A trait is a text such as `game/battle` or `opening/5m`. Traits of a seat, such as its special hand, name the seat.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select

from teahouse.service.store.schema import deal_trait, played

WHOLE_DEAL: Final = -1
ACCURACIES: Final = (70, 80, 90, 95)
"""The accuracies that deals are found by: at least so much."""
ENOUGH_CHOICES: Final = 10
"""Choices in a deal below which its accuracy is chance."""
GAME: Final = "game"
VARIANT: Final = "variant"
ENDING: Final = "ending"
OPENING: Final = "opening"
FEAT: Final = "feat"
ACCURACY: Final = "accuracy"
KNOWN: Final = "known"
"""Of a deal that was played again: the known deal. Nobody searches for it; the page of that deal lists it."""


class Place(msgspec.Struct, frozen=True):
    """A finished deal, and when it ended."""

    table: str
    deal: int
    ended: int
    private: bool

    def row(self, trait: str, seat: int = WHOLE_DEAL) -> dict[str, Any]:
        """The row of a trait of this deal."""
        place = {"table_id": self.table, "deal": self.deal, "ended": self.ended, "private": self.private}
        return place | {"trait": trait, "seat": seat}


def trait(kind: str, value: str | int) -> str:
    """The text of a trait.

    >>> trait(ACCURACY, 90)
    'accuracy/90'
    """
    return f"{kind}/{value}"


def note(
    connection: Connection, place: Place, traits: Mapping[str, Iterable[str]], feats: Mapping[int, Iterable[str]]
) -> None:
    """Note the traits of a deal by their kinds, and what each seat did."""
    rows = [place.row(trait(kind, value)) for kind, values in traits.items() for value in values if value]
    rows += [place.row(trait(FEAT, feat), seat) for seat, feats_of in feats.items() for feat in feats_of]
    if rows:
        connection.execute(insert(deal_trait), rows)


def note_accuracy(connection: Connection, table: str, deal: int, seats: Sequence[tuple[int, float]]) -> None:
    """Note how well each seat chose: choices and merit by seat, instead of what was noted before."""
    here = (played.c.table_id == table, played.c.deal == deal, played.c.length.is_not(None))
    row = connection.execute(select(played.c.ended, played.c.private).where(*here)).first()
    if row is None:
        return
    place = Place(table, deal, row.ended, row.private)
    known = [trait(ACCURACY, least) for least in ACCURACIES]
    same = (deal_trait.c.ended == row.ended, deal_trait.c.table_id == table, deal_trait.c.deal == deal)
    connection.execute(
        delete(deal_trait).where(deal_trait.c.trait.in_(known), deal_trait.c.private == row.private, *same)
    )
    rows = [
        place.row(trait(ACCURACY, least), seat)
        for seat, (choices, merit) in enumerate(seats)
        for least in ACCURACIES
        if choices >= ENOUGH_CHOICES and merit >= least * choices
    ]
    if rows:
        connection.execute(insert(deal_trait), rows)
