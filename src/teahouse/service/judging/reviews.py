"""Reads the judgement of a finished deal, for people who may see its record."""

from typing import Final, Literal, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from teahouse.players.judgement import read_scale
from teahouse.service.deals.in_play import DealsInPlay
from teahouse.service.engines.judge import JudgeService
from teahouse.service.engines.judge_tasks import JudgedRecord
from teahouse.service.engines.queue import Lane
from teahouse.service.hosting.daily import day_of
from teahouse.service.house import House
from teahouse.service.judging import jobs
from teahouse.service.judging.judging import Judging
from teahouse.service.pages import AnyRow
from teahouse.service.people.statistics.traits import match_merits
from teahouse.service.store.schema import judgement, judgement_job

State = Literal["queued", "running", "done", "failed", "unjudged"]
JUDGED_RECORD: Final = msgspec.json.Decoder(JudgedRecord)


class MatchAccuracy(msgspec.Struct, frozen=True):
    """A person's accuracy over all judged deals of a match, which has enough choices where one deal has too few.

    seat: in the deal that is reviewed. like: the level of the house whose accuracy is nearest.
    """

    seat: int
    deals: int
    choices: int
    accuracy: float
    like: str | None


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a finished deal.

    state: waiting, being judged, done, failed, or of a game that nobody judges. ahead: deals that are judged before it.
    engine: the version that judged, or will. names: who played, by seat. match: of the people, if several deals of
    the match are judged.
    """

    table: str
    deal: int
    game: str
    state: State
    ahead: int
    engine: str
    names: tuple[str, ...]
    opinion: JudgedRecord | None = None
    match: tuple[MatchAccuracy, ...] = ()


class _Found(NamedTuple):
    kept: AnyRow | None
    waiting: AnyRow | None
    ahead: int
    match: tuple[MatchAccuracy, ...]


class Reviews:
    """Reads the stored judgements of deals, and judges records that people upload."""

    def __init__(self, house: House, judge_service: JudgeService, judging: Judging, in_play: DealsInPlay) -> None:
        """Judge uploads with this service; read deals from the store of `judging`, and hurry it while people wait."""
        self._store, self._timers = judging.store, judging.timers
        self._house = house
        self._judge_service = judge_service
        self._judging = judging
        self._in_play = in_play

    async def of_deal(self, table: str, deal: int, person: str = "", invite: str = "") -> Review:
        """The review of a finished deal; refused as its record is. Asking for one that waits makes it the next."""
        now = self._timers.date()
        finished = await self._house.listings.finished(table, deal, person, invite, day_of(now))
        stored = await self._store.read(lambda connection: _find(connection, finished.game, table, deal))
        if stored.waiting is not None and not stored.waiting.failed:
            self._judging.hurry()
            if stored.ahead:
                await self._store.write(lambda connection: jobs.want(connection, table, deal, now))
        return Review(
            table=table,
            deal=deal,
            game=finished.game,
            state=_state(stored, now),
            ahead=0 if stored.kept is not None else stored.ahead,
            engine=jobs.JUDGE_VERSIONS.get(finished.game, "") if stored.kept is None else stored.kept.engine,
            names=finished.names,
            opinion=None if stored.kept is None else JUDGED_RECORD.decode(jobs.unpacked(stored.kept.body)),
            match=stored.match,
        )

    async def of_record(self, data: bytes, lane: Lane) -> JudgedRecord:
        """An uploaded record judged, by a stored result or a new one. Refused while its deal is played."""
        game, digest = await self._in_play.check_record(data)
        kept = await self._store.read(
            lambda connection: _by_digest(connection, digest, jobs.JUDGE_VERSIONS.get(game, ""))
        )
        return (
            await self._judge_service.judge(data, lane) if kept is None else JUDGED_RECORD.decode(jobs.unpacked(kept))
        )


def _find(connection: Connection, game: str, table: str, deal: int) -> _Found:
    kept = connection.execute(
        select(judgement.c.engine, judgement.c.body).where(judgement.c.table_id == table, judgement.c.deal == deal)
    ).first()
    waiting = connection.execute(
        select(judgement_job).where(judgement_job.c.table_id == table, judgement_job.c.deal == deal)
    ).first()
    ahead = 0 if waiting is None or kept is not None else jobs.ahead_of(connection, waiting.wanted)
    return _Found(kept, waiting, ahead, () if kept is None else match_accuracies(connection, game, table, deal))


def match_accuracies(connection: Connection, game: str, table: str, deal: int) -> tuple[MatchAccuracy, ...]:
    """The accuracy of a deal's people over its match; empty before a second deal is judged, or with few choices."""
    scale, accuracies = read_scale(f"teahouse.players.{game}"), list[MatchAccuracy]()
    for places, choices, merit in match_merits(connection, table):
        seat, accuracy = dict(places).get(deal), scale.accuracy(merit, choices)
        if len(places) > 1 and seat is not None and accuracy is not None:
            accuracies.append(MatchAccuracy(seat, len(places), choices, accuracy, scale.like(accuracy)))
    return tuple(sorted(accuracies, key=lambda one: one.seat))


def _by_digest(connection: Connection, digest: str, engine: str) -> str | None:
    query = select(judgement.c.body).where(judgement.c.digest == digest, judgement.c.engine == engine)
    return connection.execute(query).scalar()


def _state(stored: _Found, now: int) -> State:
    if stored.kept is not None:
        return "done"
    if stored.waiting is None:
        return "unjudged"
    if stored.waiting.failed:
        return "failed"
    return "running" if stored.waiting.until > now else "queued"
