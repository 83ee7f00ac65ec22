"""Surveys of played deals, and their plots."""

import json
from functools import partial
from pathlib import Path

import pytest

from teahouse.cli import run
from teahouse.core.errors import InvalidOption
from teahouse.games.battle import Battle
from teahouse.lab.surveys import Subject, Surveyor, make_subject
from teahouse.lab.surveys.battle import BattleDeal, battle_survey
from teahouse.lab.surveys.classic import ClassicDeal, WonHand, classic_survey
from teahouse.lab.worker_pool import work_through

BATTLE = Subject(game="battle", player="greedy", seed="tea")
CLASSIC = Subject(game="classic", player="simple", seed="tea")


@pytest.mark.parametrize("subject", [BATTLE, CLASSIC], ids=["battle", "classic"])
def test_a_deal_has_the_same_result_alone_and_among_others(subject: Subject) -> None:
    made = make_subject(subject)
    assert list(work_through(partial(Surveyor, made), range(3), 1))[2] == Surveyor(made)(2)


def test_the_first_player_is_counted_in_whichever_seat() -> None:
    other = make_subject(Subject(game="battle", player="random", seed="tea", options={"first_seat": 1}))
    usual = make_subject(Subject(game="battle", player="random", seed="tea"))
    mirrored, plain = Surveyor(other)(0), Surveyor(usual)(0)
    assert isinstance(mirrored, BattleDeal)
    assert isinstance(plain, BattleDeal)
    assert mirrored.opening_moves == plain.opening_moves >= Battle().rules.least_opening_moves


def test_battle_deals_are_summed_up() -> None:
    found = battle_survey([BattleDeal(0, 5, 9, 10), BattleDeal(1, 5, 8, -4), BattleDeal(2, 7, 9, 0)])
    assert (found.deals, found.margin.mean) == (3, 2)
    assert [each.mean for each in (found.won, found.drawn, found.lost)] == pytest.approx([1 / 3] * 3)
    assert {moves: each.mean for moves, each in found.by_opening.items()} == {5: 3, 7: 0}
    assert {rank: each.mean for rank, each in found.by_rank.items()} == {8: -4, 9: 5}


def test_classic_deals_are_summed_up() -> None:
    hand = WonHand(32, "wall", True, ("No chows",))
    deals = [
        ClassicDeal(0, "mahjong", (hand,), (96, -32, -32, -32), 100),
        ClassicDeal(1, "mahjong", (WonHand(8, "discard", False, ("No chows", "Own Flower")),), (0, 8, -8, 0), 80),
        ClassicDeal(2, "exhausted", (), (0, 0, 0, 0), 150),
    ]
    found = classic_survey(deals)
    assert found.endings == {"mahjong": 2, "exhausted": 1}
    assert (found.hands, found.mean_score.mean, found.median_score) == (2, 20, 20)
    assert found.kinds == {"No chows": 2, "Own Flower": 1}
    assert found.dealer_share.mean == 0.5
    assert found.scores == {8: 1, 32: 1}


def test_a_survey_without_a_winner_is_printed_too() -> None:
    found = classic_survey([ClassicDeal(0, "exhausted", (), (0, 0, 0, 0), 150)])
    assert (found.hands, found.mean_score.mean) == (0, 0)
    assert next(table.title for table in found.tables()) == "1 deals, 0 winning hands"


def test_solitaire_is_not_surveyed_by_play() -> None:
    with pytest.raises(InvalidOption, match="expected a game whose deals are played"):
        make_subject(Subject(game="solitaire", player="careful"))


@pytest.mark.parametrize(
    "words",
    [
        ("battle", "--player", "greedy"),
        ("classic",),
        ("solitaire", "--layout", "five-spot", "--plays", "2", "--nodes", "5000"),
    ],
    ids=lambda words: str(words[0]),
)
def test_a_survey_is_printed_and_plotted(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "found.svg"
    usual = ["survey", *words, "--deals", "3", "--threads", "1", "--plot", str(file)]
    assert run(usual) == 0
    first, drawn = capsys.readouterr().out, file.read_bytes()
    assert b"<svg" in drawn
    assert run([*usual, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 3
    if words[0] != "solitaire":
        assert file.read_bytes() == drawn
        assert "95 %" in first or "winning hands" in first


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("battle --layout turtle", "survey battle: --layout is for solitaire"),
        ("classic --svg x.svg", "survey classic: --svg is for solitaire"),
        ("solitaire --player careful", "survey solitaire: --player is for battle and classic"),
        ("battle --player nobody", "expected a player of battle"),
        ("classic --option ruleset=none", "ruleset"),
        ("classic --plot found.bmp", "expected a plot as .svg, .png, .pdf"),
        ("classic --ray 127.0.0.1:1", "expected a Ray cluster at '127.0.0.1:1', got none"),
        ("classic --ray nonsense", "expected a Ray cluster at 'nonsense', got none"),
    ],
)
def test_an_impossible_survey_is_refused_in_one_line(
    words: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["survey", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert complaint in err
