"""The traits by which finished deals are searched: a row for each, written when the deal ends or is judged.

A trait is a text such as `game/battle` or `opening/5m`. Traits of a seat, such as its special hand, name the seat.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select

from teahouse.players.judgement import FEWEST_CHOICES
from teahouse.service.store.bulk_insert import insert_many
from teahouse.service.store.schema import deal_player, deal_trait, judged_seat, played

WHOLE_DEAL: Final = -1
ACCURACIES: Final = (70, 80, 90, 95)
"""The accuracies that can be searched for, each as a least percentage."""
GAME: Final = "game"
VARIANT: Final = "variant"
ENDING: Final = "ending"
OPENING: Final = "opening"
BOT: Final = "bot"
"""A house player who played, by the level."""
FEAT: Final = "feat"
ACCURACY: Final = "accuracy"
NOTING: Final = insert(deal_trait)
KNOWN: Final = "known"
"""Of a known deal that was played again: its id. It is no search criterion; the page of the known deal uses it."""


class EndedDeal(msgspec.Struct, frozen=True):
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


def add_traits(
    connection: Connection, place: EndedDeal, traits: Mapping[str, Iterable[str]], badges: Mapping[int, Iterable[str]]
) -> None:
    """Add the traits of a deal by their kinds, and what each seat did."""
    rows = [place.row(trait(kind, value)) for kind, values in traits.items() for value in values if value]
    rows += [place.row(trait(FEAT, badge), seat) for seat, badges_of in badges.items() for badge in badges_of]
    insert_many(connection, NOTING, rows)


def note_accuracy(connection: Connection, table: str) -> None:
    """Note the accuracy of people at a table, over all its deals judged so far, in place of earlier notes.

    One deal of Battle has fewer choices than an accuracy needs; a match has enough.
    """
    deals = {one.deal: one for one in _ended_deals(connection, table)}
    known = [trait(ACCURACY, least) for least in ACCURACIES]
    for one in deals.values():
        same = [deal_trait.c[name] == getattr(one, name) for name in ("private", "ended", "deal")]
        here = (deal_trait.c.trait.in_(known), deal_trait.c.table_id == table, *same)
        connection.execute(delete(deal_trait).where(*here))
    rows = [
        deals[deal].row(trait(ACCURACY, least), seat)
        for seats, choices, merit in match_merits(connection, table)
        for deal, seat in seats
        for least in ACCURACIES
        if deal in deals and choices >= FEWEST_CHOICES and merit >= least * choices
    ]
    insert_many(connection, NOTING, rows)


def _ended_deals(connection: Connection, table: str) -> list[EndedDeal]:
    rows = connection.execute(select(played).where(played.c.table_id == table, played.c.length.is_not(None)))
    return [EndedDeal(table, row.deal, row.ended, row.private) for row in rows]


def match_merits(connection: Connection, table: str) -> list[tuple[list[tuple[int, int]], int, float]]:
    """The deals and seats of each person at a table, and the choices and merit of all judged deals."""
    here = [judged_seat.c[name] == deal_player.c[name] for name in ("table_id", "deal", "seat")]
    query = select(deal_player.c.person, deal_player.c.deal, deal_player.c.seat).add_columns(
        judged_seat.c.choices, judged_seat.c.merit
    )
    rows = connection.execute(
        query.join_from(deal_player, judged_seat, and_(*here)).where(deal_player.c.table_id == table)
    ).all()
    seats = list[tuple[list[tuple[int, int]], int, float]]()
    for person in sorted({row.person for row in rows}):
        mine = [row for row in rows if row.person == person]
        deals = [(row.deal, row.seat) for row in mine]
        seats.append((deals, sum(row.choices for row in mine), sum(row.merit for row in mine)))
    return seats
