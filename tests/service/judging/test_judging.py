"""Finished deals are judged exactly once, even if servers stop in between."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select

from teahouse.core.game import Forfeit
from teahouse.core.record import Record, record_bytes
from teahouse.service.deals.in_play import DealsInPlay
from teahouse.service.errors import Refused
from teahouse.service.judging import jobs
from teahouse.service.judging.judging import Judging
from teahouse.service.judging.reviews import Reviews
from teahouse.service.replays import read_record
from teahouse.service.store.schema import judged_seat, judgement, judgement_job
from teahouse.service.store.store import Store
from tests.fakes import FakeTimers, InThreads
from tests.service.engines.test_judge import record_of
from tests.service.judging.judges import QuickJudge
from tests.service.world import World, act, ready

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def finished(world: World, **wanted: Any) -> str:
    """A table of Ann and Bob where a deal is over."""
    table = await world.table(**wanted)
    await world.begin(table, "ann", "bob")
    await world.ask(table, act("ann", Forfeit()))
    return table


def judging(world: World, judge: QuickJudge, owner: str = "here") -> Judging:
    return Judging(world.store, world.timers, judge, world.house.records_of, owner)


def reviews(world: World, judge: QuickJudge) -> Reviews:
    in_play = DealsInPlay(world.store, InThreads(), world.timers)
    return Reviews(world.house, judge, judging(world, judge), in_play)


async def test_a_finished_deal_is_queued_and_its_review_exists_after_judging(world: World) -> None:
    table, judge = await finished(world), QuickJudge()
    before = await reviews(world, judge).of_deal(table, 0)
    assert judge.hurried == 1  # a person is waiting
    assert (before.state, before.ahead, before.names, before.opinion) == ("queued", 0, ("Ann", "Bob"), None)
    assert await judging(world, judge).judge_next()
    after = await reviews(world, judge).of_deal(table, 0)
    assert (after.state, after.engine) == ("done", "battle 4")
    assert after.opinion is not None
    assert [seat.luck for seat in after.opinion.judgement.seats] == [1.5, 1.5]
    assert not await judging(world, judge).judge_next()
    assert len(judge.asked) == 1


async def test_an_uploaded_record_of_a_judged_deal_is_not_judged_again(world: World) -> None:
    table, judge = await finished(world), QuickJudge()
    await judging(world, judge).judge_next()
    lane = InThreads().lane_of("ann")
    record = await world.house.record(table, 0)
    await reviews(world, judge).of_record(record_bytes(record), lane)
    assert len(judge.asked) == 1
    await reviews(world, judge).of_record(record_of("battle", 4), lane)
    assert len(judge.asked) == 2


async def test_the_judgement_of_a_private_deal_is_for_those_who_played_it(world: World) -> None:
    table, judge = await world.table(private=True, bots={"1": "random"}), QuickJudge()
    await world.ask(table, ready("ann"))
    await world.ask(table, act("ann", Forfeit()))
    await judging(world, judge).judge_next()
    assert (await reviews(world, judge).of_deal(table, 0, "ann")).state == "done"
    for person in ("", "bob"):
        with pytest.raises(Refused) as refusal:
            await reviews(world, judge).of_deal(table, 0, person)
        assert refusal.value.code == "table/private"


async def test_a_requested_review_is_judged_next(world: World) -> None:
    first, judge = await finished(world), QuickJudge()
    world.timers.advance(1000)
    second = await finished(world)
    world.timers.advance(1000)
    assert (await reviews(world, judge).of_deal(first, 0)).ahead == 1
    await judging(world, judge).judge_next()
    states = [(await reviews(world, judge).of_deal(table, 0)).state for table in (first, second)]
    assert states == ["done", "queued"]


async def test_a_deal_that_cannot_be_judged_is_given_up_after_three_tries(world: World) -> None:
    table, judge = await finished(world), QuickJudge()
    judge.fails = True
    for _ in range(5):
        await judging(world, judge).judge_next()
    assert len(judge.asked) == jobs.MOST_TRIES
    assert judge.hurried == jobs.MOST_TRIES - 1  # only the first one is deferred
    assert (await reviews(world, judge).of_deal(table, 0)).state == "failed"


async def test_a_deal_judged_by_another_engine_is_judged_again(world: World) -> None:
    table, old, new = await finished(world), QuickJudge("battle 0"), QuickJudge()
    await judging(world, old).judge_next()
    assert await world.store.read(lambda connection: jobs.has_outdated(connection, "battle"))
    await world.store.write(lambda connection: jobs.queue_outdated(connection, "battle"))
    review = await reviews(world, new).of_deal(table, 0)
    assert (review.state, review.engine) == ("done", "battle 0")
    await judging(world, new).judge_next()
    assert (await reviews(world, new).of_deal(table, 0)).engine == "battle 4"
    assert not await world.store.read(lambda connection: jobs.has_outdated(connection, "battle"))
    assert await world.store.read(lambda c: c.execute(select(func.count()).select_from(judged_seat)).scalar()) == 2


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_judged(world: World) -> None:
    await world.store.write(lambda connection: wait(connection, "broken", 1, wanted=10**15))
    table, judge = await finished(world), QuickJudge()
    for _ in range(4):
        await judging(world, judge).judge_next()
    assert (await reviews(world, judge).of_deal(table, 0)).state == "done"


def wait(connection: Connection, table: str, deals: int, wanted: int = 1) -> None:
    """Queue deals of a table for judging."""
    rows = [
        jobs.FRESH | {"table_id": table, "deal": deal, "game": "battle", "wanted": wanted + deal}
        for deal in range(deals)
    ]
    connection.execute(insert(judgement_job), rows)


class Copies:
    """Several servers with one database, each judging with its own judge."""

    def __init__(self, store: Store, timers: FakeTimers, count: int) -> None:
        self.store, self.timers = store, timers
        self.judges = [QuickJudge() for _ in range(count)]
        self.copies = [
            Judging(store, timers, judge, self._records, f"copy {number}") for number, judge in enumerate(self.judges)
        ]

    async def _records(self, table: str, deals: Sequence[int]) -> dict[int, Record]:
        await asyncio.sleep(0)
        return {deal: read_record(record_of("battle", deal))[1] for deal in deals}

    async def work(self, judging: Judging) -> None:
        while await judging.judge_next():
            await asyncio.sleep(0)

    async def kept(self) -> int:
        count = select(func.count()).select_from(judgement)
        return int(await self.store.read(lambda connection: connection.execute(count).scalar_one()))


async def test_two_copies_share_the_work_without_duplicates(store: Store) -> None:
    copies = Copies(store, FakeTimers(), 2)
    for number in range(12):
        await store.write(lambda connection, table=f"t{number}": wait(connection, table, 2))  # type: ignore[misc]
    await asyncio.gather(*map(copies.work, copies.copies))
    assert await copies.kept() == 24
    shares = [len(judge.asked) for judge in copies.judges]
    assert sum(shares) == 24
    assert min(shares) > 0


async def test_the_work_of_a_copy_that_died_is_done_by_another_after_its_lease(store: Store) -> None:
    timers = FakeTimers()
    copies = Copies(store, timers, 1)
    await store.write(lambda connection: wait(connection, "t", 3))
    dead = await store.write(lambda connection: jobs.claim(connection, "dead", timers.date()))
    assert len(dead) == 3
    assert not await copies.copies[0].judge_next()
    timers.advance(jobs.LEASE_MS + 1)
    await copies.work(copies.copies[0])
    assert await copies.kept() == 3
    late = QuickJudge()
    judged_record = await late.judge(record_of("battle", 1))
    made = jobs.KeptJudgement("d", judged_record.judgement, jobs.packed(judged_record))
    assert not await store.write(
        lambda connection: jobs.store_judgement(connection, dead[0], "dead", made, timers.date())
    )
    assert await copies.kept() == 3


async def test_the_only_server_of_a_house_goes_on_at_once_after_a_kill(store: Store) -> None:
    timers = FakeTimers()
    copies = Copies(store, timers, 1)
    await store.write(lambda connection: wait(connection, "t", 1))
    await store.write(lambda connection: jobs.claim(connection, "before the kill", timers.date()))
    copies.copies[0].start(lambda: True, alone=True)
    for _ in range(2000):
        if await copies.kept():
            break
        await asyncio.sleep(0.005)
    await copies.copies[0].close()
    assert await copies.kept() == 1


async def test_nothing_is_judged_while_engines_are_busy(store: Store) -> None:
    copies = Copies(store, FakeTimers(), 1)
    await store.write(lambda connection: wait(connection, "t", 1))
    asked = asyncio.Event()

    def is_idle() -> bool:
        asked.set()
        return False

    copies.copies[0].start(is_idle, alone=False)
    await asked.wait()
    await copies.copies[0].close()
    assert not copies.judges[0].asked
