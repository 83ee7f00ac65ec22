"""Request and response bodies that are not structs of the service."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from teahouse.core.game import Result
from teahouse.service.opening import OpenTable
from teahouse.service.order.audit_log import AuditEntry
from teahouse.service.order.order import PersonCard
from teahouse.service.order.reports import Report
from teahouse.service.order.tables import TableCheck
from teahouse.service.people.access.addresses import Address
from teahouse.service.people.access.letters import Language
from teahouse.service.people.access.passkeys import Passkey
from teahouse.service.people.company.notices import NoticeKind
from teahouse.service.people.departures import Pause
from teahouse.service.people.ratings.rating import ShownRating
from teahouse.service.people.sanctions import Sanction

Typed = Annotated[str, Meta(max_length=200)]
Password = Annotated[str, Meta(max_length=1000)]


class RulesQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """For which options of a game, and in which language, its rules are to be told."""

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


class Me(msgspec.Struct, frozen=True):
    """The person who asks."""

    id: str
    name: str
    guest: bool
    coins: int


class Muted(msgspec.Struct, frozen=True):
    """A muted person."""

    id: str
    name: str


class OwnStanding(msgspec.Struct, frozen=True):
    """What the house keeps from the person who asks: a pause after leaving games, and sanctions; and their role."""

    pause: Pause
    sanctions: tuple[Sanction, ...]
    administrator: bool


class Reported(msgspec.Struct, frozen=True):
    """A report was kept."""

    report: str


class Why(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reason for what an administrator does."""

    why: Annotated[str, Meta(max_length=1000)]


class NewSanction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sanction: for how many minutes, and why."""

    minutes: Annotated[int, Meta(ge=1, le=10_000_000)]
    why: Annotated[str, Meta(max_length=1000)]


class ReportPage(msgspec.Struct, frozen=True):
    """Reports, and the names of everybody in them."""

    reports: tuple[Report, ...]
    names: dict[str, str]


class CardPage(msgspec.Struct, frozen=True):
    """A person for administrators, and the names of everybody concerned."""

    card: PersonCard
    names: dict[str, str]


class TablePage(msgspec.Struct, frozen=True):
    """A table for administrators, and the names of those who sit there."""

    check: TableCheck
    names: dict[str, str]


class AuditPage(msgspec.Struct, frozen=True):
    """Acts of administrators, and the names of everybody concerned."""

    entries: tuple[AuditEntry, ...]
    names: dict[str, str]


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge to somebody by name, and the table that is wanted."""

    name: Typed
    table: OpenTable


class WinnableBadge(msgspec.Struct, frozen=True):
    """Something that can be achieved. what: the special hand, the layout, or the wins in a row that it is for."""

    game: str
    name: str
    what: str


class ProfileChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the profile is kept to oneself."""

    private: bool


class NoticesOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of notices that somebody does not want."""

    off: tuple[NoticeKind, ...]


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another name."""

    name: Annotated[str, Meta(max_length=200)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password."""

    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=1000)]

    def __repr__(self) -> str:
        """The name only, so that no log contains a password."""
        return f"Credentials({self.name!r})"


class SessionInfo(msgspec.Struct, frozen=True):
    """A session of the person: when it was seen, in which browser on which system; `here` is the current one."""

    id: str
    created: int
    seen: int
    expires: int
    browser: str
    system: str
    here: bool


class Opened(Me, frozen=True):
    """The person who asks, with the recovery code of the account, which is shown once."""

    recovery: str

    def __repr__(self) -> str:
        """The name only, so that no log contains the code."""
        return f"Opened({self.name!r})"


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password of the account, needed ten minutes after signing in and later."""

    password: Password | None = None

    def __repr__(self) -> str:
        """Nothing, so that no log contains a password."""
        return "Confirmation()"


class Farewell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to be deleted: the own name, typed once more, and of an account the password where it is asked for."""

    name: Annotated[str, Meta(max_length=200)]
    password: Password | None = None

    def __repr__(self) -> str:
        """The name only, so that no log contains a password."""
        return f"Farewell({self.name!r})"


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another password."""

    old: Password
    new: Password

    def __repr__(self) -> str:
        """Nothing, so that no log contains a password."""
        return "NewPassword()"


class RecoveryCode(msgspec.Struct, frozen=True):
    """A recovery code, which is shown once."""

    code: str

    def __repr__(self) -> str:
        """Nothing, so that no log contains the code."""
        return "RecoveryCode()"


class WaysBack(msgspec.Struct, frozen=True):
    """The ways back into an account beside the recovery code: whether the house sends letters."""

    mail: bool


class ByCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new password with a recovery code."""

    name: Typed
    code: Typed
    password: Password

    def __repr__(self) -> str:
        """The name only, so that no log contains a secret."""
        return f"ByCode({self.name!r})"


class ByMail(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a letter with a link to a new password; `name` may be the address."""

    name: Typed
    lang: Language = "en"


class ByLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new password with the secret of a link."""

    token: Typed
    password: Password

    def __repr__(self) -> str:
        """Nothing, so that no log contains a secret."""
        return "ByLink()"


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another mail address of the account."""

    address: Annotated[str, Meta(max_length=300)]
    lang: Language = "en"
    password: Password | None = None

    def __repr__(self) -> str:
        """Nothing, so that no log contains a secret."""
        return "NewAddress()"


class LinkSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link."""

    token: Typed

    def __repr__(self) -> str:
        """Nothing, so that no log contains it."""
        return "LinkSecret()"


class AccountInfo(msgspec.Struct, frozen=True):
    """Your account: since when, the ways into it, and whether the house sends letters."""

    created: int
    recovery: int | None
    passkeys: list[Passkey]
    has_mail: bool
    address: Address | None


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What the browser's own interface for passkeys takes."""

    publicKey: dict[str, Any]  # noqa: N815 - the browser's own name


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that the browser has made, and a name for it."""

    name: Typed
    credential: dict[str, Any]


class PasskeyName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a passkey."""

    name: Typed


class UsedPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a passkey has signed."""

    credential: dict[str, Any]


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


class Found(msgspec.Struct, frozen=True):
    """The table of an invite code."""

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
    which an engine still has to load what is compiled. fallbacks: how often bots did not answer, by reason, since the
    start; recent: in the last five minutes. memory_mb: what each process holds.
    """

    processes: int
    compiling: tuple[str, ...]
    cold: int
    fallbacks: dict[str, int]
    recent: dict[str, int]
    memory_mb: tuple[int, ...]


class Door(msgspec.Struct, frozen=True):
    """How a request arrived: the sender's address and scheme as the server believes them.

    `forwarded`: a proxy named the sender's address. `believed`: the server takes its word for it.
    """

    address: str
    scheme: str
    forwarded: bool
    believed: bool


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the server can work: `ready`, or `degraded` when weaker levels had to play for bots recently."""

    status: str
    engines: EngineHealth | None = None
