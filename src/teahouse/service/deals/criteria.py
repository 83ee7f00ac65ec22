"""A search for finished deals as people write it, with names and days, and its translation into a `DealQuery`."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Connection

from teahouse.core.errors import shown
from teahouse.games import GAMES
from teahouse.players import PLAYERS
from teahouse.service.deals.search import DealQuery
from teahouse.service.errors import check_among, refused
from teahouse.service.people.people import person_named
from teahouse.service.people.statistics.profiles import check_visible

DAY: Final = "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"
MOST_MOVES: Final = 100_000
NameText = Annotated[str, Meta(max_length=60, description="a person's name")]
MoveCount = Annotated[int, Meta(ge=0, le=MOST_MOVES, description="moves, passes left out")]
DayText = Annotated[str, Meta(pattern=DAY, description="a day, such as 2026-11-17, in UTC")]


class DealCriteria(msgspec.Struct, frozen=True, kw_only=True):
    """Criteria for finished deals, as people write them; empty fields match every deal. since, until: both included."""

    person: NameText = ""
    other: NameText = ""
    game: Annotated[str, Meta(max_length=80)] = ""
    variant: Annotated[str, Meta(max_length=80, description="a layout or a ruleset")] = ""
    outcome: Annotated[int, Meta(ge=0, le=2, description="of `person`: 2 won, 1 drawn, 0 lost")] | None = None
    ending: Annotated[str, Meta(max_length=80, description="how it ended, as in its result")] = ""
    opening: Annotated[str, Meta(max_length=80, description="the first pairs of Battle, such as 5m or 5m 7z")] = ""
    feat: Annotated[str, Meta(max_length=80, description="a special hand, such as special:thirteen_wonders")] = ""
    accuracy: Annotated[Literal["", "70", "80", "90", "95"], Meta(description="at least so much, in percent")] = ""
    shortest: MoveCount | None = None
    longest: MoveCount | None = None
    since: DayText = ""
    until: DayText = ""
    bot: Annotated[str, Meta(max_length=32, description="the level of a house player who played")] = ""


def query_of(connection: Connection, criteria: DealCriteria, asker: str) -> DealQuery:
    """The query for these criteria.

    Refused if there is no such game, level or person, or if a named person has a private profile.
    """
    if criteria.outcome is not None and not criteria.person:
        raise refused("wire/unreadable", "expected the name of a person beside outcome, got none at person")
    _check_names(criteria)
    return DealQuery(
        asker,
        _persons(connection, (criteria.person, criteria.other), asker),
        criteria.game,
        criteria.variant,
        criteria.ending,
        " ".join(criteria.opening.split()),
        criteria.feat,
        int(criteria.accuracy or 0),
        criteria.outcome,
        criteria.shortest,
        criteria.longest,
        _moment(criteria.since, "since"),
        _moment(criteria.until, "until", days=1),
        bot=criteria.bot,
    )


def _check_names(criteria: DealCriteria) -> None:
    """Refuse an unknown game or level. Variants, endings and feats may be those of own rules or of older versions."""
    if criteria.game:
        check_among(criteria.game, GAMES, "a game", "game")
    if criteria.bot:
        games = [PLAYERS[criteria.game]] if criteria.game else PLAYERS.values()
        levels = dict.fromkeys(level for players in games for level in players.levels)
        check_among(criteria.bot, levels, "a level of a house player", "bot")


def _persons(connection: Connection, names: tuple[str, ...], asker: str) -> tuple[str, ...]:
    """The ids of the named people, whose profiles the asker may see."""
    persons = [person_named(connection, name).id for name in names if name]
    for one in persons:
        check_visible(connection, one, asker)
    return tuple(dict.fromkeys(persons))


def _moment(day: str, name: str, days: int = 0) -> int | None:
    """The start of a day, or of a later day, in milliseconds."""
    if not day:
        return None
    try:
        first = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC) + timedelta(days)
    except (ValueError, OverflowError):
        raise refused("wire/unreadable", f"expected a day such as 2026-11-17, got {shown(day)} at {name}") from None
    return round(first.timestamp() * 1000)
