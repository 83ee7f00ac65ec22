"""The events in the log of a table: one tagged type each, applied by `table.py`.

`client` is the client's own id of the request, so that nothing is done twice, not even after a restart.
`move` is the text of a move: it is written once, and read only by the rules of its game.
"""

from typing import Any, Literal

import msgspec

from teahouse.core.game import Forfeit, Result, Tagged
from teahouse.core.seats import Seat
from teahouse.service.hosting.rules import TimeControl

Mover = Literal["person", "bot", "service"]


class Opened(Tagged, frozen=True):
    """A person opened a table. `claims` is the kind of claim window; empty for the game's default.

    rated: its matches change the ratings of its players. rotates: another seat begins each match than the one
    before; tables of older versions do not. known: the deal whose seed is known, by its id, and the seed that deals
    every deal of this table; both empty if the house commits itself to a secret.
    """

    person: str
    game: str
    options: dict[str, Any]
    match: str
    clock: TimeControl
    private: bool
    invite: str
    stake: int = 0
    day: str = ""
    claims: Literal["", "lively", "sealed"] = ""
    rated: bool = False
    rotates: bool = False
    known: str = ""
    seed: str = ""

    @property
    def counts(self) -> bool:
        """Does a player who leaves a match lose something: a stake, or rating points?"""
        return self.rated or self.stake > 0


class Sat(Tagged, frozen=True):
    """A person, or a bot of some level, took a seat.

    name: the name of a house player. For a person it is empty, or the mark of a program that plays for them: names of
    people are looked up by id, so that the log need not change when they do. Logs of older versions hold the bot's
    level, or the name that the person had then.
    """

    seat: Seat
    name: str
    person: str | None = None
    bot: str | None = None
    client: str | None = None


class Left(Tagged, frozen=True):
    """A seat became free again."""

    seat: Seat
    client: str | None = None


class Removed(Tagged, frozen=True):
    """The host removed a person before the first deal; that person may not sit down here again."""

    seat: Seat
    person: str
    client: str | None = None


class Leaving(Tagged, frozen=True):
    """A person resigned and left while the deal goes on; the seat becomes free when it ends."""

    seat: Seat
    client: str | None = None


class Committed(Tagged, frozen=True):
    """The server committed itself to a deal. The secret stays here until the deal is over."""

    deal: int
    commitment: str
    secret: str


class Readied(Tagged, frozen=True):
    """A person is ready and adds random bytes to the deal."""

    seat: Seat
    share: str
    client: str | None = None


class Dealt(Tagged, frozen=True):
    """Everybody was ready; play began."""

    deal: int


class Moved(Tagged, frozen=True):
    """A seat moved. `left` is what remains on its clock."""

    seat: Seat
    move: msgspec.Raw
    ms: int
    by: Mover = "person"
    left: int | None = None
    client: str | None = None


class Paused(Tagged, frozen=True):
    """The only player paused or resumed the clock. `left` is what remains on it, `ms` how long they thought."""

    seat: Seat
    on: bool
    left: int | None = None
    ms: int = 0
    client: str | None = None


class Answered(Tagged, frozen=True):
    """A seat's answer to an open claim, held until the window closes."""

    seat: Seat
    move: msgspec.Raw
    client: str | None = None


class Withdrawn(Tagged, frozen=True):
    """A seat took its answer to an open claim back, and may answer again."""

    seat: Seat
    client: str | None = None


class DealEnded(Tagged, frozen=True):
    """The deal is over and its secret may be shown."""

    deal: int
    result: Result


class BrokenOff(Tagged, frozen=True):
    """A match for a pot ended early because a person left; the next deal begins another."""


class MatchEnded(Tagged, frozen=True):
    """A match ended between deals, by a person or because nobody came back. Its standing is final.

    seat: who ended it; None if nobody came back.
    """

    seat: Seat | None = None
    client: str | None = None


class Rated(Tagged, frozen=True):
    """A rated match is decided: who sat in each seat, and the rank of each, 0 the best; equal ranks are a draw.

    deals: how many of them were played. Ratings follow from these events alone.
    """

    persons: tuple[str | None, ...]
    bots: tuple[str | None, ...]
    ranks: tuple[int, ...]
    deals: int


class AbsenceClaimed(Tagged, frozen=True):
    """A person claimed against another who was absent too long; the consequences are the next events."""

    seat: Seat
    by: Seat
    client: str | None = None


class StoodIn(Tagged, frozen=True):
    """A bot plays for an absent person."""

    seat: Seat
    bot: str


class Returned(Tagged, frozen=True):
    """The absent person is back and plays again."""

    seat: Seat


class Weakened(Tagged, frozen=True):
    """A weaker level plays for the bot at a seat from now on, and why; `level` None: the bot itself plays again."""

    seat: Seat
    level: str | None
    reason: str = ""


class Chatted(Tagged, frozen=True):
    """A person wrote a chat message. The name is empty; logs of older versions hold it."""

    name: str
    person: str
    text: str
    client: str | None = None


class HostMuted(Tagged, frozen=True, tag="hushed"):
    """The host muted or unmuted a person at the table."""

    person: str
    on: bool
    client: str | None = None


class Closed(Tagged, frozen=True):
    """The table is over. Reason `house`: an administrator closed it, and the stakes went back."""

    reason: Literal["left", "idle", "finished", "house"]


TableEvent = (
    Opened
    | Sat
    | Left
    | Removed
    | Leaving
    | Committed
    | Readied
    | Dealt
    | Moved
    | Paused
    | Answered
    | Withdrawn
    | DealEnded
    | BrokenOff
    | MatchEnded
    | Rated
    | AbsenceClaimed
    | StoodIn
    | Returned
    | Weakened
    | Chatted
    | HostMuted
    | Closed
)

DECODER = msgspec.json.Decoder(TableEvent)
OPENED = msgspec.json.Decoder(Opened)


class MoveType(msgspec.Struct):
    """The type of a move, which its text names in every game."""

    type: str


MOVE_TYPE = msgspec.json.Decoder(MoveType)


def move_text(move: Any) -> msgspec.Raw:
    """A move as it is stored and sent."""
    return msgspec.Raw(msgspec.json.encode(move))


def move_type(moved: Moved) -> str:
    """The type of a move, such as `forfeit` or `pass`, read without the rules of its game."""
    return MOVE_TYPE.decode(moved.move).type


def is_forfeit(moved: Moved) -> bool:
    """Did a seat give up with this move?"""
    return move_type(moved) == Forfeit.__struct_config__.tag
