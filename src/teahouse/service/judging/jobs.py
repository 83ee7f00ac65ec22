"""The deals that wait to be judged, as rows of the database: one server at a time works on a row, by a lease.

A server that dies loses its lease after a while, and another takes the row. A row is deleted when its result is stored,
so nothing is judged twice. A row that failed several times stays, and is not tried again.
"""

import base64
import zlib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from teahouse.players import PLAYERS
from teahouse.players.judgement import Judgement, Slip
from teahouse.players.weighing import Exercise
from teahouse.service.pages import AnySelect
from teahouse.service.people.statistics.traits import note_accuracy
from teahouse.service.store.schema import deal_player, judged_seat, judgement, judgement_job, played
from teahouse.service.store.upsert import upsert
from teahouse.service.training.puzzles import MOST_PUZZLES, Origin, is_stocked
from teahouse.service.training.training import train_on

LEASE_MS: Final = 180_000
"""Longer than one deal may take to be judged."""
MOST_TRIES: Final = 3
MOST_OF_TABLE: Final = 8
"""The most deals of one table that are taken together, because its log is replayed once for all of them."""
MOST_OUTDATED: Final = 200
MOST_AHEAD: Final = 1000
MOST_SLIPS: Final = 12
"""The most slips of a deal that become cards."""

JUDGE_VERSIONS: Final[Mapping[str, str]] = {
    game: players.judge.version for game, players in PLAYERS.items() if players.judge is not None
}
"""The version of the judge of each game that has one."""


FRESH: Final[dict[str, object]] = {"tries": 0, "failed": False, "owner": "", "until": 0}
"""A row that nobody has tried."""


class JudgingJob(NamedTuple):
    """A deal to be judged. tries: how often it was tried, this time included."""

    table: str
    deal: int
    game: str
    tries: int


def is_waiting(connection: Connection, now: int) -> bool:
    """Does a deal wait that no server works on?"""
    free = (judgement_job.c.failed.is_(False), judgement_job.c.until <= now)
    return connection.execute(select(judgement_job.c.deal).where(*free).limit(1)).first() is not None


def claim(connection: Connection, owner: str, now: int) -> list[JudgingJob]:
    """Take the most wanted deal that no server works on, and others of its table; empty if none waits."""
    free = (judgement_job.c.failed.is_(False), judgement_job.c.until <= now)
    first = select(judgement_job.c.table_id).where(*free).order_by(judgement_job.c.wanted.desc()).limit(1)
    table = connection.execute(_locked(connection, first)).scalar()
    if table is None:
        return []
    query = select(judgement_job).where(judgement_job.c.table_id == table, *free)
    ordered = query.order_by(judgement_job.c.wanted.desc()).limit(MOST_OF_TABLE)
    rows = connection.execute(_locked(connection, ordered)).all()
    for row in rows:
        mine = {"owner": owner, "until": now + LEASE_MS, "tries": row.tries + 1}
        connection.execute(update(judgement_job).where(*_at(row.table_id, row.deal)), mine)
    return [JudgingJob(row.table_id, row.deal, row.game, row.tries + 1) for row in rows]


def _locked(connection: Connection, query: AnySelect) -> AnySelect:
    """Lock the rows, and skip those that another server has locked; SQLite has one writer anyway."""
    return query.with_for_update(skip_locked=True) if connection.dialect.name == "postgresql" else query


def _at(table: str, deal: int) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return judgement_job.c.table_id == table, judgement_job.c.deal == deal


def _mine(job: JudgingJob, owner: str) -> tuple[ColumnElement[bool], ...]:
    return (*_at(job.table, job.deal), judgement_job.c.owner == owner)


def renew(connection: Connection, job: JudgingJob, owner: str, now: int) -> bool:
    """Renew the lease before a deal is judged; False if another server has taken it over meanwhile."""
    query = update(judgement_job).where(*_mine(job, owner))
    return connection.execute(query, {"until": now + LEASE_MS}).rowcount > 0


def store_judgement(connection: Connection, job: JudgingJob, owner: str, kept: "KeptJudgement", now: int) -> bool:
    """Store a judgement in place of an older one; False, without a change, if another server has taken over."""
    if connection.execute(delete(judgement_job).where(*_mine(job, owner))).rowcount == 0:
        return False
    place = {"table_id": job.table, "deal": job.deal}
    _forget(connection, job)
    row = {"game": job.game, "engine": kept.judgement.engine, "digest": kept.digest, "at": now, "body": kept.body}
    connection.execute(insert(judgement), [place | row])
    connection.execute(insert(judged_seat), [place | seat for seat in _seats(kept.judgement)])
    note_accuracy(connection, job.table)
    if kept.slips is not None:
        train_on(connection, kept.slips.exercises, kept.slips.persons, kept.slips.origin, now)
    return True


def _forget(connection: Connection, job: JudgingJob) -> None:
    """Delete the earlier judgement of a deal."""
    for table in (judgement, judged_seat):
        connection.execute(delete(table).where(table.c.table_id == job.table, table.c.deal == job.deal))


def _seats(judged_deal: Judgement) -> list[dict[str, int | float | None]]:
    names = ("choices", "exact", "lost", "merit", "luck")
    return [{"seat": seat} | {name: getattr(one, name) for name in names} for seat, one in enumerate(judged_deal.seats)]


def give_back(connection: Connection, jobs: Sequence[JudgingJob], owner: str) -> None:
    """End the leases of deals that were taken and not begun."""
    for job in jobs:
        free = {"until": 0, "owner": "", "tries": job.tries - 1}
        connection.execute(update(judgement_job).where(*_mine(job, owner)), free)


def fail(connection: Connection, job: JudgingJob, owner: str) -> None:
    """Queue a deal for its next try; after the last, give it up and delete the judgement of an older engine."""
    is_over = job.tries >= MOST_TRIES
    query = update(judgement_job).where(*_mine(job, owner))
    if connection.execute(query, {"until": 0, "owner": "", "failed": is_over}).rowcount and is_over:
        _forget(connection, job)
        note_accuracy(connection, job.table)


def free_all(connection: Connection) -> None:
    """End all leases, when the only server of a house starts again."""
    query = update(judgement_job).where(judgement_job.c.failed.is_(False), judgement_job.c.until > 0)
    connection.execute(query, {"until": 0, "owner": ""})


def want(connection: Connection, table: str, deal: int, now: int) -> None:
    """Put a deal first in the queue, because a person asks for its review."""
    connection.execute(update(judgement_job).where(*_at(table, deal)), {"wanted": now})


def ahead_of(connection: Connection, wanted_at: int) -> int:
    """How many deals are judged before one that was wanted at this moment; at most `MOST_AHEAD`."""
    query = select(judgement_job.c.deal).where(judgement_job.c.failed.is_(False), judgement_job.c.wanted > wanted_at)
    return int(connection.execute(select(func.count()).select_from(query.limit(MOST_AHEAD).subquery())).scalar_one())


def has_outdated(connection: Connection, game: str) -> bool:
    """Did another version of the engine judge some deal of a game?"""
    return any(connection.execute(query.limit(1)).first() is not None for query in _outdated(game))


def queue_outdated(connection: Connection, game: str) -> None:
    """Queue deals that another version of the engine judged, a bounded number at once."""
    rows = [row for query in _outdated(game) for row in connection.execute(query.limit(MOST_OUTDATED))]
    new = [FRESH | {"table_id": row.table_id, "deal": row.deal, "game": game, "wanted": row.at} for row in rows]
    if new:
        again = upsert(connection, judgement_job).on_conflict_do_nothing(index_elements=["table_id", "deal"])
        connection.execute(again, new)


def _outdated(game: str) -> list[AnySelect]:
    """The deals that older or newer versions judged, as two queries: a search for "not equal" would use no index."""
    now, engine = JUDGE_VERSIONS[game], judgement.c.engine
    base = select(judgement.c.table_id, judgement.c.deal, judgement.c.at).where(judgement.c.game == game)
    return [base.where(engine < now), base.where(engine > now)]


class PlayedSeats(NamedTuple):
    """Who played a finished deal, by seat, whether it is private, and whether more puzzles of its game are wanted."""

    persons: Mapping[int, str]
    private: bool
    wants_puzzles: bool


def played_seats(connection: Connection, job: JudgingJob) -> PlayedSeats:
    """Who played a deal that is judged."""
    here = (deal_player.c.table_id == job.table, deal_player.c.deal == job.deal)
    rows = connection.execute(select(deal_player.c.seat, deal_player.c.person).where(*here)).all()
    private = select(played.c.private).where(played.c.table_id == job.table, played.c.deal == job.deal)
    is_private = bool(connection.execute(private).scalar())
    needs_puzzles = not is_private and not is_stocked(connection, job.game, MOST_PUZZLES)
    return PlayedSeats({row.seat: row.person for row in rows}, is_private, needs_puzzles)


def slips_to_train_on(judged_deal: Judgement, seats: PlayedSeats) -> list[Slip]:
    """The worst slips of the people who played, and if puzzles are wanted those that decided most."""
    worst = sorted(judged_deal.slips, key=lambda slip: -slip.lost)
    own = [slip for slip in worst if slip.seat in seats.persons][:MOST_SLIPS]
    return own + [slip for slip in judged_deal.turning if seats.wants_puzzles and slip not in own]


class KeptSlips(NamedTuple):
    """Slips of a deal to train on, the person of each by its step, and where they were played."""

    exercises: Sequence[Exercise]
    persons: Mapping[int, str]
    origin: Origin


class KeptJudgement(NamedTuple):
    """A judgement to store, with the digest of its record, the packed result, and slips to train on."""

    digest: str
    judgement: Judgement
    body: str
    slips: KeptSlips | None = None


def packed(judged_record: msgspec.Struct) -> str:
    """A judged record in its stored form."""
    return base64.b64encode(zlib.compress(msgspec.json.encode(judged_record))).decode()


def unpacked(body: str) -> bytes:
    """The JSON of a stored judged record."""
    return zlib.decompress(base64.b64decode(body))
