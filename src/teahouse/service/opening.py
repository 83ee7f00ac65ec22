"""Opening a table: a request checked against what the house hosts becomes the first events of a log."""

from typing import Any, Final

import msgspec

from teahouse.core.errors import TeahouseError
from teahouse.games import make_game, make_match
from teahouse.players import PLAYERS
from teahouse.service.errors import refused
from teahouse.service.hosting import HOSTING, hosted_matches
from teahouse.service.hosting.daily import daily_table
from teahouse.service.hosting.rules import Claims, Clock
from teahouse.service.people.shown_names import mark_of
from teahouse.service.tables import events as ev

INVITE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
INVITE_LENGTH: Final = 6
INVITE_BYTES: Final = 16  # so many that no letter comes noticeably more often
MOST_STAKE: Final = 2000


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


def opened_by(person: str, wish: OpenTable, invite: str, day: str = "") -> ev.Opened:
    """A table as it is opened for a person, or a refusal of what cannot be hosted."""
    hosting = HOSTING.get(wish.game)
    try:
        game = make_game(wish.game, wish.options)
        make_match(game, wish.match)
    except TeahouseError as error:
        raise refused("table/options", str(error)) from None
    if hosting is None:
        raise refused("table/options", f"{wish.game} is not hosted")
    if hosting.refusal is not None and (reason := hosting.refusal(game.rules)):
        raise refused("table/options", reason)
    matches = hosted_matches(wish.game)
    match = wish.match or matches[0]
    if match not in matches:
        raise refused("table/options", f"expected a match among {', '.join(matches)}, got {match!r}")
    clock = wish.clock or hosting.usual_clock(len(game.seats))
    if clock not in hosting.clocks:
        raise refused("table/options", f"expected a clock among {', '.join(hosting.clocks)}, got {clock!r}")
    check_stake(wish, len(game.seats), hosting.clocks[clock])
    return ev.Opened(
        person,
        wish.game,
        msgspec.to_builtins(game.rules),
        match,
        hosting.clocks[clock],
        wish.private,
        invite,
        wish.stake,
        day,
        claims_of(wish),
    )


def seated(person: str, name: str, wish: OpenTable, opened: ev.Opened) -> list[ev.Sat]:
    """The host at the first free seat, and the requested bots."""
    seats, levels = make_game(opened.game, opened.options).seats, PLAYERS[opened.game].levels
    bots: dict[int, str] = {}
    for text, level in wish.bots.items():
        if not text.isdecimal() or int(text) not in seats:
            raise refused("table/options", f"expected a bot's seat from 0 to {len(seats) - 1}, got {text!r}")
        if level not in levels:
            raise refused("table/options", f"expected a bot among {', '.join(levels)}, got {level!r}")
        bots[int(text)] = level
    own = next((seat for seat in seats if seat not in bots), None)
    mine = [] if own is None else [ev.Sat(own, mark_of(name), person=person)]
    return mine + [ev.Sat(seat, bots[seat], bot=bots[seat]) for seat in seats if seat in bots]


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


def check_stake(wish: OpenTable, seats: int, clock: Clock) -> None:
    """Refuse an impossible stake: a pot needs two persons, no bots, and a clock."""
    if not 0 <= wish.stake <= MOST_STAKE:
        raise refused("table/options", f"expected a stake from 0 to {MOST_STAKE}, got {wish.stake}")
    if wish.stake and seats < 2:
        raise refused("table/options", "expected two players or more at a table with a stake")
    if wish.stake and wish.bots:
        raise refused("table/options", "no bot plays for a stake; choose a table without a stake, or without bots")
    if wish.stake and not clock.is_timed:
        raise refused("table/options", "nobody plays for a stake without a clock; choose a clock, or no stake")


def of_the_day(wish: OpenTable, day: str) -> OpenTable:
    """Today's table of a game, with fixed options."""
    if wish != OpenTable(wish.game, daily=True):
        raise refused("table/options", "expected nothing but the game beside daily")
    options, bots = daily_table(wish.game, day)
    return OpenTable(wish.game, options, clock="untimed", bots=bots)


def claims_of(wish: OpenTable) -> Claims:
    """The claim window of the requested table."""
    hosting = HOSTING[wish.game]
    for name in hosting.windows:
        if name == (wish.claims or hosting.usual_claims):
            return name
    if wish.claims:
        known = ", ".join(hosting.windows) or "none"
        raise refused("table/options", f"expected claims among {known}, got {wish.claims!r}")
    return ""
