"""Training: slips become cards, puzzles are rated, and no solution or deal in play is revealed."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, func, select

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle
from teahouse.games.battle.position import position_text
from teahouse.players.battle.judge import BattleAnalysis
from teahouse.players.judgement import Judgement, Slip, SlipReason
from teahouse.players.weighing import Exercise, Exercises, Weighed, WeighedMove
from teahouse.service.deals.in_play import DealsInPlay
from teahouse.service.engines.judge import NOBODY
from teahouse.service.engines.judge_tasks import JudgedRecord
from teahouse.service.engines.queue import Lane
from teahouse.service.errors import Refused
from teahouse.service.judging.judging import Judging
from teahouse.service.store.schema import puzzle, puzzle_try, training_card
from teahouse.service.timers import DAY_MS
from teahouse.service.training import cards, puzzles
from teahouse.service.training.puzzles import Origin
from teahouse.service.training.training import AMONG, Training
from tests.fakes import InThreads
from tests.service.judging.judges import SEAT, QuickJudge
from tests.service.world import World, act, ready

pytestmark = pytest.mark.anyio
UNWEIGHED = 60


def exercise(seed: int, *, step: int = 0, strength: float = 1500.0, exact: bool = True) -> Exercise:
    """A position of its own deal, in which the first of three moves is the best."""
    game = Battle()
    state = game.deal(f"training/{seed}".encode())
    moves = game.legal_moves(state, Seat(0))[:3]
    weighed = tuple(
        WeighedMove(game.move_text(move), msgspec.to_builtins(move), lost, mark, SlipReason("later", {"points": lost}))
        for move, lost, mark in zip(moves, (0, 2, 6), ("", "?!", "??"), strict=True)
    )
    return Exercise(
        game="battle",
        position=position_text(game, state, Seat(0)),
        seat=Seat(0),
        weighed=Weighed(best=weighed[0].text, line=(weighed[0].text,), moves=weighed, exact=exact, strength=strength),
        step=step,
        played=weighed[2].text,
    )


class SlipJudge(QuickJudge):
    """Finds one slip of each seat, and sets up two puzzles when it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.set_ups = 0
        self.seeds = list[bytes]()

    async def judge(self, data: bytes, lane: Lane = NOBODY) -> JudgedRecord:
        slips = tuple(
            Slip(
                step=seat + 1,
                seat=Seat(seat),
                played="",
                better="",
                better_move=None,
                line=(),
                lost=6,
                exact=True,
                mark="??",
                reason=SlipReason("later", {"points": 6}),
            )
            for seat in range(2)
        )
        made = Judgement(
            game="battle", engine=self.engine, favours="", seats=(SEAT, SEAT), curve=(), turning=slips, slips=slips
        )
        return JudgedRecord(made, BattleAnalysis((), (0,), None))

    async def exercises(self, data: bytes, steps: Sequence[int], lane: Lane = NOBODY) -> Exercises:
        found = [exercise(step, step=step) for step in steps if step < 10]
        return Exercises(found, [step for step in steps if step >= UNWEIGHED])

    async def set_up(self, game: str, seed: bytes, lane: Lane) -> list[Exercise]:
        self.set_ups += 1
        self.seeds.append(seed)
        return [exercise(100 * self.set_ups + number) for number in range(2)]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


def training(world: World, judge: SlipJudge | None = None) -> Training:
    in_play = DealsInPlay(world.store, InThreads(), world.timers)
    return Training(world.store, InThreads(), judge or SlipJudge(), world.timers, in_play.is_deal_in_play)


async def judged(world: World, *, private: bool = False) -> str:
    """A table with a judged deal: of Ann and Bob, or Ann's private one with a house player."""
    if private:
        table = await world.table(private=True, bots={"1": "random"})
        await world.ask(table, ready("ann"))
    else:
        table = await world.table()
        await world.begin(table, "ann", "bob")
    await world.ask(table, act("ann", Forfeit()))
    judging = Judging(world.store, world.timers, SlipJudge(), world.house.records_of, "here")
    assert await judging.judge_next()
    return table


async def count(world: World, table: Any) -> int:
    query = select(func.count()).select_from(table)
    return int(await world.store.read(lambda connection: connection.execute(query).scalar_one()))


async def kept(world: World, *made: Exercise) -> None:
    await world.store.write(lambda connection: puzzles.keep_exercises(connection, made, Origin(), 1))


async def test_slips_of_a_judged_deal_become_cards_of_their_players(world: World) -> None:
    table = await judged(world)
    for person, step in (("ann", 1), ("bob", 2)):
        task = (await training(world).next_card(person)).task
        assert task is not None
        verdict = await training(world).answer_card(person, task.id, task.moves[0].text)
        assert verdict.place is not None
        assert (verdict.place.table, verdict.place.step, verdict.right) == (table, step, True)
    assert (await training(world).next_card("ann")).task is None


async def test_a_card_climbs_boxes_falls_back_and_is_learned(world: World) -> None:
    await judged(world)
    trainer = training(world)
    task = (await trainer.next_card("ann")).task
    assert task is not None
    best, worst = task.moves[0].text, task.moves[2].text
    met: list[tuple[int | None, int]] = []
    for text in (best, worst, best, best, best, best):
        now = world.timers.date()
        verdict = await trainer.answer_card("ann", task.id, text)
        assert verdict.due is not None
        met.append((verdict.box, (verdict.due - now) // DAY_MS))
        again = await trainer.answer_card("ann", task.id, worst)  # not due, so nothing changes
        assert again.box == verdict.box
        if verdict.box:
            world.timers.advance(verdict.due - now)
    assert met[:5] == [(2, 3), (1, 1), (2, 3), (3, 7), (4, 21)]
    assert met[5][0] == cards.LEARNED
    overview = await trainer.overview("ann")
    assert (overview.due, overview.next_due, overview.learned) == (0, None, 1)


async def test_a_wrong_answer_gets_the_better_move_and_the_reason(world: World) -> None:
    await judged(world)
    task = (await training(world).next_card("ann")).task
    assert task is not None
    verdict = await training(world).answer_card("ann", task.id, task.moves[1].text)
    assert (verdict.right, verdict.lost, verdict.mark, verdict.best) == (False, 2, "?!", task.moves[0].text)
    assert verdict.reason == SlipReason("later", {"points": 2})
    with pytest.raises(Refused) as refusal:
        await training(world).answer_card("ann", task.id, "a1b1")
    assert refusal.value.code == "move/illegal"


async def test_no_task_contains_its_solution(world: World) -> None:
    await judged(world)
    await kept(world, exercise(7))
    lane = InThreads().lane_of("cid")
    for task in (
        (await training(world).next_card("ann")).task,
        (await training(world).next_puzzle(lane, "battle")).task,
    ):
        assert task is not None
        sent = msgspec.json.decode(msgspec.json.encode(task))
        assert set(sent["moves"][0]) == {"move", "text"}
        assert not {"best", "line", "solution", "played", "place", "position"} & set(sent)
        assert task.view.scores == (0, 0)


async def test_a_person_answers_only_their_own_cards_and_puzzles(world: World) -> None:
    await judged(world)
    task = (await training(world).next_card("ann")).task
    assert task is not None
    for answer in (training(world).answer_card, training(world).answer_puzzle):
        with pytest.raises(Refused) as refusal:
            await answer("bob", task.id, task.moves[0].text)
        assert refusal.value.code == "training/unknown"


async def test_a_card_that_was_taken_out_stays_out_when_the_deal_is_judged_again(world: World) -> None:
    table = await judged(world)
    task = (await training(world).next_card("ann")).task
    assert task is not None
    await training(world).take_out("ann", task.id)
    again = [exercise(1, step=1)]
    await world.store.write(lambda connection: cards.add_cards(connection, "ann", again, world.timers.date()))
    assert (await training(world).next_card("ann")).task is None
    record = b""
    lane = Lane("", "ann", "")
    await training(world).add(lane, record, 1, Origin(table, 0, "", public=False))  # on request it comes back
    assert (await training(world).next_card("ann")).task is not None
    with pytest.raises(Refused) as refusal:
        await training(world).add(lane, record, 50, Origin(table, 0, "", public=False))
    assert refusal.value.code == "training/slip"
    with pytest.raises(Refused) as refusal:
        await training(world).add(lane, record, UNWEIGHED, Origin(table, 0, "", public=False))
    assert refusal.value.code == "training/unweighed"


async def test_only_the_newest_cards_are_kept_and_private_positions_go_with_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cards, "MOST_CARDS", 2)
    made = [exercise(seed, step=1) for seed in range(4)]

    def job(connection: Connection) -> None:
        for at, one in enumerate(made):
            puzzles.keep_exercises(connection, [one], Origin("t", at, "", public=False), at)
            cards.add_cards(connection, "ann", [one], at)

    await world.store.write(job)
    assert [await count(world, table) for table in (training_card, puzzle)] == [2, 2]


async def test_a_puzzle_is_held_until_it_is_answered_and_its_first_answer_counts(world: World) -> None:
    await kept(world, *map(exercise, range(3)))
    trainer, lane = training(world), InThreads().lane_of("cid")
    first, again = [(await trainer.next_puzzle(lane, "battle")).task for _ in range(2)]
    assert first is not None
    assert again is not None
    assert first.id == again.id
    wrong = await trainer.answer_puzzle("cid", first.id, "")
    assert wrong.strength is not None
    assert wrong.change is not None
    assert (wrong.right, wrong.strength.rating < 1500, wrong.change < 0) == (False, True, True)
    later = await trainer.answer_puzzle("cid", first.id, wrong.best)
    assert (later.right, later.strength, later.change) == (True, wrong.strength, wrong.change)
    row = await world.store.read(lambda connection: puzzles.given_puzzle(connection, "cid", first.id))
    assert row is not None
    assert row.rating > 1500
    assert row.games == 1
    third = (await trainer.next_puzzle(lane, "battle")).task
    assert third is not None
    assert third.id != first.id


async def test_a_puzzle_near_the_strength_is_drawn(world: World) -> None:
    near = [exercise(number, strength=1480.0) for number in range(AMONG)]
    far = [exercise(AMONG + number, strength=700.0) for number in range(9)]
    await kept(world, *far, *near)
    drawn = [(await training(world).next_puzzle(InThreads().lane_of(name), "battle")).task for name in "abcd"]
    assert [task is not None and task.strength for task in drawn] == [1480] * 4


async def test_a_fresh_house_sets_puzzles_up_and_two_requests_hold_one(world: World) -> None:
    judge = SlipJudge()
    trainer, lane = training(world, judge), InThreads().lane_of("cid")
    found = await asyncio.gather(trainer.next_puzzle(lane, "battle"), trainer.next_puzzle(lane, "battle"))
    assert len({one.task.id for one in found if one.task is not None}) == 1
    assert await count(world, puzzle_try) == 1
    assert judge.set_ups <= 2
    overview = await trainer.overview("cid")
    assert [(one.game, one.has_puzzles, one.opinion) for one in overview.games] == [
        ("battle", True, False),
        ("classic", True, True),
        ("solitaire", True, False),
    ]


async def test_the_first_puzzles_of_a_game_come_from_seeds_that_are_known_to_have_some(world: World) -> None:
    judge = SlipJudge()
    trainer = training(world, judge)
    for game, seeds in (("solitaire", [b""]), ("classic", [])):
        await trainer.next_puzzle(InThreads().lane_of("cid"), game)
        assert [seed for seed in judge.seeds if not seed] == seeds
        judge.seeds.clear()


async def test_nobody_is_given_a_position_of_a_game_they_played(world: World) -> None:
    await judged(world)
    names = {task.id for name in ("ann", "bob") if (task := (await puzzle_of(world, name))) is not None}
    assert names == set()
    assert await puzzle_of(world, "cid") is not None


async def puzzle_of(world: World, name: str) -> Any:
    """An existing puzzle; no new one is created."""
    trainer = training(world)
    return await trainer.draw_puzzle(name, "battle")


async def test_private_games_make_cards_but_no_puzzles(world: World) -> None:
    await judged(world, private=True)
    assert (await training(world).next_card("ann")).task is not None
    assert await puzzle_of(world, "cid") is None


async def test_no_task_of_a_deal_in_play_is_shown_or_judged(world: World) -> None:
    await kept(world, exercise(3))
    lane = InThreads().lane_of("cid")
    task = (await training(world).next_puzzle(lane, "battle")).task
    assert task is not None
    asked: list[str] = []

    async def in_play(game: str, key: str, tiles: str | None) -> bool:
        asked.append(game)
        assert tiles
        return True

    withheld = Training(world.store, InThreads(), QuickJudge(), world.timers, in_play)
    with pytest.raises(Refused) as refusal:
        await withheld.answer_puzzle("cid", task.id, task.moves[0].text)
    assert refusal.value.code == "record/sealed"
    assert asked


async def test_a_position_of_a_deal_at_a_live_table_is_in_play(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    state = (await world.house.actor(table)).table.state
    game = Battle()
    weighed = exercise(1).weighed
    text = position_text(game, state, Seat(0))
    await kept(world, Exercise(game="battle", position=text, seat=Seat(0), weighed=weighed))
    assert await puzzle_of(world, "cid") is None
