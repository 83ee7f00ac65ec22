"""Opening a table: a request checked against what the house hosts becomes the first events of a log."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from teahouse.core.errors import TeahouseError
from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.games import make_game, make_match
from teahouse.games.description import ONE_DEAL
from teahouse.players import PLAYERS, name_bots
from teahouse.service.errors import NO_BOT_FOR_STAKE, refused
from teahouse.service.hosting import HOSTING, hosted_matches
from teahouse.service.hosting.daily import daily_table
from teahouse.service.hosting.rules import Claims, TimeControl
from teahouse.service.people.ratings.anchors import anchor_of
from teahouse.service.people.shown_names import mark_of
from teahouse.service.store.jobs import Change
from teahouse.service.store.schema import known_deal
from teahouse.service.tables import events as ev
from teahouse.service.tables.lobby_row import lobby_row_change, seat_rows_change
from teahouse.service.tables.log import Logged, append, chained_lines
from teahouse.service.tables.stale_moves import StaleMoveGuard, replay_table
from teahouse.service.tables.table import Table

INVITE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
INVITE_LENGTH: Final = 6
INVITE_BYTES: Final = 16  # enough bits that no letter is noticeably more frequent
MOST_STAKE: Final = 2000


class PersonToSeat(NamedTuple):
    """A person who sits down: the id, and the name, with the mark of a program for bots."""

    person: str
    name: str


class NewTable(NamedTuple):
    """A table before it is written: itself, what guards its moves, its first events, and its rows in the lists."""

    table: Table
    stale_moves: StaleMoveGuard
    logged: Sequence[Logged]
    rows: Sequence[Change]

    def write(self, connection: Connection) -> None:
        """Write the first events and the rows."""
        append(connection, self.logged)
        for row in self.rows:
            row(connection)


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table."""

    game: str
    options: dict[str, Any] = {}
    match: str | None = None
    clock: str | None = None
    private: bool = False
    stake: int = 0
    bots: dict[str, str] = {}
    daily: bool = False
    claims: str | None = None
    rated: bool = False
    known: str = ""


class KnownSeed(NamedTuple):
    """A deal whose seed is known: its id, its game with the options of that deal, and the seed."""

    id: str
    game: str
    options: dict[str, Any]
    seed: str


def read_known(connection: Connection, known: str) -> KnownSeed:
    """A deal whose seed is known, or a refusal."""
    row = connection.execute(select(known_deal).where(known_deal.c.id == known)).first()
    if row is None:
        raise refused("deal/unknown")
    return KnownSeed(row.id, row.game, msgspec.json.decode(row.options), row.seed)


def known_deal_request(request: OpenTable, deal: KnownSeed) -> OpenTable:
    """The request for a table that plays a known deal again: private, one deal a match, without a stake or rating."""
    allowed = OpenTable(
        deal.game, known=deal.id, bots=request.bots, clock=request.clock, claims=request.claims, private=request.private
    )
    if request != allowed:
        only = "expected nothing but its game, bots, clock and claims beside a known deal"
        raise refused("table/options", f"{only}: it is played without a stake or ratings")
    return msgspec.structs.replace(request, options=deal.options, match=ONE_DEAL, private=True)


def opening_event(person: str, request: OpenTable, invite: str, day: str = "") -> ev.Opened:
    """The first event of a new table that a person opens; refused if the request cannot be hosted."""
    hosting = HOSTING.get(request.game)
    try:
        game = make_game(request.game, request.options)
    except TeahouseError as error:
        raise refused("table/options", str(error)) from None
    if hosting is None:
        raise refused("table/options", f"expected a game among {', '.join(HOSTING)}, got {request.game!r}")
    if hosting.refusal is not None and (reason := hosting.refusal(game.rules)):
        raise refused("table/options", reason)
    match = match_of(request, game)
    clock = request.clock or hosting.usual_clock(len(game.seats))
    if clock not in hosting.clocks:
        raise refused("table/options", f"expected a clock among {', '.join(hosting.clocks)}, got {clock!r}")
    check_stake(request, len(game.seats), hosting.clocks[clock])
    check_rated(request, hosting.clocks[clock])
    return ev.Opened(
        person,
        request.game,
        msgspec.to_builtins(game.rules),
        match,
        hosting.clocks[clock],
        request.private,
        invite,
        request.stake,
        day,
        claims_of(request),
        request.rated,
        rotates=True,
    )


def new_table(table_id: str, at: int, opened: ev.Opened, seats: Sequence[ev.Sat], names: Mapping[str, str]) -> NewTable:
    """A table with these people and house players at it, ready to be written."""
    logged = chained_lines(table_id, None, at, [opened, *seats])
    table, stale_moves = replay_table(logged)
    table.note_names(names)
    return NewTable(table, stale_moves, logged, (lobby_row_change(table, at), seat_rows_change(table)))


def seat_events(people: Sequence[PersonToSeat], request: OpenTable, opened: ev.Opened) -> list[ev.Sat]:
    """These people at the first free seats, and the requested bots."""
    seats, levels = make_game(opened.game, opened.options).seats, PLAYERS[opened.game].levels
    bots: dict[int, str] = {}
    for text, level in request.bots.items():
        if not text.isdecimal() or int(text) not in seats:
            raise refused("table/options", f"expected a bot's seat from 0 to {len(seats) - 1}, got {text!r}")
        if level not in levels:
            raise refused("table/options", f"expected a bot among {', '.join(levels)}, got {level!r}")
        bots[int(text)] = level
    free = [seat for seat in seats if seat not in bots]
    sat = [ev.Sat(seat, mark_of(one.name), person=one.person) for seat, one in zip(free, people, strict=False)]
    names = [one.name for one in people]
    return sat + _bot_seat_events(opened.game, {seat: bots[seat] for seat in seats if seat in bots}, names)


def _bot_seat_events(game: str, bots: Mapping[Seat, str], taken_names: Sequence[str]) -> list[ev.Sat]:
    names = name_bots(game, bots.values(), taken=taken_names)
    return [ev.Sat(seat, name, bot=level) for (seat, level), name in zip(bots.items(), names, strict=True)]


def invite_code(random: bytes) -> str:
    """The invite code for random bytes.

    >>> invite_code(bytes(16)), invite_code((31**6 - 1).to_bytes(16, "big"))
    ('AAAAAA', '999999')
    """
    number, letters = int.from_bytes(random, "big"), ""
    for _ in range(INVITE_LENGTH):
        number, letter = divmod(number, len(INVITE_LETTERS))
        letters += INVITE_LETTERS[letter]
    return letters


def check_stake(request: OpenTable, seats: int, clock: TimeControl) -> None:
    """Refuse an impossible stake: a pot needs two persons, no bots, and a clock."""
    if not 0 <= request.stake <= MOST_STAKE:
        raise refused("table/options", f"expected a stake from 0 to {MOST_STAKE}, got {request.stake}")
    if request.stake and seats < 2:
        raise refused("table/options", "expected two players or more at a table with a stake")
    if request.stake and request.bots:
        raise refused("table/options", f"{NO_BOT_FOR_STAKE}; choose a table without a stake, or without bots")
    if request.stake and not clock.is_timed:
        raise refused("table/options", "a stake is not possible without a clock; choose a clock, or no stake")


def match_of(request: OpenTable, game: AnyGame) -> str:
    """The kind of match of a request; refused if the house does not host it with this game."""
    matches = rated_matches(request, game) if request.rated else hosted_matches(request.game)
    match = request.match or matches[0]
    if match not in matches:
        raise refused("table/options", f"expected {' or '.join(matches)} as the match, got {match!r}")
    try:
        make_match(game, match)
    except TeahouseError as error:
        raise refused("table/options", str(error)) from None
    return match


def rated_matches(request: OpenTable, game: AnyGame) -> tuple[str, ...]:
    """The matches of a game that are rated, with these options, or a refusal."""
    rules = HOSTING[request.game].rating
    if rules is None or len(game.seats) < 2:
        raise refused("table/options", "expected two players or more of a game with ratings at a rated table")
    usual, chosen = (msgspec.to_builtins(one.rules) for one in (make_game(request.game), game))
    for name, value in chosen.items():
        if name not in rules.choices and value != usual[name]:
            raise refused("table/options", f"expected {name} {usual[name]!r} at a rated table, got {value!r}")
        if name in rules.choices and not isinstance(request.options.get(name, ""), str | int):
            raise refused("table/options", f"expected {name} by its name at a rated table")
    return rules.matches


def check_rated(request: OpenTable, clock: TimeControl) -> None:
    """Refuse a rated table without a clock, for a stake, or with a house player whose strength is not known."""
    if not request.rated:
        return
    if not clock.is_timed:
        raise refused("table/options", "expected a clock at a rated table")
    if request.stake:
        raise refused("table/options", "expected no stake at a rated table")
    for level in request.bots.values():
        if anchor_of(request.game, level) is None:
            raise refused("table/options", f"expected a house player with a rating at a rated table, got {level!r}")


def daily_request(request: OpenTable, day: str) -> OpenTable:
    """Today's table of a game, with fixed options."""
    if request != OpenTable(request.game, daily=True):
        raise refused("table/options", "expected nothing but the game beside daily")
    options, bots = daily_table(request.game, day)
    return OpenTable(request.game, options, clock="untimed", bots=bots)


def claims_of(request: OpenTable) -> Claims:
    """The claim window of the requested table; at a rated table its timing reveals nothing."""
    hosting = HOSTING[request.game]
    usual = hosting.rating.claims if request.rated and hosting.rating is not None else hosting.usual_claims
    if request.rated and request.claims and request.claims != usual:
        raise refused("table/options", f"expected claims {usual!r} at a rated table, got {request.claims!r}")
    for name in hosting.windows:
        if name == (request.claims or usual):
            return name
    if request.claims:
        known = ", ".join(hosting.windows) or "none"
        raise refused("table/options", f"expected claims among {known}, got {request.claims!r}")
    return ""
