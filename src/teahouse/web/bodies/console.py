"""Bodies of what administrators see and do."""

from typing import Annotated

import msgspec
from msgspec import Meta

from teahouse.service.moderation.audit_log import AuditEntry
from teahouse.service.moderation.moderation import PersonCard
from teahouse.service.moderation.reports import Report
from teahouse.service.moderation.tables import TableCheck


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
