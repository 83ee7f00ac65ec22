"""Everything the house holds about a person, as one ZIP file of JSON: read page by page, written into a file."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
from sqlalchemy import Column, Connection, Select, select, union

from teahouse.core.record import record_bytes
from teahouse.service.errors import Refused
from teahouse.service.house import House
from teahouse.service.people.coins import person_account
from teahouse.service.people.people import Person
from teahouse.service.store import schema as s
from teahouse.service.store.schema import social as p
from teahouse.service.store.schema import statistics as t
from teahouse.service.store.schema import study as y
from teahouse.service.store.store import Store
from teahouse.service.tables.events import Chatted

PAGE: Final = 500
MOST_RECORDS: Final = 50
"""The newest records are in the file; of older ones the file has the address."""
SECRETS: Final = frozenset(
    ("password", "name_key", "token_hash", "code_hash", "ticket_hash", "challenge", "credential", "public_key")
)
"""Columns that are left out: they would give access to the account, or are computed from the name."""

README: Final = """Everything this Teahouse holds about you.

One JSON file for each kind. Times are milliseconds since 1970. Secrets (the hash of your password, of your sessions,
codes and tokens) are left out. deals.json has the address of each record; the newest are in the folder records.
"""


class ExportPart(NamedTuple):
    """A file of the export: the rows of a table in which a column names the person."""

    name: str
    owner: Column[Any]

    def query(self, person: Person) -> Select[*tuple[Any, ...]]:
        """The rows, in a fixed order, without secrets and without the person's id."""
        table = self.owner.table
        columns = [column for column in table.columns if column.name not in SECRETS and column is not self.owner]
        owner = person_account(person.id) if table is s.balance else person.id
        return select(*columns).where(self.owner == owner).order_by(*table.primary_key.columns)


PARTS: Final = (
    ExportPart("profile", s.person.c.id),
    ExportPart("sessions", s.session.c.person),
    ExportPart("passkeys", s.passkey.c.person),
    ExportPart("recovery_codes", s.recovery_code.c.person),
    ExportPart("known_devices", s.known_device.c.person),
    ExportPart("mail_address", s.mail_address.c.person),
    ExportPart("mail_links", s.mail_token.c.person),
    ExportPart("muted", s.muted.c.person),
    ExportPart("blocked", s.blocked.c.person),
    ExportPart("administrator", s.administrator.c.person),
    ExportPart("sanctions", s.sanction.c.person),
    ExportPart("departures", s.departure.c.person),
    ExportPart("reports", s.report.c.reporter),
    ExportPart("seats", s.seat.c.person),
    ExportPart("daily_tries", s.daily_try.c.person),
    ExportPart("daily_scores", s.daily_score.c.person),
    ExportPart("scorebooks", s.scorebook_member.c.person),
    ExportPart("house_rules", s.house_ruleset.c.person),
    ExportPart("scorebook_entries", s.scorebook_entry.c.person),
    ExportPart("ratings", p.rating.c.person),
    ExportPart("rating_changes", p.rating_change.c.person),
    ExportPart("seeks", p.seek.c.person),
    ExportPart("following", p.follow.c.person),
    ExportPart("presence", p.presence.c.person),
    ExportPart("notices", p.notice.c.person),
    ExportPart("notices_off", p.notice_off.c.person),
    ExportPart("analyses", s.analysis.c.person),
    ExportPart("training_cards", y.training_card.c.person),
    ExportPart("puzzle_tries", y.puzzle_try.c.person),
    ExportPart("puzzle_strengths", y.puzzle_strength.c.person),
    ExportPart("deal_list", t.person_deal.c.person),
    ExportPart("tallies", t.tally.c.person),
    ExportPart("figures", t.figure.c.person),
    ExportPart("records_of_the_house", t.house_record.c.person),
    ExportPart("badges", t.badge.c.person),
    ExportPart("months", t.leader.c.person),
    ExportPart("private_profile", t.private_profile.c.person),
    ExportPart("balance", s.balance.c.account),
)
NOT_EXPORTED: Final[Mapping[Column[Any], str]] = {
    s.muted.c.other: "whom others have muted is theirs",
    s.blocked.c.other: "whom others have blocked is theirs",
    s.challenge.c.person: "it lives for minutes and holds a secret alone",
    s.report.c.person: "it would reveal who has reported",
    s.house_audit.c.person: "it belongs to the administrators",
    s.house_audit.c.administrator: "it belongs to the administrators",
    s.deal_player.c.person: "deals.json has it, with the results",
    p.follow.c.other: "whom others follow is theirs",
    p.notice.c.other: "what others were told is theirs",
    p.seek.c.target: "a challenge belongs to who sent it",
    s.scorebook.c.keeper: "scorebooks.json has every book that one keeps or sits at",
}
"""Columns that name people and are in no part, and why."""

DEALS: Final = (
    select(
        *(s.played.c[name] for name in ("table_id", "deal", "game", "ended", "result")),
        *(s.deal_player.c[name] for name in ("seat", "score", "won")),
    )
    .join(s.played, (s.played.c.table_id == s.deal_player.c.table_id) & (s.played.c.deal == s.deal_player.c.deal))
    .order_by(s.deal_player.c.table_id, s.deal_player.c.deal)
)
POSTINGS: Final = (
    select(s.entry.c.id, s.entry.c.at, s.entry.c.memo, s.posting.c.coins)
    .join(s.entry, s.entry.c.id == s.posting.c.entry)
    .order_by(s.posting.c.entry)
)


async def write_export(store: Store, house: House, person: Person, file: Path) -> None:
    """Write everything about a person into a new file."""
    with ZipFile(file, "x", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", README)
        for part in PARTS:
            await _write(archive, part.name, _rows(store, part.query(person)))
        deals = [row async for row in _rows(store, DEALS.where(s.deal_player.c.person == person.id))]
        postings = POSTINGS.where(s.posting.c.account == person_account(person.id))
        await _write(archive, "postings", _rows(store, postings))
        await _write(archive, "deals", _each(map(_deal, deals)))
        await _write(archive, "chat", _chat(store, person))
        newest = sorted(deals, key=lambda row: int(row["ended"]), reverse=True)[:MOST_RECORDS]
        for row in newest:
            with suppress(Refused):  # withheld until its day is over, or a table that cannot be read
                record = await house.record(row["table_id"], row["deal"], person.id)
                archive.writestr(f"records/teahouse-{row['table_id']}-{row['deal']}.jsonl", record_bytes(record))


def _deal(row: dict[str, Any]) -> dict[str, Any]:
    address = f"/api/v1/records/{row['table_id']}/{row['deal']}"
    return row | {"result": msgspec.json.decode(row["result"]), "record": address}


async def _write(file: ZipFile, name: str, rows: AsyncGenerator[dict[str, Any]]) -> None:
    """Write rows as a JSON list, a page at a time."""
    with file.open(f"{name}.json", "w") as member:
        before = b"["
        async for row in rows:
            await asyncio.to_thread(member.write, before + b"\n" + json.dumps(row, ensure_ascii=False).encode())
            before = b","
        member.write(b"[]\n" if before == b"[" else b"\n]\n")


async def _each(rows: Iterable[dict[str, Any]]) -> AsyncGenerator[dict[str, Any]]:
    for row in rows:
        yield row


async def _rows(store: Store, query: Select[*tuple[Any, ...]]) -> AsyncGenerator[dict[str, Any]]:
    """The rows of a query, read a page at a time, so that the store is never held for long."""
    place = 0
    while True:
        page = await store.read(_reading(query.limit(PAGE).offset(place)))
        for row in page:
            yield row
        if len(page) < PAGE:
            return
        place += PAGE


def _reading(query: Select[*tuple[Any, ...]]) -> Callable[[Connection], list[dict[str, Any]]]:
    def job(connection: Connection) -> list[dict[str, Any]]:
        return [dict(row) for row in connection.execute(query).mappings()]

    return job


async def _chat(store: Store, person: Person) -> AsyncGenerator[dict[str, Any]]:
    """A person's chat messages at the tables where they sit, played a deal, tried a daily deal, or left a game."""
    sources = (s.seat, s.deal_player, s.daily_try, s.departure)
    tables = union(*(select(source.c.table_id).where(source.c.person == person.id) for source in sources))
    decoder = msgspec.json.Decoder(Chatted)
    for table in await store.read(lambda connection: sorted(connection.execute(tables).scalars())):
        here = (s.event.c.table_id == table, s.event.c.kind == "chatted")
        query = select(s.event.c.at, s.event.c.body).where(*here).order_by(s.event.c.seq)
        for row in await store.read(_reading(query)):
            chatted = decoder.decode(row["body"])
            if chatted.person == person.id:
                yield {"table": table, "at": row["at"], "text": chatted.text}
