"""Reports about people, with the evidence at that moment: the table, its seats, its record and its chat."""

import secrets
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, func, insert, select, tuple_, update

from teahouse.service.errors import refused
from teahouse.service.moderation.texts import checked
from teahouse.service.store.schema import event, person, report, table_summary
from teahouse.service.tables.events import Chatted
from teahouse.service.tables.summary import read_summary

ReportReason = Literal["insult", "cheating", "leaving", "name", "spam", "other"]
ReportStatus = Literal["open", "closed"]
MOST_OPEN: Final = 10
"""The most open reports that one person can make."""
MOST_LISTED: Final = 100
CHAT_READ: Final = 300
LINES_BEFORE: Final = 20
LINES_AFTER: Final = 10
REPORT_ID_BYTES: Final = 8


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report as a person sends it. said: the text of the reported chat message, if it is about one."""

    person: str
    reason: ReportReason
    text: str = ""
    table: str = ""
    said: str = ""


class SaidLine(msgspec.Struct, frozen=True):
    """A chat message at a table."""

    seq: int
    at: int
    person: str
    text: str


class Evidence(msgspec.Struct, frozen=True):
    """The evidence at the moment of a report.

    seats: the person of each seat, or the level of a house player. record: the deal that was played or had ended last,
    as `table/deal`; empty before the first deal. chat: the messages around the reported one, or the last. said: the
    reported message's place in the log.
    """

    table: str = ""
    game: str = ""
    status: str = ""
    seats: tuple[str, ...] = ()
    record: str = ""
    chat: tuple[SaidLine, ...] = ()
    said: int | None = None


class Report(msgspec.Struct, frozen=True):
    """A report with its evidence, and what was decided."""

    id: str
    at: int
    reporter: str
    person: str
    reason: ReportReason
    text: str
    evidence: Evidence
    status: ReportStatus
    decided: int | None
    note: str


class _Said(msgspec.Struct, frozen=True):
    person: str
    text: str


SAID: Final = msgspec.json.Decoder(_Said)
EVIDENCE: Final = msgspec.json.Decoder(Evidence)


def file_report(connection: Connection, at: int, reporter: str, complaint: NewReport) -> str:
    """Store a report with its evidence, and return its id; refused for an unknown person, twice, or over the limit."""
    known = connection.execute(select(person.c.id).where(person.c.id == complaint.person)).first()
    if complaint.person == reporter or known is None:
        raise refused("person/missing")
    mine = (report.c.reporter == reporter, report.c.status == "open")
    if connection.execute(select(report.c.id).where(*mine, report.c.person == complaint.person)).first() is not None:
        raise refused("report/twice")
    if (connection.execute(select(func.count()).where(*mine)).scalar() or 0) >= MOST_OPEN:
        raise refused("report/many")
    number = secrets.token_hex(REPORT_ID_BYTES)
    row = {
        "id": number,
        "at": at,
        "reporter": reporter,
        "person": complaint.person,
        "reason": complaint.reason,
        "text": checked(complaint.text, may_be_empty=True),
        "table_id": complaint.table,
        "evidence": msgspec.json.encode(gathered(connection, complaint)).decode(),
        "status": "open",
        "decided": None,
        "note": "",
    }
    connection.execute(insert(report), [row])
    return number


def gathered(connection: Connection, complaint: NewReport) -> Evidence:
    """The evidence at this moment."""
    if not complaint.table:
        return Evidence()
    row = connection.execute(select(table_summary).where(table_summary.c.id == complaint.table)).first()
    if row is None:
        raise refused("table/unknown")
    line, chat = _around(list(_chat(connection, complaint.table)), complaint)
    info = read_summary(row.summary)
    if info is None:
        return Evidence(complaint.table, row.game, row.status, chat=chat, said=line)
    seats = tuple("" if one is None else one.person or one.bot or "" for one in info.seats)
    has_begun = info.status == "playing" or bool(info.results)
    record = f"{info.id}/{info.deal if info.status == 'playing' else info.deal - 1}" if has_begun else ""
    return Evidence(info.id, info.game, info.status, seats, record, chat, line)


def _chat(connection: Connection, table: str) -> Iterator[SaidLine]:
    """The last chat messages at a table, the oldest first."""
    kind = Chatted.__struct_config__.tag
    query = select(event.c.seq, event.c.at, event.c.body).where(event.c.table_id == table, event.c.kind == kind)
    for row in reversed(connection.execute(query.order_by(event.c.seq.desc()).limit(CHAT_READ)).all()):
        chatted = SAID.decode(row.body)
        yield SaidLine(row.seq, row.at, chatted.person, chatted.text)


def _around(lines: Sequence[SaidLine], complaint: NewReport) -> tuple[int | None, tuple[SaidLine, ...]]:
    """The reported message's place, and the lines around it; the last lines if no message was named."""
    reported_line = (complaint.person, complaint.said)
    places = [place for place, one in enumerate(lines) if complaint.said and (one.person, one.text) == reported_line]
    if not places:
        return None, tuple(lines[-LINES_BEFORE - LINES_AFTER :])
    place = places[-1]
    return lines[place].seq, tuple(lines[max(0, place - LINES_BEFORE) : place + LINES_AFTER + 1])


def reports(connection: Connection, status: ReportStatus, limit: int = 50, after: str = "") -> list[Report]:
    """The reports of a status, the newest first; after one of them if its id is named."""
    conditions: list[ColumnElement[bool]] = [report.c.status == status]
    if after:
        last = connection.execute(select(report.c.at).where(report.c.id == after)).scalar()
        conditions.append(tuple_(report.c.at, report.c.id) < tuple_(last or 0, after))
    query = select(report).where(*conditions).order_by(report.c.at.desc(), report.c.id.desc())
    return [_report(row) for row in connection.execute(query.limit(min(max(limit, 1), MOST_LISTED)))]


def reports_about(connection: Connection, person_id: str, limit: int = 20) -> list[Report]:
    """The newest reports about a person."""
    query = select(report).where(report.c.person == person_id).order_by(report.c.at.desc()).limit(limit)
    return [_report(row) for row in connection.execute(query)]


def find_report(connection: Connection, number: str) -> Report:
    """A report, or a refusal."""
    row = connection.execute(select(report).where(report.c.id == number)).first()
    if row is None:
        raise refused("report/unknown")
    return _report(row)


def close_report(connection: Connection, at: int, number: str, note: str) -> Report:
    """Close a report with a note of what was decided; a closed one gets another note."""
    values = {"status": "closed", "decided": at, "note": checked(note)}
    if connection.execute(update(report).where(report.c.id == number).values(values)).rowcount == 0:
        raise refused("report/unknown")
    return find_report(connection, number)


def _report(row: Row[*tuple[Any, ...]]) -> Report:
    try:
        evidence = EVIDENCE.decode(row.evidence)
    except msgspec.DecodeError:
        evidence = Evidence(row.table_id)
    return Report(
        row.id, row.at, row.reporter, row.person, row.reason, row.text, evidence, row.status, row.decided, row.note
    )
