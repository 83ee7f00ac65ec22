"""The messages to viewers of a table. The field `t` is the type; `v` is the viewer's version."""

from typing import Any, Literal

import msgspec

from teahouse.core.seats import Seat


class Message(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """A message to a viewer."""


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who sits in a seat. weakened: the level that plays for a bot whose engine failed."""

    name: str
    person: str | None = None
    bot: str | None = None
    ready: bool = False
    stand_in: str | None = None
    hushed: bool = False
    weakened: str | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """The public facts of a table.

    options: of its game; a ruleset of the house by its name alone, any other ruleset in full.
    deals: how many deals the match has, if that is known beforehand. played: how many of them are over, the last of
    `results`. match_over: the match is over, `points` is its final standing, and the next deal begins another.
    host: who opened it, or has sat for longest since that person left.
    closed: why it is over, `house` if an administrator closed it.
    bank, step, fresh: its clock. claims: how long a claim stays open, "lively" or "sealed"; empty if there are none.
    paused: the one person who plays has stopped the clock, and nothing can be played until it runs on.
    rated: its matches change the ratings of its players. known: the id of the known deal that is played here; such
    a table has no commitment, and counts for nothing; empty elsewhere.
    """

    id: str
    game: str
    options: dict[str, Any]
    match: str
    status: Literal["open", "playing", "between", "over"]
    seats: tuple[SeatInfo | None, ...]
    bank: int
    step: int
    private: bool
    stake: int
    deal: int
    commitment: str | None
    points: tuple[int, ...]
    results: tuple[Any, ...]
    opened: int
    day: str = ""
    deals: int | None = None
    match_over: bool = False
    fresh: bool = False
    claims: str = ""
    played: int = 0
    host: str = ""
    closed: str = ""
    paused: bool = False
    rated: bool = False
    known: str = ""


class Snapshot(Message, frozen=True):
    """A snapshot of the table for one viewer.

    clocks: the time left to each seat. running: whose time runs. turns: if the clock is fresh, what is left of each
    seat's turn time before its bank runs. window: the longest time until an open claim closes. All in milliseconds.
    answer: the viewer's answer to the open claim. spent: how long the viewer, or the first seat if an
    onlooker asks, has thought in this deal so far, in milliseconds.
    """

    v: int
    table: TableInfo
    seat: Seat | None = None
    view: Any = None
    moves: tuple[Any, ...] = ()
    clocks: tuple[int, ...] = ()
    running: tuple[Seat, ...] = ()
    turns: tuple[int, ...] = ()
    window: int = 0
    answer: Any = None
    spent: int = 0


class Events(Message, frozen=True):
    """Events of the game, as this viewer may know them, and the viewer's moves now."""

    v: int
    events: tuple[Any, ...]
    moves: tuple[Any, ...] = ()
    clocks: tuple[int, ...] = ()
    running: tuple[Seat, ...] = ()
    turns: tuple[int, ...] = ()
    window: int = 0
    answer: Any = None


class Clock(Message, frozen=True):
    """The current clocks, if they differ from earlier messages; without a version."""

    clocks: tuple[int, ...] = ()
    running: tuple[Seat, ...] = ()
    turns: tuple[int, ...] = ()
    window: int = 0


class News(Message, frozen=True):
    """The table itself changed: a person sat down, got ready or left, or a deal ended."""

    v: int
    table: TableInfo


class Said(Message, frozen=True):
    """A chat message. n: the number of the line at this table; the last lines are sent again on return."""

    name: str
    person: str
    text: str
    n: int = 0


class Presence(Message, frozen=True):
    """Which seats are connected, and the number of onlookers.

    away: for each seat, the milliseconds until the others may claim against its absent person; None if nothing can
    be claimed. ready_in: between deals, the milliseconds until the house stops waiting for those who are not ready;
    None while no countdown runs.
    """

    seats: tuple[bool, ...]
    onlookers: int
    away: tuple[int | None, ...] = ()
    ready_in: int | None = None


class Ack(Message, frozen=True):
    """A request was done and stored."""

    id: str
    v: int


class Nack(Message, frozen=True):
    """A request was refused; nothing has changed. values: the values in its sentence, for translations."""

    id: str
    code: str
    text: str
    v: int = 0
    values: dict[str, str | int] = {}


class Pong(Message, frozen=True):
    """The answer to a ping, with the server's time."""

    id: str
    at: int


class Bye(Message, frozen=True):
    """The server closes this connection: it is stopping, or the client was too slow."""

    reason: Literal["restart", "slow", "flood", "elsewhere"]
