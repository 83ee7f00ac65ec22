"""Requests of people to a table. They travel between servers, so they are plain values.

`id` is the client's own: a request sent again with the same id is done once.
"""

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.errors import Refused
from teahouse.service.tables.viewers.messages import Said


class Request(msgspec.Struct, frozen=True, tag_field="r", tag=str.lower, omit_defaults=True):
    """A request of a person."""

    person: str
    name: str


class Act(Request, frozen=True):
    """Play a move. `v` is the last version the client saw; only the rules of the game read the move."""

    id: str
    v: int
    move: msgspec.Raw


class Withdraw(Request, frozen=True):
    """Take back the answer to an open claim. `v` is the last version the client saw."""

    id: str
    v: int


class Sit(Request, frozen=True):
    """Take a seat, any free one unless one is named; or, with `bot`, put a bot there."""

    seat: Seat | None = None
    bot: str | None = None
    invite: str = ""
    id: str = ""


class Leave(Request, frozen=True):
    """Leave the table; during play this resigns. With `seat`, remove a bot."""

    seat: Seat | None = None
    id: str = ""


class Ready(Request, frozen=True):
    """Be ready for the next deal.

    share: 32 random bytes in hexadecimal digits, for the shuffle. again: deal the tiles of the last deal once more.
    """

    share: str
    id: str = ""
    again: bool = False


class Pause(Request, frozen=True):
    """Pause or resume the clock of a person who plays alone."""

    on: bool = True
    id: str = ""


class Chat(Request, frozen=True):
    """Send a chat message."""

    text: str
    id: str = ""


class HostMute(Request, frozen=True, tag="hush"):
    """Mute or unmute a person at this table; for the host."""

    other: str
    on: bool = True
    id: str = ""


class Remove(Request, frozen=True):
    """Remove a person from a table that has not begun; for the host."""

    other: str
    id: str = ""


class Absent(Request, frozen=True):
    """Claim against a person who has been absent too long: a house player stands in, or the person forfeits."""

    seat: Seat
    id: str = ""


class End(Request, frozen=True):
    """Between deals: end the match with its standing."""

    id: str = ""


class Attach(Request, frozen=True):
    """Start a connection, as a seat or an onlooker. `v` is the last version seen, -1 for none."""

    connection: str
    v: int = -1
    invite: str = ""


class Stay(Request, frozen=True):
    """Keep a connection. If it is unknown, as after a restart of the table's server, start it again."""

    connection: str
    invite: str = ""


class Detach(Request, frozen=True):
    """End a connection."""

    connection: str


AnyRequest = (
    Act | Withdraw | Sit | Leave | Ready | Pause | Chat | HostMute | Remove | Absent | End | Attach | Stay | Detach
)
REQUESTS = msgspec.json.Decoder(AnyRequest)


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reply to a request: done at this version, or refused with a code. `sent` goes first on a new connection.

    said: the last lines of the chat, for a new connection.

    values: the values in the sentence of a refusal, so that it can be translated.
    """

    v: int = 0
    code: str = ""
    text: str = ""
    seat: Seat | None = None
    sent: tuple[msgspec.Raw, ...] = ()
    said: tuple[Said, ...] = ()
    values: dict[str, str | int] = {}


def refusal(error: Refused) -> Reply:
    """A refusal as it is sent back."""
    return Reply(code=error.code, text=str(error), values=dict(error.values or {}))
