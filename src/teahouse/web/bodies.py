"""What goes in and out over HTTP and is not a struct of the service already."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from teahouse.core.game import Result


class GameInfo(msgspec.Struct, frozen=True):
    """A game of the house: how many sit, what can be chosen, who plays it, and its rules in words."""

    name: str
    summary: str
    seats: int
    options: dict[str, Any]
    matches: tuple[str, ...]
    clocks: tuple[str, ...]
    claims: tuple[str, ...]
    players: tuple[str, ...]
    rules: str


class Me(msgspec.Struct, frozen=True):
    """Who asks."""

    id: str
    name: str
    guest: bool
    tallies: int


class Muted(msgspec.Struct, frozen=True):
    """Somebody whom one does not hear."""

    id: str
    name: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for another name."""

    name: Annotated[str, Meta(max_length=200)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1000)]

    def __repr__(self) -> str:
        """The name alone; a password reaches no log."""
        return f"Credentials({self.name!r})"


class SessionInfo(msgspec.Struct, frozen=True):
    """A place where one is signed in; `here` is the one that asks."""

    id: str
    created: int
    seen: int
    expires: int
    agent: str
    here: bool


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish for a bot's token, under a name that tells it from others."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]


class TokenInfo(msgspec.Struct, frozen=True):
    """A bot's token as its person sees it; the token itself is told once, when it is made."""

    id: str
    name: str
    created: int
    seen: int
    expires: int
    token: str | None = None


class BotSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a bot wishes to sit, any free seat unless one is named; at a private table with its invite code."""

    seat: Annotated[int, Meta(ge=0, le=11)] | None = None
    invite: Annotated[str, Meta(max_length=40)] = ""


class BotMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's move: one of those offered, and the version of the message that offered it. id: its own, for repeats."""

    move: dict[str, Any]
    v: Annotated[int, Meta(ge=0, le=1 << 53)]
    id: Annotated[str, Meta(max_length=64)] = ""


class Done(msgspec.Struct, frozen=True):
    """Done and kept, at this version."""

    v: int


class Found(msgspec.Struct, frozen=True):
    """The table that an invite code opens."""

    table: str


class RecordInfo(msgspec.Struct, frozen=True):
    """A deal that was played."""

    table: str
    deal: int
    game: str
    ended: int
    names: tuple[str, ...]
    result: Result


class EngineHealth(msgspec.Struct, frozen=True):
    """How the bots do.

    processes: the engines that run. compiling: the games whose engine is not compiled yet. cold: bots at tables for
    which an engine still has to load what is compiled. fallbacks: how often bots did not answer, by reason, since the
    start; recent: in the last five minutes. memory_mb: what each process holds.
    """

    processes: int
    compiling: tuple[str, ...]
    cold: int
    fallbacks: dict[str, int]
    recent: dict[str, int]
    memory_mb: tuple[int, ...]


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the server can work: `ready`, or `degraded` when weaker levels had to play for bots lately."""

    status: str
    engines: EngineHealth | None = None
