"""Bodies about games, tables, records and the health of a server."""

from typing import Any

import msgspec

from teahouse.core.game import Result
from teahouse.service.people.ratings.rating import ShownRating


class RulesQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options and the language for which the rules of a game are written."""

    options: dict[str, Any] = {}
    lang: str = "en"


class GameInfo(msgspec.Struct, frozen=True):
    """A game: its seats, and what can be chosen at its tables.

    rated: the matches that can be rated, the usual one first. ratings: those of the house players, by their levels.
    """

    name: str
    summary: str
    seats: int
    matches: tuple[str, ...]
    clocks: tuple[str, ...]
    claims: tuple[str, ...]
    players: tuple[str, ...]
    rated: tuple[str, ...] = ()
    ratings: dict[str, ShownRating] = {}


class TableFound(msgspec.Struct, frozen=True):
    """A table that was found, by an invite code or a seek."""

    table: str


class RecordInfo(msgspec.Struct, frozen=True):
    """A finished deal."""

    table: str
    deal: int
    game: str
    ended: int
    names: tuple[str, ...]
    result: Result


class EngineHealth(msgspec.Struct, frozen=True):
    """The state of the bots.

    processes: the engines that run. compiling: the games whose engine is not compiled yet. cold: bots at tables for
    which an engine still has to load compiled code. fallbacks: how often bots did not answer, by reason, since the
    start; recent: in the last five minutes. memory_mb: what each process holds.
    """

    processes: int
    compiling: tuple[str, ...]
    cold: int
    fallbacks: dict[str, int]
    recent: dict[str, int]
    memory_mb: tuple[int, ...]


class RequestArrival(msgspec.Struct, frozen=True):
    """How a request arrived: the sender's address and scheme as the server believes them.

    `forwarded`: a proxy named the sender's address. `believed`: the server trusts that proxy.
    """

    address: str
    scheme: str
    forwarded: bool
    believed: bool


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the server can work: `ready`, or `degraded` when weaker levels had to play for bots recently."""

    status: str
    engines: EngineHealth | None = None
