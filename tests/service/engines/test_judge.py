"""Finished games are judged in a separate process within limits, and records can be seen from any seat."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import msgspec
import pytest

from teahouse.core.errors import InvalidRecord
from teahouse.core.game import Forfeit
from teahouse.core.play import Play
from teahouse.core.record import record_lines
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.players.battle.judge import BattleAnalysis
from teahouse.players.classic.judge import ClassicAnalysis
from teahouse.players.game_players import OnlyMoves
from teahouse.players.solitaire.judge import SolitaireAnalysis
from teahouse.service.engines import judge
from teahouse.service.engines.compiler import LONGEST
from teahouse.service.engines.judge import JudgeService
from teahouse.service.engines.judge_tasks import JudgedRecord
from teahouse.service.engines.process import set_idle
from teahouse.service.errors import Refused
from teahouse.service.replays import Replay, replay_parts

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux knows idle processes")


@cache
def record_of(name: str, moves: int, **options: Any) -> bytes:
    """A game whose players take the first move this many times and then give up."""
    play = Play(make_game(name, options), b"tea")
    for _ in range(moves):
        if play.result is not None:
            break
        play.play(play.moves[-1] if name == "classic" else play.moves[0])
    while play.result is None:
        play.apply(play.to_move[0], Forfeit("resigned"))
    return b"".join(line + b"\n" for line in record_lines(play.record()))


@asynccontextmanager
async def judge_service(**limits: Any) -> AsyncGenerator[JudgeService]:
    """A judge whose process may compile its kernels first, and ends with this context."""
    kept: dict[str, Any] = {"deadline": LONGEST}
    made = JudgeService(**(kept | limits))
    try:
        yield made
    finally:
        await made.close()


async def begun(judge: JudgeService) -> "asyncio.Task[JudgedRecord]":
    """A judgement that is in progress."""
    judging = asyncio.create_task(judge.judge(record_of("battle", 60)))
    while judge.pid is None:
        await asyncio.sleep(0.001)
    return judging


def judged_record_of(record: bytes, **limits: Any) -> JudgedRecord:
    """The opinion on a record."""

    async def judging() -> JudgedRecord:
        async with judge_service(**limits) as judge:
            return await judge.judge(record)

    return asyncio.run(judging())


def only_moves(record: bytes, seat: int) -> OnlyMoves:
    """The only-moves of a record."""

    async def counting() -> OnlyMoves:
        async with judge_service(seconds=10.0) as judge:
            return await judge.only_moves(record, Seat(seat))

    return asyncio.run(counting())


def stepped(record: bytes, seat: Seat | None = None) -> Replay:
    """A record step by step, as clients read it."""
    return msgspec.json.decode(b"".join(replay_parts(record, seat)), type=Replay)


def test_a_game_of_battle_is_judged_move_by_move_with_little_memory() -> None:
    """Search tables shrink to the available memory."""
    record = record_of("battle", 60)

    async def twice() -> tuple[Any, Any]:
        async with judge_service(seconds=0.5, memory_mb=256) as judge:
            return await judge.judge(record), await judge.judge(record)

    judged_record, again = asyncio.run(twice())
    assert judged_record is again
    first = judged_record.analysis
    assert isinstance(first, BattleAnalysis)
    assert len(first.curve) == len(first.moves) + 1
    assert first.moves[-1].exact
    assert [move.seat for move in first.moves[:3]] == [0, 1, 0]


def test_the_only_moves_of_a_game_of_battle_are_counted_in_a_separate_process() -> None:
    record = record_of("battle", 60)
    counted = only_moves(record, 0)
    assert 0 <= counted.longest <= counted.found <= counted.positions
    assert counted.positions > 0
    with pytest.raises(Refused, match="could not judge"):
        only_moves(record_of("solitaire", 3), 0)


def test_a_game_of_solitaire_is_judged_with_its_best_line() -> None:
    record = record_of("solitaire", 4, layout="nine-pillars", level="gentle")
    judged_record = judged_record_of(record, seconds=2.0)
    judged, own = judged_record.analysis, judged_record.judgement.seats[0]
    assert isinstance(judged, SolitaireAnalysis)
    assert judged.players[0].clearable[0] is True
    assert judged.players[0].score < judged.best <= judged.bound
    first, last = judged_record.judgement.curve[0].values[0], judged_record.judgement.curve[-1].values[0]
    assert first is not None
    assert last is not None
    assert own.lost == first - last
    assert own.accuracy is None
    assert own.luck is not None


def test_a_deal_of_classic_is_judged_choice_by_choice_with_what_the_house_would_have_played() -> None:
    record = record_of("classic", 60)
    judged_record = judged_record_of(record, seconds=0.5)
    end = judged_record.judgement.curve[-1]
    assert sum(value or 0 for value in end.values) == 0
    assert all(point.step <= end.step for point in judged_record.judgement.curve)
    judged = judged_record.analysis
    assert isinstance(judged, ClassicAnalysis)
    assert [slip.step for slip in judged_record.judgement.slips] == [one.step for one in judged.choices if one.mark]
    assert len(judged_record.judgement.turning) <= 3
    assert judged_record.judgement.favours == "expert"
    steps = stepped(record).steps
    assert all(steps[choice.step].seat == choice.seat for choice in judged.choices)
    slips = [choice for choice in judged.choices if choice.mark]
    assert slips
    assert all(choice.best.text != steps[choice.step].text and choice.lost >= 8 for choice in slips)
    mine = sum(choice.lost for choice in judged.choices if choice.seat == 0)
    assert judged.lost[0] == pytest.approx(mine, abs=0.1 * len(judged.choices))


def test_a_record_that_cannot_be_judged_is_refused_before_a_process_starts() -> None:
    with pytest.raises(Refused) as refusal:
        judged_record_of(b"tea")
    assert refusal.value.code == "record/invalid"
    with pytest.raises(Refused) as refusal:
        only_moves(record_of("battle", 2), 2)
    assert refusal.value.code == "record/invalid"


def test_a_judgement_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(Refused) as refusal:
        judged_record_of(record_of("battle", 60), deadline=0.01)
    assert refusal.value.code == "record/unjudged"


@linux
def test_a_judge_in_the_background_is_idle_until_somebody_waits() -> None:
    async def places() -> list[int]:
        async with judge_service(seconds=0.5, is_background=True) as judge:
            judging = await begun(judge)
            found = [os.sched_getscheduler(judge.pid or 0)]
            judge.hurry()
            found.append(os.sched_getscheduler(judge.pid or 0))
            await judging
            return found

    assert asyncio.run(places()) == [os.SCHED_IDLE, os.SCHED_OTHER]


@linux
def test_an_idle_process_that_cannot_get_normal_priority_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def once(pid: int, *, is_idle: bool) -> None:
        if not is_idle:
            raise PermissionError
        set_idle(pid, is_idle=True)

    monkeypatch.setattr(judge, "set_idle", once)

    async def processes() -> list[int | None]:
        async with judge_service(seconds=0.5, is_background=True) as judge:
            judging = await begun(judge)
            found = [judge.pid]
            judge.hurry()
            assert (await judging).judgement.game == "battle"
            assert os.sched_getscheduler(judge.pid or 0) == os.SCHED_OTHER
            return [*found, judge.pid]

    first, second = asyncio.run(processes())
    assert first != second


def test_a_process_judges_one_record_after_another_of_a_game_and_then_ends() -> None:
    async def processes() -> list[int | None]:
        async with judge_service(seconds=0.5) as judge:
            found = [judge.pid]
            for moves in (60, 62):
                await judge.judge(record_of("battle", moves))
                found.append(judge.pid)
            await judge.judge(record_of("solitaire", 4, layout="nine-pillars", level="gentle"))
            found.append(judge.pid)
        return [*found, judge.pid]

    none, first, second, other, ended = asyncio.run(processes())
    assert first == second
    assert other not in (None, second)
    assert none is ended is None


def test_a_refusal_says_that_the_engine_does_not_fit_into_memory() -> None:
    with pytest.raises(Refused, match="there was too little memory") as refusal:
        judged_record_of(record_of("battle", 60), seconds=0.5, memory_mb=140)
    assert refusal.value.code == "record/unjudged"


def test_a_record_is_seen_from_a_seat() -> None:
    record = record_of("classic", 30)
    onlooker, south = stepped(record), stepped(record, Seat(1))
    assert all(step.view["hand"] == [] for step in onlooker.steps)
    assert [view["hand"] for view in south.dealt][1] == south.steps[0].view["hand"] != []
    drawn = [event for step in south.steps for event in step.events if event["type"] == "drew"]
    assert drawn
    assert all((event["tile"] is not None) == (event["seat"] == 1) for event in drawn)
    with pytest.raises(InvalidRecord, match="expected a seat from 0 to 3, got 4"):
        stepped(record, Seat(4))
