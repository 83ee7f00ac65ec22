"""Bodies about the tokens, seats and moves of bots."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a bot token, with a name for it."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class TokenInfo(msgspec.Struct, frozen=True):
    """A bot token as its owner sees it; the token itself is shown once, when it is created."""

    id: str
    name: str
    created: int
    seen: int
    expires: int
    token: str | None = None


class BotSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat for a bot, any free one by default; at a private table with its invite code."""

    seat: Annotated[int, Meta(ge=0, le=11)] | None = None
    invite: Annotated[str, Meta(max_length=40)] = ""


class BotMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's move: one of those offered, and the version of the message that offered it. id: for repeated sends."""

    move: dict[str, Any]
    v: Annotated[int, Meta(ge=0, le=1 << 53)]
    id: Annotated[str, Meta(max_length=64)] = ""


class Done(msgspec.Struct, frozen=True):
    """An action was stored, at this version."""

    v: int
