"""Finished games are judged in a process of their own, within bounds, and records are seen through anybody's eyes."""

import asyncio
import subprocess
from functools import cache
from pathlib import Path
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
from teahouse.players.solitaire.judge import SolitaireAnalysis
from teahouse.service.engines import analysis
from teahouse.service.engines.analysis import BEHIND, IDLE, Analyst, stand_behind
from teahouse.service.errors import Refused
from teahouse.service.replays import Replay, replay_parts


@cache
def record_of(name: str, moves: int, **options: Any) -> bytes:
    """A game whose players take the first move so often and then give up."""
    play = Play(make_game(name, options), b"tea")
    for _ in range(moves):
        if play.result is not None:
            break
        play.play(play.moves[-1] if name == "classic" else play.moves[0])
    while play.result is None:
        play.apply(play.to_move[0], Forfeit("resigned"))
    return b"".join(line + b"\n" for line in record_lines(play.record()))


def stepped(record: bytes, seat: Seat | None = None) -> Replay:
    """A record step by step, as clients read it."""
    return msgspec.json.decode(b"".join(replay_parts(record, seat)), type=Replay)


def test_a_game_of_battle_is_judged_move_by_move_with_what_memory_there_is() -> None:
    """Tables become as small as they must."""
    record = record_of("battle", 60)

    async def twice() -> tuple[Any, Any]:
        analyst = Analyst(seconds=0.5, memory_mb=256)
        return await analyst.judge(record), await analyst.judge(record)

    opinion, again = asyncio.run(twice())
    assert opinion is again
    first = opinion.analysis
    assert isinstance(first, BattleAnalysis)
    assert len(first.curve) == len(first.moves) + 1
    assert first.moves[-1].exact
    assert [move.seat for move in first.moves[:3]] == [0, 1, 0]


def test_the_only_moves_of_a_game_of_battle_are_counted_in_a_process_of_their_own() -> None:
    record = record_of("battle", 60)
    counted = asyncio.run(Analyst(seconds=10.0).only_moves(record, Seat(0)))
    assert 0 <= counted.longest <= counted.found <= counted.positions
    assert counted.positions > 0
    with pytest.raises(Refused, match="could not judge"):
        asyncio.run(Analyst().only_moves(record_of("solitaire", 3), Seat(0)))


def test_a_game_of_solitaire_is_judged_with_its_best_line() -> None:
    record = record_of("solitaire", 4, layout="nine-pillars", level="gentle")
    opinion = asyncio.run(Analyst(seconds=2.0).judge(record))
    judged, own = opinion.analysis, opinion.judgement.seats[0]
    assert isinstance(judged, SolitaireAnalysis)
    assert judged.players[0].clearable[0] is True
    assert judged.players[0].score < judged.best <= judged.bound
    first, last = opinion.judgement.curve[0].values[0], opinion.judgement.curve[-1].values[0]
    assert first is not None
    assert last is not None
    assert own.lost == first - last
    assert own.accuracy is None
    assert own.luck is not None


def test_a_deal_of_classic_is_judged_choice_by_choice_with_what_the_house_would_have_played() -> None:
    record = record_of("classic", 60)
    opinion = asyncio.run(Analyst(seconds=0.5).judge(record))
    judged = opinion.analysis
    assert isinstance(judged, ClassicAnalysis)
    assert [slip.step for slip in opinion.judgement.slips] == [one.step for one in judged.choices if one.mark]
    assert len(opinion.judgement.turning) <= 3
    assert opinion.judgement.favours == "expert"
    steps = stepped(record).steps
    assert all(steps[choice.step].seat == choice.seat for choice in judged.choices)
    slips = [choice for choice in judged.choices if choice.mark]
    assert slips
    assert all(choice.best.text != steps[choice.step].text and choice.lost >= 8 for choice in slips)
    mine = sum(choice.lost for choice in judged.choices if choice.seat == 0)
    assert judged.lost[0] == pytest.approx(mine, abs=0.1 * len(judged.choices))


def test_what_cannot_be_judged_is_refused_before_a_process_starts() -> None:
    with pytest.raises(Refused) as refusal:
        asyncio.run(Analyst().judge(b"tea"))
    assert refusal.value.code == "record/invalid"
    with pytest.raises(Refused) as refusal:
        asyncio.run(Analyst().only_moves(record_of("battle", 2), Seat(2)))
    assert refusal.value.code == "record/invalid"


def test_a_judgement_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(Refused) as refusal:
        asyncio.run(Analyst(deadline=0.01).judge(record_of("battle", 60)))
    assert refusal.value.code == "record/unjudged"


def test_a_judge_in_the_background_stands_back_until_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    stood = list[int]()

    def note(_pid: int, nice: int) -> None:
        stood.append(nice)

    monkeypatch.setattr(analysis, "stand_behind", note)

    async def judge(analyst: Analyst) -> None:
        judging = asyncio.create_task(analyst.judge(record_of("battle", 60)))
        while analyst.pid is None:
            await asyncio.sleep(0.001)
        analyst.hurry()
        judging.cancel()
        await asyncio.gather(judging, return_exceptions=True)

    asyncio.run(judge(hurried := Analyst(nice=IDLE)))
    assert stood == [BEHIND, 0]
    asyncio.run(judge(hurried))
    assert stood == [BEHIND, 0, 0]


def test_a_session_stands_back_behind_others_where_the_machine_has_groups_of_sessions() -> None:
    with subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, start_new_session=True) as process:
        group = Path(f"/proc/{process.pid}/autogroup")
        while group.exists() and group.read_text().split()[-1] != "7":  # it may be asked ten times a second
            stand_behind(process.pid, 7)
        process.kill()
    stand_behind(process.pid, 7)  # nobody is there


def test_where_not_even_the_engine_fits_into_the_memory_the_refusal_says_so() -> None:
    with pytest.raises(Refused, match="there was too little memory") as refusal:
        asyncio.run(Analyst(seconds=0.5, memory_mb=140).judge(record_of("battle", 60)))
    assert refusal.value.code == "record/unjudged"


def test_a_record_is_seen_through_a_seats_eyes() -> None:
    record = record_of("classic", 30)
    onlooker, south = stepped(record), stepped(record, Seat(1))
    assert all(step.view["hand"] == [] for step in onlooker.steps)
    assert [view["hand"] for view in south.dealt][1] == south.steps[0].view["hand"] != []
    drawn = [event for step in south.steps for event in step.events if event["type"] == "drew"]
    assert drawn
    assert all((event["tile"] is not None) == (event["seat"] == 1) for event in drawn)
    with pytest.raises(InvalidRecord, match="expected a seat from 0 to 3, got 4"):
        stepped(record, Seat(4))
