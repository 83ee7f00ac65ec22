"""The acts of administrators, for the console and the command line. An act and its log entry are one transaction."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection, select

from teahouse.core.errors import shown
from teahouse.service.errors import Conflict, Refused, refused
from teahouse.service.moderation import audit_log, tables
from teahouse.service.moderation.audit_log import AuditedAction, AuditEntry
from teahouse.service.moderation.ratings import Recomputed, recompute
from teahouse.service.moderation.records import RecomputedRecords, recompute_records
from teahouse.service.moderation.reports import (
    NewReport,
    Report,
    ReportStatus,
    close_report,
    file_report,
    find_report,
    reports,
    reports_about,
)
from teahouse.service.moderation.tables import Diagnosis, TableCheck, diagnosed
from teahouse.service.moderation.texts import checked
from teahouse.service.people import administrators as admins
from teahouse.service.people import sessions
from teahouse.service.people.names import LONGEST_TYPED, name_key
from teahouse.service.people.people import Person, person_of
from teahouse.service.people.restrictions.leaver_pauses import LeaverPause, pause_of
from teahouse.service.people.restrictions.sanctions import (
    MUTE,
    SUSPEND,
    Sanction,
    SanctionKind,
    impose,
    lift,
    sanctions_of,
)
from teahouse.service.store.jobs import Job
from teahouse.service.store.schema import person, seat, table_summary
from teahouse.service.store.store import Store
from teahouse.service.tables.log import LogRow
from teahouse.service.tables.summary import LIVE
from teahouse.service.tables.table import Table
from teahouse.service.timers import MINUTE_MS

T = TypeVar("T")

MOST_MINUTES: Final = 10 * 365 * 24 * 60
MOST_TABLES: Final = 50
TRIES: Final = 3

Diagnose = Callable[[str, list[LogRow]], Awaitable[tuple[Diagnosis, Table | None]]]


class PersonCard(msgspec.Struct, frozen=True):
    """A person as administrators see one: sanctions, how often they left games, their tables, reports about them."""

    id: str
    name: str
    guest: bool
    created: int
    administrator: bool
    sanctions: tuple[Sanction, ...]
    pause: LeaverPause
    tables: tuple[str, ...]
    reports: tuple[Report, ...]
    log: tuple[AuditEntry, ...]


async def _here(table: str, log: list[LogRow]) -> tuple[Diagnosis, Table | None]:
    return diagnosed(table, log)


class Moderation:
    """The acts of administrators. `by` is the administrator's id, empty for the command line."""

    def __init__(self, store: Store, clock: Callable[[], int], diagnose: Diagnose = _here) -> None:
        """Act on a store; `diagnose` reads a log, which may take long and is done elsewhere in a server."""
        self._store: Final = store
        self._clock: Final = clock
        self._diagnose: Final = diagnose

    # -- ratings and records -------------------------------------------------------------------------------------------

    async def recompute_ratings(self) -> Recomputed:
        """Compute every rating again from the logs."""
        return await recompute(self._store)

    async def recompute_records(self) -> RecomputedRecords:
        """Compute every record of the house again from the logs."""
        return await recompute_records(self._store)

    # -- administrators ------------------------------------------------------------------------------------------------

    async def is_administrator(self, person_id: str) -> bool:
        """May this person open the console?"""
        return await self._store.read(lambda connection: admins.is_administrator(connection, person_id))

    async def administrators(self) -> list[Person]:
        """Everybody who may open the console."""
        return await self._store.read(admins.administrators)

    async def grant(self, by: str, name: str) -> Person:
        """Make a person with an account an administrator."""
        subject = await self.find(name)
        if subject.guest:
            raise refused("person/missing", f"expected a person with an account, got the guest {shown(name)}")
        action = AuditedAction(by, "grant", "", subject.id)
        await self._act(action, lambda connection: admins.appoint(connection, subject.id, self._clock()))
        return subject

    async def revoke(self, by: str, name: str) -> Person:
        """Remove a person from the administrators."""
        subject = await self.find(name)

        def job(connection: Connection) -> None:
            if not admins.dismiss(connection, subject.id):
                raise refused("person/missing", f"expected an administrator, got {shown(subject.name)}")

        await self._act(AuditedAction(by, "revoke", "", subject.id), job)
        return subject

    # -- people --------------------------------------------------------------------------------------------------------

    async def find(self, name: str) -> Person:
        """A person by name or id, or a refusal."""
        typed = name[:LONGEST_TYPED]

        def job(connection: Connection) -> Person | None:
            for column, value in ((person.c.name_key, name_key(typed)), (person.c.id, typed)):
                row = connection.execute(select(person).where(column == value)).first()
                if row is not None:
                    return person_of(row)
            return None

        subject = await self._store.read(job)
        if subject is None:
            raise refused("person/missing", f"expected a name or an id, got {shown(typed)}")
        return subject

    async def names(self, ids: set[str]) -> dict[str, str]:
        """The names of people by their ids; deleted ones are left out."""
        query = select(person.c.id, person.c.name).where(person.c.id.in_(sorted(ids)))
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return {row.id: row.name for row in rows}

    async def card(self, person_id: str) -> PersonCard:
        """The card of a person, or a refusal."""
        subject, at = await self.find(person_id), self._clock()

        def job(connection: Connection) -> PersonCard:
            sitting = select(seat.c.table_id).where(seat.c.person == subject.id).order_by(seat.c.created.desc())
            return PersonCard(
                subject.id,
                subject.name,
                subject.guest,
                subject.created,
                admins.is_administrator(connection, subject.id),
                tuple(sanctions_of(connection, subject.id, at)),
                pause_of(connection, subject.id, at),
                tuple(connection.execute(sitting.limit(MOST_TABLES)).scalars()),
                tuple(reports_about(connection, subject.id)),
                tuple(audit_log.entries(connection, person=subject.id)),
            )

        return await self._store.read(job)

    async def mute(self, by: str, person_id: str, minutes: int, why: str) -> Sanction:
        """Mute a person in the whole house for a time."""
        return await self._impose(by, person_id, MUTE, minutes, why)

    async def suspend(self, by: str, person_id: str, minutes: int, why: str) -> Sanction:
        """End all sessions of a person, also those of their programs, and refuse new ones for a time."""
        return await self._impose(by, person_id, SUSPEND, minutes, why)

    async def _impose(self, by: str, person_id: str, kind: SanctionKind, minutes: int, why: str) -> Sanction:
        subject, at = await self.find(person_id), self._clock()
        if subject.id == by:
            raise refused("person/self")
        if not 1 <= minutes <= MOST_MINUTES:
            raise refused("report/reason", f"expected a time of 1 to {MOST_MINUTES} minutes, got {minutes}")
        imposed = Sanction(kind, at, at + minutes * MINUTE_MS, checked(why))

        def job(connection: Connection) -> None:
            impose(connection, subject.id, imposed)
            if kind == SUSPEND:
                sessions.end_all(connection, subject.id)

        await self._act(AuditedAction(by, kind, imposed.why, subject.id), job)
        return imposed

    async def lift(self, by: str, person_id: str, kind: SanctionKind) -> None:
        """End a sanction early."""
        subject = await self.find(person_id)

        def job(connection: Connection) -> None:
            if not lift(connection, subject.id, kind):
                raise refused("person/free")

        await self._act(AuditedAction(by, "unmute" if kind == MUTE else "unsuspend", "", subject.id), job)

    # -- reports -------------------------------------------------------------------------------------------------------

    async def report(self, reporter: str, complaint: NewReport) -> str:
        """Store a report that a person makes, and return its id."""
        at = self._clock()
        return await self._store.write(lambda connection: file_report(connection, at, reporter, complaint))

    async def reports(self, status: ReportStatus, limit: int = 50, after: str = "") -> list[Report]:
        """The reports, the newest first."""
        return await self._store.read(lambda connection: reports(connection, status, limit, after))

    async def find_report(self, number: str) -> Report:
        """A report by its id."""
        return await self._store.read(lambda connection: find_report(connection, number))

    async def decide(self, by: str, number: str, note: str) -> Report:
        """Close a report with a note."""
        about = (await self.find_report(number)).person
        at = self._clock()
        return await self._act(
            AuditedAction(by, "decide", note, about), lambda connection: close_report(connection, at, number, note)
        )

    # -- tables --------------------------------------------------------------------------------------------------------

    async def check_table(self, table: str) -> TableCheck:
        """A table, its log read and played again."""
        log = await self._store.read(lambda connection: tables.log_rows(connection, table))
        await self._store.read(lambda connection: tables.summary_row(connection, table))
        diagnosis, _ = await self._diagnose(table, log)
        return await self._store.read(lambda connection: tables.check_table(connection, table, diagnosis))

    async def broken_tables(self, on_table: Callable[[str], None] = lambda _: None) -> list[TableCheck]:
        """Every table that is not over and cannot be read; each log is played again, which takes a while."""
        query = select(table_summary.c.id).where(table_summary.c.status.in_(LIVE)).order_by(table_summary.c.id)
        ids = await self._store.read(lambda connection: connection.execute(query).scalars().all())
        broken: list[TableCheck] = []
        for table in ids:
            on_table(table)
            check = await self.check_table(table)
            broken += [check] if check.trouble else []
        return broken

    async def close_table(self, by: str, table: str, why: str) -> None:
        """Close a table; the stakes go back to those who paid them, and the people at the table get a message."""
        at = self._clock()
        action = AuditedAction(by, "close", checked(why), table=table)
        await self._act(action, lambda connection: tables.close(connection, at, table))

    async def retire_table(self, by: str, table: str, why: str) -> None:
        """Give a broken table up; the stakes go back to those who paid them."""
        if not (await self.check_table(table)).trouble:
            raise refused("table/sound")
        at = self._clock()
        action = AuditedAction(by, "retire", checked(why), table=table)
        await self._act(action, lambda connection: tables.retire(connection, at, table))

    async def repair_table(self, by: str, table: str) -> TableCheck:
        """Write a table's row in the lists again from its log; refused if the log itself is broken."""
        log = await self._store.read(lambda connection: tables.log_rows(connection, table))
        diagnosis, readable = await self._diagnose(table, log)
        if readable is None or not log:
            raise Refused("table/broken", f"the log cannot be repaired, retire the table: {diagnosis.trouble}")
        at = self._clock()
        await self._act(
            AuditedAction(by, "repair", "", table=table), lambda connection: tables.repair(connection, at, readable)
        )
        return await self.check_table(table)

    # -- the log -------------------------------------------------------------------------------------------------------

    async def log(self, limit: int = 50, before: int | None = None) -> list[AuditEntry]:
        """The newest acts of administrators."""
        return await self._store.read(lambda connection: audit_log.entries(connection, limit, before))

    async def log_action(self, action: AuditedAction) -> None:
        """Log an act that changes nothing, such as viewing a person's games."""
        await self._act(action, lambda _connection: None)

    async def _act(self, action: AuditedAction, job: Job[T]) -> T:
        """Do a job and log it in one transaction; try again when another writer was first."""
        at = self._clock()

        def both(connection: Connection) -> T:
            done = job(connection)
            audit_log.add_entry(connection, at, action)
            return done

        for _ in range(TRIES - 1):
            try:
                return await self._store.write(both)
            except Conflict:
                continue
        return await self._store.write(both)
