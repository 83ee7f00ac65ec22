"""What people ask of a table. Requests travel between servers, so they are plain values.

`id` is the client's own: what is asked again with the same id was not asked twice.
"""

import msgspec

from teahouse.core.seats import Seat


class Request(msgspec.Struct, frozen=True, tag_field="r", tag=str.lower, omit_defaults=True):
    """Something asked by a person."""

    person: str
    name: str


class Act(Request, frozen=True):
    """Play a move. `v` is the last thing the client was told; the rules of the game alone read the move."""

    id: str
    v: int
    move: msgspec.Raw


class Sit(Request, frozen=True):
    """Take a seat, any free one unless one is named; or, with `bot`, put a bot there."""

    seat: Seat | None = None
    bot: str | None = None
    invite: str = ""
    id: str = ""


class Leave(Request, frozen=True):
    """Leave the table; during play that is giving up. With `seat`, send a bot away."""

    seat: Seat | None = None
    id: str = ""


class Ready(Request, frozen=True):
    """Be ready for the next deal, adding 32 random bytes in hexadecimal digits."""

    share: str
    id: str = ""


class Chat(Request, frozen=True):
    """Say something."""

    text: str
    id: str = ""


class HostMute(Request, frozen=True, tag="hush"):
    """Let somebody say no more at this table, or speak again; for who opened it."""

    other: str
    on: bool = True
    id: str = ""


class Absent(Request, frozen=True):
    """Claim against a person who has been absent too long: the house plays for them, or they forfeit."""

    seat: Seat
    id: str = ""


class End(Request, frozen=True):
    """Between deals: end the match with its standing."""

    id: str = ""


class Attach(Request, frozen=True):
    """Begin to look: from a seat, or as an onlooker. `v` is the last thing seen, -1 for nothing."""

    connection: str
    v: int = -1
    invite: str = ""


class Stay(Request, frozen=True):
    """Still look. Where the line is not known any more, as after a restart of the table's server, look anew."""

    connection: str
    invite: str = ""


class Detach(Request, frozen=True):
    """Stop looking."""

    connection: str


AnyRequest = Act | Sit | Leave | Ready | Chat | HostMute | Absent | End | Attach | Stay | Detach
REQUESTS = msgspec.json.Decoder(AnyRequest)


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a request: done at this version, or refused with a code. `sent` is what a new line is sent first."""

    v: int = 0
    code: str = ""
    text: str = ""
    seat: Seat | None = None
    sent: tuple[msgspec.Raw, ...] = ()
