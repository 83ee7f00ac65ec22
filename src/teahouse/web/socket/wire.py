"""The client messages of a table's socket, and their requests to the service."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from teahouse.core.seats import Seat
from teahouse.service.errors import refused
from teahouse.service.structs import READING_ERRORS, complaint_about
from teahouse.service.tables import requests as r

LONGEST_FRAME: Final = 8192
LAST_VERSION: Final = 2**53 - 1

ActionId = Annotated[str, Meta(min_length=1, max_length=64)]
Version = Annotated[int, Meta(ge=-1, le=LAST_VERSION)]
SeatNumber = Annotated[Seat, Meta(ge=0, le=63)]
Code = Annotated[str, Meta(max_length=40)]


class ClientMessage(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower, forbid_unknown_fields=True):
    """A client message; the field `t` is its type."""


class Hello(ClientMessage, frozen=True):
    """Start. `v` is the last version seen, -1 for none; `seat` is the seat that saw it, null for an onlooker."""

    v: Version = -1
    invite: Code = ""
    seat: SeatNumber | msgspec.UnsetType | None = msgspec.UNSET


class Act(ClientMessage, frozen=True):
    """Play a move. `id` is the client's own, the same when the action is sent again.

    move: any JSON; its game reads it.
    """

    id: ActionId
    v: Version
    move: msgspec.Raw


class Withdraw(ClientMessage, frozen=True):
    """Take back the answer to an open claim, to answer again."""

    id: ActionId
    v: Version


class Sit(ClientMessage, frozen=True):
    """Take a seat, or put a bot there."""

    id: ActionId
    seat: SeatNumber | None = None
    bot: Code | None = None
    invite: Code = ""


class Leave(ClientMessage, frozen=True):
    """Leave the table, or remove the bot of a seat."""

    id: ActionId
    seat: SeatNumber | None = None


class Ready(ClientMessage, frozen=True):
    """Be ready for the next deal; `share` is 32 random bytes in hexadecimal digits.

    `again`: deal the same tiles once more, if one person plays alone for practice.
    """

    id: ActionId
    share: Annotated[str, Meta(max_length=64)]
    again: bool = False


class PausePlay(ClientMessage, frozen=True, tag="pause"):
    """Stop the clock of a game that is played alone; `on` false lets it run on."""

    id: ActionId
    on: bool = True


class Chat(ClientMessage, frozen=True):
    """Send a chat message."""

    id: ActionId
    text: Annotated[str, Meta(max_length=1000)]


class Mute(ClientMessage, frozen=True):
    """Mute or unmute the chat on this connection; with `person`, that person at every table."""

    id: ActionId
    on: bool = True
    person: Code | None = None


class HostMute(ClientMessage, frozen=True, tag="hush"):
    """Mute or unmute a person at this table; for the host."""

    id: ActionId
    person: Code
    on: bool = True


class Remove(ClientMessage, frozen=True):
    """Remove a person from a table that has not begun; for the host."""

    id: ActionId
    person: Code


class Absent(ClientMessage, frozen=True):
    """Claim against a person who has been absent too long: a house player stands in, or the person forfeits."""

    id: ActionId
    seat: SeatNumber


class End(ClientMessage, frozen=True):
    """Between deals: end the match with its standing."""

    id: ActionId


class Ping(ClientMessage, frozen=True):
    """Ask whether the server is there."""

    id: ActionId


AnyClientMessage = (
    Hello | Act | Withdraw | Sit | Leave | Ready | PausePlay | Chat | Mute | HostMute | Remove | Absent | End | Ping
)
TableMessage = Act | Withdraw | Sit | Leave | Ready | PausePlay | Chat | HostMute | Remove | Absent | End


class _Named(msgspec.Struct, frozen=True):
    """A message with an id."""

    id: ActionId = ""


_DECODER: Final = msgspec.json.Decoder(AnyClientMessage)
_NAMED: Final = msgspec.json.Decoder(_Named)


def parse_message(frame: str | bytes) -> AnyClientMessage:
    """Decode a frame, or refuse it as unreadable."""
    try:
        message: AnyClientMessage = _DECODER.decode(frame)
    except READING_ERRORS as error:
        raise refused("wire/unreadable", complaint_about(error, frame, AnyClientMessage)) from None
    return message


def id_of(frame: str | bytes) -> str:
    """The id in an unreadable frame; empty when there is none."""
    try:
        return _NAMED.decode(frame).id
    except READING_ERRORS:
        return ""


def request_of(message: TableMessage, person: str, name: str) -> r.AnyRequest:
    """The request of a message, for a person."""
    match message:
        case Act():
            request: r.AnyRequest = r.Act(person, name, message.id, message.v, message.move)
        case Withdraw():
            request = r.Withdraw(person, name, message.id, message.v)
        case Sit():
            request = r.Sit(person, name, message.seat, message.bot, message.invite, message.id)
        case Leave():
            request = r.Leave(person, name, message.seat, message.id)
        case Ready():
            request = r.Ready(person, name, message.share, message.id, message.again)
        case PausePlay():
            request = r.Pause(person, name, message.on, message.id)
        case Chat():
            request = r.Chat(person, name, message.text, message.id)
        case HostMute():
            request = r.HostMute(person, name, message.person, message.on, message.id)
        case Remove():
            request = r.Remove(person, name, message.person, message.id)
        case Absent():
            request = r.Absent(person, name, message.seat, message.id)
        case End():
            request = r.End(person, name, message.id)
    return request
