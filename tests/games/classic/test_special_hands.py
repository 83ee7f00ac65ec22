"""Special hands and their near misses."""

import pytest

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import Wind, parse_tile
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.games.classic.scoring.score import is_mahjong, score
from teahouse.games.classic.scoring.wins import Win, WinSource

BRITISH = load_ruleset("british")


def win_of(hand: str, winning: str, source: WinSource = "wall", *, kong_upon_kong: bool = False) -> Win:
    parsed = parse_hand(hand)
    return Win(
        parsed.tiles,
        parsed.melds,
        parse_tile(winning),
        source,
        Wind.SOUTH,
        Wind.EAST,
        kong_upon_kong=kong_upon_kong,
    )


NO_MAHJONG = [
    ("a wonder missing", "19m 19p 19s 1234566z 1m"),
    ("a wonder replaced", "19m 19p 29s 1234567z 1m"),
    ("a snake with two of one wind and none of another", "11m 23456789m 1233z"),
    ("a snake with another pair", "12m 23456789m 1234z"),
    ("a snake with a dragon", "11m 23456789m 1235z"),
    ("a snake of two suits", "11m 23456789p 1234z"),
    ("knitting with one pair apart", "1m1p 2m2p 3m3p 5m5p 6m6p 8m8p 9m8p"),
    ("knitting with three suits", "1m1p 2m2p 3m3p 5m5p 6m6p 8m8p 9m9s"),
    ("knitting with honours", "1m1p 2m2p 3m3p 5m5p 6m6p 8m8p 11z"),
    ("seven ordinary pairs", "11m 22m 44p 66p 77s 99s 33s"),
    ("triples with a foreign pair", "1m1p1s 4m4p4s 5m5p5s 9m9p9s 2m3s"),
    ("triples with a pair of one suit", "1m1p1s 4m4p4s 5m5p5s 9m9p9s 22m"),
    ("pairs of honours with a pair of twos", "11m 99m 11p 22s 11z 55z 77z"),
    ("three of one honour and three of another", "111m 999m 11p 11z 55z 77z"),
]


@pytest.mark.parametrize(("what", "hand"), NO_MAHJONG, ids=[what for what, _ in NO_MAHJONG])
def test_a_near_miss_without_sets_is_no_mahjong(what: str, hand: str) -> None:
    win = win_of(hand, parse_hand(hand).tiles[0])
    assert len(win.concealed) == 14, what
    assert not is_mahjong(win.concealed, win.melds, BRITISH)
    with pytest.raises(InvalidText):
        score(win, BRITISH)


NOT_SPECIAL = [
    ("gates with two tiles missing", win_of("111234567m 999m 22m", "2m"), "One suit only, no honours"),
    ("gates with a melded pong", win_of("2345678999m 5m [111m]", "5m"), "One suit only, no honours"),
    ("heads and tails with an honour", win_of("111p 999p 11z [111m] [999m]", "9p"), "Only 1s, 9s and honours"),
    ("honours with a pair of nines", win_of("555z 666z 99m [111z] [222z]", "9m"), "Only 1s, 9s and honours"),
    ("two scholars", win_of("77z 555p [555z] [666z] [222m]", "5p"), "Pair of Dragons"),
    ("three blessings", win_of("44z 333z 555p [111z] [222z]", "5p"), "Pair of another Wind"),
    ("jade with a five", win_of("555s 88s [222s] [333s] [444s]", "8s"), "One suit only, no honours"),
    ("jade with a red dragon", win_of("777z 88s [222s] [333s] [444s]", "8s"), "One suit plus honours"),
    ("three kongs", win_of("55p 222s [1111m] [2222p] (3333s)", "5p"), "No chows"),
    ("treasure with a melded pong", win_of("222m 333m 666m 88m [444z]", "8m"), "One suit plus honours"),
    ("plum blossom from the wall", win_of("345p 88m [222s] [444m] (7777s)", "5p"), "Drawn from the Wall"),
    (
        "five bamboo from the Kong Box",
        win_of("345s 88m [222s] [444m] (7777p)", "5s", "kong_box"),
        "Kong of 2s to 8s, concealed",
    ),
    ("the moon from the wall", win_of("123p 55m [222s] [888m] [444s]", "1p"), "Drawn from the Wall"),
    (
        "the last tile is no moon",
        win_of("123p 55m [222s] [888m] [444s]", "2p", "last_wall_tile"),
        "Last tile of the Wall",
    ),
    ("one kong only", win_of("123m 55p [222s] (3333p) (7777s)", "1m", "kong_box"), "Drawn from the Kong Box"),
]


@pytest.mark.parametrize(("what", "win", "rule"), NOT_SPECIAL, ids=[what for what, _, _ in NOT_SPECIAL])
def test_a_near_miss_with_sets_scores_by_its_sets(what: str, win: Win, rule: str) -> None:
    found = score(win, BRITISH)
    assert found.lines[0].points < 1000, what
    assert rule in [line.rule for line in found.lines]
    assert found.doublings == sum(line.doublings for line in found.lines)


def test_a_kong_upon_a_kong_is_special_when_it_is_replaced_from_the_kong_box_or_the_tail() -> None:
    hand = "123m 55p [222s] (3333p) (7777s)"
    assert score(win_of(hand, "1m", "kong_box", kong_upon_kong=True), BRITISH).score == 2000
    assert score(win_of(hand, "1m", "wall", kong_upon_kong=True), BRITISH).score == 2000
    assert score(win_of(hand, "1m", "discard", kong_upon_kong=True), BRITISH).score < 2000


def test_a_special_way_to_win_needs_a_complete_hand() -> None:
    with pytest.raises(InvalidText):
        score(win_of("124m 55p 222s 888m 444p", "1m", "heavenly"), BRITISH)


def test_the_higher_of_two_special_hands_counts() -> None:
    knitted = win_of("1m1p 2m2p 3m3p 5m5p 6m6p 8m8p 9m9p", "9p", "heavenly")
    assert [line.rule for line in score(knitted, BRITISH).lines] == ["Heavenly Hand"]
