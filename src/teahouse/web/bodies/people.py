"""Bodies about people, and what they do with one another."""

from typing import Annotated

import msgspec
from msgspec import Meta

from teahouse.service.opening import OpenTable
from teahouse.service.people.social.notices import NoticeKind

Typed = Annotated[str, Meta(max_length=200)]


class Me(msgspec.Struct, frozen=True):
    """The person who asks."""

    id: str
    name: str
    guest: bool
    coins: int


class PersonName(msgspec.Struct, frozen=True):
    """A person by id and name."""

    id: str
    name: str


class Reported(msgspec.Struct, frozen=True):
    """A report was stored."""

    report: str


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for another name."""

    name: Annotated[str, Meta(max_length=200)]


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge to a person by name, and the table that is wanted."""

    name: Typed
    table: OpenTable


class WinnableBadge(msgspec.Struct, frozen=True):
    """A badge that can be earned. what: the special hand, the layout, or the wins in a row that it is for."""

    game: str
    name: str
    what: str


class ProfilePrivacy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the profile is private."""

    private: bool


class NoticesOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of notices that a person does not want."""

    off: tuple[NoticeKind, ...]
