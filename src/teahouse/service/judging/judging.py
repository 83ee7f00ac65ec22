"""Judges the deals that wait, one after the other, while the engines are idle."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Final

from teahouse.core.record import Record, record_bytes, record_digest, record_seed
from teahouse.players import PLAYERS
from teahouse.players.judgement import Judgement
from teahouse.service.engines.judge import JudgeService
from teahouse.service.errors import Refused
from teahouse.service.judging import jobs
from teahouse.service.store.store import Store
from teahouse.service.tables.results.deals_in_play import seed_key
from teahouse.service.timers import Timers
from teahouse.service.training.puzzles import Origin

log: Final = logging.getLogger(__name__)

REST: Final = 2.0
"""Seconds before it checks again, if no deal waits or the engines are busy."""
OUTDATED_EVERY: Final = 150
"""Checks between two searches for judgements of older engines."""

Records = Callable[[str, Sequence[int]], Awaitable[Mapping[int, Record]]]


class Judging:
    """Judges the deals that wait. `start` it once the house is open, `close` it before the house closes."""

    def __init__(self, store: Store, timers: Timers, judge_service: JudgeService, records: Records, owner: str) -> None:
        """Judge deals of this store as this server; `records` reads some deals of a table."""
        self.store = store
        self.timers = timers
        self._judge_service = judge_service
        self._records = records
        self._owner = owner
        self._task: asyncio.Task[None] | None = None
        self.judged = 0

    def start(self, is_idle: Callable[[], bool], *, alone: bool) -> None:
        """Start judging. is_idle: are engines free? alone: is this the only server of the house?"""
        self._task = asyncio.create_task(self._run(is_idle, alone=alone), name="judging")

    def hurry(self) -> None:
        """Judge more quickly for a moment, because somebody waits for a judgement."""
        self._judge_service.hurry()

    async def close(self) -> None:
        """Stop; a deal that is being judged is left to the next server."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._judge_service.close()

    async def _run(self, is_idle: Callable[[], bool], *, alone: bool) -> None:
        if alone:
            await self.store.write(jobs.free_all)
        checks = 0
        while True:
            try:
                if checks % OUTDATED_EVERY == 0:
                    await self._queue_outdated()
                checks += 1
                if not is_idle() or not await self.judge_next():
                    await asyncio.sleep(REST)
            except Refused as error:
                log.warning("judging stopped for a moment", extra={"code": error.code})
                await asyncio.sleep(REST)

    async def _queue_outdated(self) -> None:
        for game in jobs.JUDGE_VERSIONS:
            if await self.store.read(partial(jobs.has_outdated, game=game)):
                await self.store.write(partial(jobs.queue_outdated, game=game))

    async def judge_next(self) -> bool:
        """Judge the deal that is wanted most, and others of its table; False if none waits."""
        now, owner = self.timers.date(), self._owner
        if not await self.store.read(lambda connection: jobs.is_waiting(connection, now)):
            return False
        claimed = await self.store.write(lambda connection: jobs.claim(connection, owner, now))
        if claimed:
            await self._judge_all(claimed)
        return bool(claimed)

    async def _judge_all(self, claimed: Sequence[jobs.JudgingJob]) -> None:
        left = list(claimed)
        try:
            records = await self._read(claimed)
            while left:
                await self._judge(left[0], records.get(left[0].deal))
                left.pop(0)
        finally:
            if left:
                giving = self.store.write(lambda connection: jobs.give_back(connection, left, self._owner))
                await asyncio.shield(asyncio.ensure_future(giving))

    async def _read(self, claimed: Sequence[jobs.JudgingJob]) -> Mapping[int, Record]:
        """The records of deals of one table; none if the table cannot be read."""
        try:
            return await self._records(claimed[0].table, [job.deal for job in claimed])
        except Refused as error:
            log.warning("a table cannot be judged", extra={"table": claimed[0].table, "code": error.code})
            return {}

    async def _judge(self, job: jobs.JudgingJob, record: Record | None) -> None:
        owner, store = self._owner, self.store
        if not await store.write(lambda connection: jobs.renew(connection, job, owner, self.timers.date())):
            return  # another server has it
        kept = None if record is None else await self._judged(job, record)
        if kept is None:
            await store.write(lambda connection: jobs.fail(connection, job, owner))
        elif await store.write(
            lambda connection: jobs.store_judgement(connection, job, owner, kept, self.timers.date())
        ):
            self.judged += 1

    async def _judged(self, job: jobs.JudgingJob, record: Record) -> jobs.KeptJudgement | None:
        if job.tries > 1:
            self.hurry()  # it may have had too little processor time
        try:
            judged_record = await self._judge_service.judge(record_bytes(record))
        except Refused as error:
            log.warning("a deal was not judged", extra={"code": error.code})
            return None
        slips = await self._slips(job, record, judged_record.judgement)
        return jobs.KeptJudgement(record_digest(record), judged_record.judgement, jobs.packed(judged_record), slips)

    async def _slips(self, job: jobs.JudgingJob, record: Record, judgement: Judgement) -> jobs.KeptSlips | None:
        """The slips of a deal that people train on; none if their positions cannot be weighed."""
        seats = await self.store.read(lambda connection: jobs.played_seats(connection, job))
        slips = jobs.slips_to_train_on(judgement, seats)
        if not slips or PLAYERS[job.game].trainer is None:
            return None
        try:
            exercises = await self._judge_service.exercises(record_bytes(record), [slip.step for slip in slips])
        except Refused as error:
            log.warning("slips were not weighed", extra={"code": error.code})
            return None
        persons = {slip.step: seats.persons[slip.seat] for slip in slips if slip.seat in seats.persons}
        key = seed_key(job.game, record_seed(record))
        return jobs.KeptSlips(exercises.found, persons, Origin(job.table, job.deal, key, not seats.private))
