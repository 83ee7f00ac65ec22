"""A person's coins, as they see them: the balance, and a statement of every posting."""

from collections.abc import Iterable
from typing import Final, Literal

import msgspec
from sqlalchemy import Connection, func, select

from teahouse.service.people.coins import FULL, balance_of, person_account, top_up
from teahouse.service.store.schema import entry, posting, table_summary
from teahouse.service.store.store import Store
from teahouse.service.timers import Timers

LONGEST_STATEMENT: Final = 200
LAST_ENTRY: Final = 2**31 - 1

EntryReason = Literal["opening", "daily", "stake", "deal", "broken off", "ended", "deserted", "closed", "other"]
"""What a posting was for: a grant of the house, a stake, a pot and how its match ended, or a table that was closed."""
AT_TABLES: Final[tuple[EntryReason, ...]] = ("stake", "deal", "broken off", "ended", "deserted")
OPENING: Final = "opening grant"
CLOSED: Final = "closed "


class EntryCause(msgspec.Struct, frozen=True):
    """The cause of an entry. table: empty if it has none. deal: its number, if the entry belongs to a finished deal."""

    reason: EntryReason
    table: str = ""
    deal: int | None = None


class StatementLine(msgspec.Struct, frozen=True):
    """A line of a statement: what was received or paid and for what, and the balance afterwards.

    `table` and `game` are empty if the house gave the coins, or the table was deleted.
    """

    entry: int
    at: int
    memo: str
    coins: int
    balance: int
    reason: EntryReason
    table: str = ""
    game: str = ""
    deal: int | None = None


async def coins_of(store: Store, timers: Timers, person: str) -> int:
    """A person's balance, topped up by the house when that is due."""
    account = person_account(person)
    had = await store.read(lambda connection: balance_of(connection, account))
    if had >= FULL:
        return had
    at = timers.date()
    return await store.write(lambda connection: top_up(connection, at, person))


async def statement_of(store: Store, person: str, limit: int, before: int | None) -> list[StatementLine]:
    """The newest lines of a person's statement, or the newest before an entry."""

    def job(connection: Connection) -> list[StatementLine]:
        return statement(connection, person_account(person), limit, before)

    return await store.read(job)


def statement(connection: Connection, account: str, limit: int = 50, before: int | None = None) -> list[StatementLine]:
    """The newest lines of an account, or the newest before an entry."""
    mine = posting.c.account == account
    after = 0
    columns = (entry.c.id, entry.c.at, entry.c.memo, entry.c.cause, posting.c.coins)
    rows = select(*columns).join_from(posting, entry).where(mine)
    if before is not None:
        before = min(max(before, 0), LAST_ENTRY)
        later = select(func.sum(posting.c.coins)).where(mine, posting.c.entry >= before)
        after = int(connection.execute(later).scalar() or 0)
        rows = rows.where(posting.c.entry < before)
    had = balance_of(connection, account) - after
    lines: list[StatementLine] = []
    for row in connection.execute(rows.order_by(posting.c.entry.desc()).limit(min(max(limit, 0), LONGEST_STATEMENT))):
        cause = cause_of(row.cause, row.memo)
        lines.append(
            StatementLine(row.id, row.at, row.memo, row.coins, had, cause.reason, cause.table, deal=cause.deal)
        )
        had -= row.coins
    return _with_games(connection, lines)


def cause_of(cause: str, memo: str) -> EntryCause:
    """What an entry was for, from its cause and its memo.

    >>> cause_of("deal 0a1b 3", "pot of 0a1b")
    EntryCause(reason='deal', table='0a1b', deal=3)
    >>> cause_of("closed 0a1b", "stake returned")
    EntryCause(reason='closed', table='0a1b', deal=None)
    >>> cause_of("daily p1 2026-11-16", "daily top-up")
    EntryCause(reason='daily', table='', deal=None)
    """
    if cause.startswith(CLOSED):  # one entry a table, so that it needs no place in the log
        return EntryCause("closed", cause.removeprefix(CLOSED))
    words = cause.rsplit(" ", 2)
    if len(words) < 3:
        return EntryCause("other")
    if words[0] == "daily":
        return EntryCause("opening" if memo == OPENING else "daily")
    for reason in AT_TABLES:
        if reason == words[0]:
            is_deal = reason == "deal" and words[2].isdigit()
            return EntryCause(reason, words[1], int(words[2]) if is_deal else None)
    return EntryCause("other")


def _with_games(connection: Connection, lines: Iterable[StatementLine]) -> list[StatementLine]:
    """The lines with the game of each table, and without tables that were deleted."""
    all_lines = list(lines)
    tables = {line.table for line in all_lines if line.table}
    kept = select(table_summary.c.id, table_summary.c.game).where(table_summary.c.id.in_(sorted(tables)))
    games = {row.id: row.game for row in connection.execute(kept)} if tables else {}
    return [
        msgspec.structs.replace(line, game=games[line.table])
        if line.table in games
        else msgspec.structs.replace(line, table="", deal=None)
        for line in all_lines
    ]
