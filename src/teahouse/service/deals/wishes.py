"""A search for finished deals as people write it, with names and days, and its translation into a `DealQuery`."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Connection

from teahouse.service.deals.search import DealQuery
from teahouse.service.errors import refused
from teahouse.service.people.people import person_named
from teahouse.service.people.statistics.profiles import check_visible

DAY: Final = "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"
MOST_MOVES: Final = 100_000
WishedName = Annotated[str, Meta(max_length=60)]
WishedWord = Annotated[str, Meta(max_length=80)]
WishedMoves = Annotated[int, Meta(ge=0, le=MOST_MOVES)]
WishedDay = Annotated[str, Meta(pattern=DAY)]


class DealWish(msgspec.Struct, frozen=True, kw_only=True):
    """Criteria for finished deals, as people write them; empty fields match every deal.

    person, other: names. outcome: of `person`, 2 won, 1 drawn, 0 lost. accuracy: at least so much, in percent.
    since, until: days, both included. bot: the level of a house player who played.
    """

    person: WishedName = ""
    other: WishedName = ""
    game: WishedWord = ""
    variant: WishedWord = ""
    outcome: Annotated[int, Meta(ge=0, le=2)] | None = None
    ending: WishedWord = ""
    opening: WishedWord = ""
    feat: WishedWord = ""
    accuracy: Literal["", "70", "80", "90", "95"] = ""
    shortest: WishedMoves | None = None
    longest: WishedMoves | None = None
    since: WishedDay = ""
    until: WishedDay = ""
    bot: WishedWord = ""


def query_of(connection: Connection, wish: DealWish, asker: str) -> DealQuery:
    """The query for a wish; refused where a named person does not exist or has a private profile."""
    if wish.outcome is not None and not wish.person:
        raise refused("wire/unreadable", "expected a person beside outcome")
    return DealQuery(
        asker,
        _persons(connection, (wish.person, wish.other), asker),
        wish.game,
        wish.variant,
        wish.ending,
        " ".join(wish.opening.split()),
        wish.feat,
        int(wish.accuracy or 0),
        wish.outcome,
        wish.shortest,
        wish.longest,
        _moment(wish.since, "since"),
        _moment(wish.until, "until", days=1),
        bot=wish.bot,
    )


def _persons(connection: Connection, names: tuple[str, ...], asker: str) -> tuple[str, ...]:
    """The ids of the named people, whose profiles the asker may see."""
    found = [person_named(connection, name).id for name in names if name]
    for one in found:
        check_visible(connection, one, asker)
    return tuple(dict.fromkeys(found))


def _moment(day: str, name: str, days: int = 0) -> int | None:
    """The start of a day, or of a later day, in milliseconds."""
    if not day:
        return None
    try:
        first = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC) + timedelta(days)
    except (ValueError, OverflowError):
        raise refused("wire/unreadable", f"{name}: expected a day such as 2026-11-17, got {day!r}") from None
    return round(first.timestamp() * 1000)
