"""The analysis board: moves follow the rules, engines serve one person after another, and trees are stored."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, cast

import msgspec
import pytest

from teahouse.core.record import parse_record, verify_record
from teahouse.core.seats import Seat
from teahouse.games import GAMES
from teahouse.players.exploring import Explored
from teahouse.service.analysis.explorer_wire import (
    AnalysisEnded,
    AnalysisMessage,
    AnalysisProgress,
    ExploreTask,
    Queued,
)
from teahouse.service.analysis.exploring import Explorers
from teahouse.service.analysis.positions import (
    AnalysisMove,
    AnalysisPosition,
    AnalysisRequest,
    analysed_position,
    analysis_start,
    moves_record,
    position_svg,
)
from teahouse.service.analysis.saved_analyses import (
    MOST_BYTES,
    Analyses,
    AnalysisMark,
    AnalysisNode,
    AnalysisTree,
    check_tree,
)
from teahouse.service.engines.queue import Lane
from teahouse.service.errors import Refused
from teahouse.service.replays import read_record
from teahouse.service.store.store import Store, open_store
from tests.service.databases import prepared
from tests.service.engines.test_judge import record_of

SMALL = "5m 5m 6m 6m 7m 7m .. .. .. .. .. .." + "\n" + "\n".join(["6m 5m 5m 7m 7m 6m .. .. .. .. .. .."] * 1)
GONE = " ".join([".."] * 12)
BATTLE = "\n".join([SMALL, *[GONE] * 7])
SOLITAIRE = "z0 y0: 0-6\n5m 6m 6m 5m"
CLAIM = "south: 55m 123p 456p 789p 99s\noffer: 5m@west"


def look(game: str, position: str = "", *moves: tuple[int, str], play: tuple[int, str] | None = None) -> Any:
    before = tuple(AnalysisMove(Seat(seat), text) for seat, text in moves)
    last = None if play is None else AnalysisMove(Seat(play[0]), play[1])
    return analysed_position(AnalysisRequest(game=game, position=position, moves=before, play=last))[0]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_position_to_begin_with_and_can_be_played_on(game: str) -> None:
    first: AnalysisPosition = look(game)
    choice = first.choices[0]
    after: AnalysisPosition = look(game, first.text or "", play=(choice.seat, choice.text))
    assert after.added[0] == AnalysisMove(choice.seat, choice.text)
    assert after.views != first.views
    again = look(game, first.text or "", *((move.seat, move.text) for move in after.added))
    assert again.views == after.views
    assert len(after.views) == len(GAMES[game].game(None).seats)


def test_both_sides_are_played_in_turn() -> None:
    first = look("battle", BATTLE)
    second = look("battle", BATTLE, play=(0, first.choices[0].text))
    assert {choice.seat for choice in second.choices} == {1}


def test_the_others_let_a_claim_pass_when_one_seat_answers() -> None:
    first = look("classic", CLAIM)
    assert {choice.seat for choice in first.choices} == {1}  # nobody else can claim
    after = look("classic", CLAIM, play=(1, "pong"))
    assert sorted(move.seat for move in after.added) == [0, 1, 3]
    assert [move.text for move in after.added if move.seat != 1] == ["pass", "pass"]
    assert after.views[1].melds[1]


def test_a_discard_that_nobody_can_claim_is_passed_by_all_at_once() -> None:
    position = "east: 1z 123m 456m 789m 11p 55s\nsouth: 123p 456p 789p 2z 3z 4z 5z\nwest: ?\nnorth: ?\nturn: east"
    after = look("classic", position, play=(0, "1z"))
    texts = [move.text for move in after.added]
    assert texts[0] == "1z"
    assert after.views[1].turn == 1 if len(texts) == 4 else after.views[1].offer is not None


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (AnalysisRequest(game="chess", position=""), "analysis/game"),
        (AnalysisRequest(game="battle", position="5m"), "analysis/position"),
        (AnalysisRequest(game="battle", position=BATTLE, moves=(AnalysisMove(Seat(0), "a9b9"),)), "analysis/move"),
        (AnalysisRequest(game="battle", position=BATTLE, play=AnalysisMove(Seat(1), "a1b1")), "analysis/move"),
        (AnalysisRequest(game="battle", position=BATTLE, play=AnalysisMove(Seat(0), "what")), "analysis/move"),
    ],
)
def test_invalid_positions_and_moves_are_refused(wanted: AnalysisRequest, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        analysed_position(wanted)
    assert refusal.value.code == code


@pytest.mark.parametrize(("game", "moves"), [("battle", 20), ("classic", 40), ("solitaire", 6)])
def test_a_record_is_opened_and_its_moves_lead_to_the_same_end(game: str, moves: int) -> None:
    data = record_of(game, moves)
    start = analysis_start(data, Seat(0))
    line = tuple(move for step in start.steps for move in step.moves)
    shown, _ = analysed_position(AnalysisRequest(game=game, position=start.position, moves=line))
    played, record = read_record(data)
    assert shown.result is not None
    assert record.ending.result is not None
    assert shown.result.scores == record.ending.result.scores
    assert start.steps[-1].ply == len(record.moves)
    assert start.origin is not None
    wanted = AnalysisRequest(game=game, position=start.position, moves=line[:5])
    part = parse_record(moves_record(wanted, start.origin, start.names).splitlines())
    assert len(part.moves) == 5
    assert part.ending.result is None
    verify_record(played, part)


def test_answers_to_one_claim_are_one_step() -> None:
    start = analysis_start(record_of("classic", 200), Seat(0))
    sizes = {len(step.moves) for step in start.steps[:-4]}
    assert sizes <= {1, 3, 4}
    assert 4 in sizes  # a discard that nobody could use, with three passes


def test_a_position_is_drawn() -> None:
    assert position_svg(AnalysisRequest(game="battle", position=BATTLE), Seat(0)).startswith("<svg")
    with pytest.raises(Refused):
        position_svg(AnalysisRequest(game="battle", position=BATTLE), Seat(5))


def tree(*nodes: AnalysisNode, **about: Any) -> AnalysisTree:
    return AnalysisTree(game="solitaire", position=SOLITAIRE, nodes=nodes, **about)


def node(parent: int, text: str, **about: Any) -> AnalysisNode:
    return AnalysisNode(parent, (AnalysisMove(Seat(0), text),), **about)


def test_a_tree_is_kept_read_by_everybody_and_changed_by_its_owner(tmp_path: Any) -> None:
    async def kept() -> None:
        store = await open_store(prepared(tmp_path / "house.db"))
        try:
            analyses = Analyses(store, lambda: 5)
            first = await analyses.save("ann", tree(node(-1, "a1.1-a1.4", comment="so", marks=(AnalysisMark("a1.1"),))))
            assert len(first.id) == 24
            read = await analyses.read("bob", first.id)
            assert read.tree == first.tree
            assert not read.is_owner
            with pytest.raises(Refused, match="only its owner"):
                await analyses.change("bob", first.id, first.tree)
            changed = await analyses.change("ann", first.id, tree(title="mine"))
            assert (await analyses.read("ann", first.id)).tree == changed.tree
            assert [one.title for one in await analyses.of("ann")] == ["mine"]
            assert await analyses.of("bob") == []
            with pytest.raises(Refused, match="no such analysis"):
                await analyses.delete("bob", first.id)
            await analyses.delete("ann", first.id)
            with pytest.raises(Refused, match="no such analysis"):
                await analyses.read("ann", first.id)
        finally:
            await store.close()

    asyncio.run(kept())


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (tree(node(-1, "a1.1-a1.2")), "analysis/move"),
        (tree(node(0, "a1.1-a1.4")), "analysis/move"),
        (tree(node(-1, "a1.1-a1.4", comment="\u202egnaw")), "analysis/position"),
        (AnalysisTree(game="solitaire", position="layout: maze"), "analysis/position"),
    ],
)
def test_an_invalid_tree_is_refused(wrong: AnalysisTree, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_tree(wrong)
    assert refusal.value.code == code


def test_a_tree_has_a_largest_size() -> None:
    remark = "x" * 600
    large = tree(*(node(-1, "a1.1-a1.4", comment=remark) for _ in range(MOST_BYTES // 500)))
    check_tree(large)

    async def keep() -> None:
        with pytest.raises(Refused, match="too large"):
            await Analyses(cast("Store", None), lambda: 5).save("ann", large)  # refused before it is stored

    asyncio.run(keep())


def task(game: str, position: str, seconds: float = 0.5) -> ExploreTask:
    return ExploreTask(AnalysisRequest(game=game, position=position), seconds)


async def received(messages: AsyncGenerator[AnalysisMessage]) -> list[AnalysisMessage]:
    async with aclosing(messages):
        return [one async for one in messages]


def test_engines_think_about_every_game_in_one_process_after_another() -> None:
    async def thoughts() -> dict[str, Explored]:
        explorers, found = Explorers(), dict[str, Explored]()
        for game, position in (("battle", BATTLE), ("classic", CLAIM), ("solitaire", SOLITAIRE)):
            last = (await received(explorers.explore(task(game, position), Lane("home", "ann", ""))))[-1]
            assert isinstance(last, AnalysisProgress)
            assert last.done
            found[game] = msgspec.convert(last.explored, Explored)
        await explorers.close()
        return found

    found = asyncio.run(thoughts())
    assert found["battle"].exact
    assert found["battle"].moves[0].exact
    assert found["classic"].seat == 1
    assert found["classic"].moves[0].advised is not None
    assert found["classic"].moves[0].text == "mahjong"
    assert found["solitaire"].clearable is True
    assert found["solitaire"].moves[0].text == "a1.1-a1.4"
    assert found["solitaire"].moves[0].line == ("a1.2-a1.3",)


def test_a_new_analysis_of_a_person_ends_the_old_one_and_others_wait_their_turn() -> None:
    async def crowd() -> tuple[list[AnalysisMessage], list[AnalysisMessage], list[AnalysisMessage]]:
        explorers = Explorers()
        whole = GAMES["battle"].positions
        assert whole is not None
        long = task("battle", whole.example(), 20.0)
        first = asyncio.create_task(received(explorers.explore(long, Lane("home", "ann", ""))))
        await asyncio.sleep(0.1)
        other = asyncio.create_task(received(explorers.explore(task("classic", CLAIM), Lane("away", "bob", ""))))
        await asyncio.sleep(0.1)
        again = asyncio.create_task(received(explorers.explore(task("classic", CLAIM), Lane("home", "ann", ""))))
        messages = await first, await other, await again
        assert explorers.waiting == 0
        await explorers.close()
        return messages

    first, other, again = asyncio.run(crowd())
    assert isinstance(first[-1], AnalysisEnded)
    assert first[-1].code == "analysis/replaced"
    assert other[0] == Queued(1)
    assert again[0] == Queued(2)
    assert isinstance(other[-1], AnalysisProgress)
    assert isinstance(again[-1], AnalysisProgress)


def test_a_household_cannot_fill_the_queue_and_leaving_it_frees_a_place() -> None:
    async def crowd() -> None:
        explorers = Explorers(at_once=0)
        waiting = [explorers.explore(task("classic", CLAIM), Lane("home", str(number), "")) for number in range(6)]
        for number, one in enumerate(waiting, 1):
            assert await anext(one) == Queued(number)
        with pytest.raises(Refused, match="too busy"):
            await anext(explorers.explore(task("classic", CLAIM), Lane("home", "last", "")))
        await waiting[0].aclose()
        assert await anext(waiting[5]) == Queued(5)
        for one in waiting:
            await one.aclose()
        await explorers.close()

    asyncio.run(crowd())


def test_a_position_that_cannot_be_read_ends_the_analysis_with_its_reason() -> None:
    async def thoughts() -> list[AnalysisMessage]:
        explorers = Explorers()
        messages = await received(explorers.explore(task("battle", "5m"), Lane("home", "ann", "")))
        await explorers.close()
        return messages

    (said,) = asyncio.run(thoughts())
    assert isinstance(said, AnalysisEnded)
    assert said.code == "analysis/position"
