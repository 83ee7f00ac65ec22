"""Scoring rows that a ruleset declares: everything that conditions can express, and what is refused."""

from typing import Any

import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.tiles import Tile, Wind, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.patterns.conditions import Winds
from teahouse.games.classic.rulesets.declared import MOST_TESTS
from teahouse.games.classic.rulesets.ruleset import Ruleset, load_ruleset, parse_ruleset, with_options
from teahouse.games.classic.scoring.losers import score_loser
from teahouse.games.classic.scoring.rows import played_rows
from teahouse.games.classic.scoring.score import Score, is_enough, is_mahjong, score
from teahouse.games.classic.scoring.wins import Loss, Win, WinSource
from teahouse.players.classic.numbers import scores, win_rows

NAME = "Our own row"


def declared(row: str, base: str = "british", more: str = "") -> Ruleset:
    text = f'format = 1\nbase = "{base}"\nname = "mine"\ntitle = "Mine"\n{more}\n[rows.own]\nname = "{NAME}"\n{row}\n'
    return parse_ruleset(text, "mine.toml")


def win(hand: str, last: str, source: WinSource = "discard", bonus: str = "", **more: Any) -> Win:
    read = parse_hand(hand)
    return Win(read.tiles, read.melds, Tile(last), source, Wind.SOUTH, Wind.EAST, parse_tiles(bonus), **more)


def has_row(found: Score) -> bool:
    return NAME in [line.rule for line in found.lines]


FOUR_CHOWS = "123m 456m 789s 55p [234p]"
PONGS = "222m 55p [888s] [444p] [777z]"
OTHERS_OFF = "[special_hands]\nimperial_jade = 'off'\nall_honours = 'off'\ntwofold_fortune = 'off'"
WIND_PAIR = "222m {pair} [888s] [444p] [777z]"
ABILITIES: list[tuple[str, Win, Win]] = [
    # conditions, a hand that meets them, a hand that just fails them
    ('"all minors"', win("234m 456m 678s 55p [234p]", "5p"), win(FOUR_CHOWS, "5p")),
    ('"all 23468s 6z", "some 6z"', win("234s 234s 666s 888s 66z", "6z"), win("234s 234s 666s 888s 44s", "4s")),
    ('"some terminals", "some winds"', win("123m 44z 456m 789s [234p]", "4z"), win(FOUR_CHOWS, "5p")),
    ('"2 suits"', win("123m 456m 789p 55p [234p]", "5p"), win(FOUR_CHOWS, "5p")),
    ('"no suits"', win("111z 222z 55z [333z] [666z]", "5z"), win("111z 222z 55p [333z] [666z]", "5p")),
    ('"4 chows"', win(FOUR_CHOWS, "5p"), win(PONGS, "5p")),
    ('"at most 1 chow"', win("123m 55p [888s] [444p] [777z]", "5p"), win("123m 456m 55p [444p] [777z]", "5p")),
    ('"at least 2 kongs"', win("222m 55p (8888s) [4444p] [777z]", "5p"), win("222m 55p [4444p] 888s [777z]", "5p")),
    ('"2 pongs of dragons"', win("222m 55p 123s [555z] [7777z]", "5p"), win(PONGS, "5p")),
    ('"1 pong of own-wind"', win("222z 55p [888s] [444p] [777z]", "5p"), win("111z 55p [888s] [444p] [777z]", "5p")),
    ('"2 concealed pongs"', win("222m 888s 55p [444p] [777z]", "5p"), win("222m 888s 55p [444p] [777z]", "8s")),
    ('"at least 2 concealed pongs or kongs"', win("222m 55p (8888s) [444p] [777z]", "5p"), win(PONGS, "5p")),
    ('"pair of prevailing-wind"', win(WIND_PAIR.format(pair="11z"), "1z"), win(WIND_PAIR.format(pair="22z"), "2z")),
    ('"pair of worthless"', win(PONGS, "5p"), win("222m 99p [888s] [444p] [777z]", "9p")),
    ('"completes the pair"', win(PONGS, "5p"), win(PONGS, "2m")),
    ('"only tile"', win("123m 55p [888s] [444p] [777z]", "3m"), win("123m 55p [888s] [444p] [777z]", "1m")),
    ('"won with 5p 7z"', win(PONGS, "5p"), win(PONGS, "2m")),
    ('"from kong_box last_discard"', win(PONGS, "5p", "last_discard"), win(PONGS, "5p", "discard")),
    ('"drawn"', win(PONGS, "5p", "wall"), win(PONGS, "5p")),
    ('"claimed"', win(PONGS, "5p", "robbed_kong"), win(PONGS, "5p", "wall")),
    ('"concealed", "no kongs"', win("222m 888s 123p 444p 55p", "1p"), win("222m 888s 123p (4444p) 55p", "1p")),
    ('"kong upon kong"', win("55p 123m [888s] (4444p) (7777z)", "5p", "wall", kong_upon_kong=True), win(PONGS, "5p")),
    ('"original call"', win(FOUR_CHOWS, "5p", original_call=True), win(FOUR_CHOWS, "5p")),
    ('"winning streak"', win(FOUR_CHOWS, "5p", streak=True), win(FOUR_CHOWS, "5p")),
    ('"own flower", "own season"', win(PONGS, "5p", bonus="2f 6f"), win(PONGS, "5p", bonus="2f 5f")),
    ('"four seasons"', win(PONGS, "5p", bonus="5678f"), win(PONGS, "5p", bonus="567f")),
    ('"no bonus tiles"', win(PONGS, "5p"), win(PONGS, "5p", bonus="1f")),
    ('"at least 7 bonus tiles"', win(PONGS, "5p", bonus="1234567f"), win(PONGS, "5p", bonus="123456f")),
    ('["4 chows"], ["1 pong of 7z"]', win(PONGS, "5p"), win("222m 55p [888s] [444p] [666z]", "5p")),
]  # fmt: skip


@pytest.mark.parametrize(("when", "held", "missed"), ABILITIES, ids=[when for when, _, _ in ABILITIES])
def test_a_condition_holds_for_its_hand_and_not_for_a_near_miss(when: str, held: Win, missed: Win) -> None:
    rules = declared(f"when = [{when}]\npoints = 7", more=OTHERS_OFF)
    scored = [score(each, rules) for each in (held, missed)]
    assert [has_row(each) for each in scored] == [True, False]
    assert [list(row) for row in scores(win_rows([held, missed]), rules)] == [
        [each.score, each.points, each.doublings, each.uncounted] for each in scored
    ]


@pytest.mark.parametrize(
    ("row", "base", "expected"),
    [
        ("points = 7", "british", (20 + 4 + 2 + 2 + 4 + 7, 2)),
        ("doublings = 2", "british", (20 + 4 + 2 + 2 + 4, 4)),
        ('doublings = 2\nreplaces = ["no_chows", "dragon_set"]', "british", (20 + 4 + 2 + 2 + 4, 3)),
        ("value = 700", "british", (700, 0)),
        ('value = "half_limit"', "british", (1000, 0)),
        ('value = "limit_and_half"', "club", (1500, 0)),
        ("faan = 2", "hongkong", (0, 3 + 1 + 1 + 2)),
        ("faan = 6\nwhole_hand = true", "hongkong", (0, 6 + 1)),
    ],
)
def test_a_row_gives_its_points_or_doublings(row: str, base: str, expected: tuple[int, int]) -> None:
    rules = declared(f'when = ["no chows"]\n{row}', base)
    held = win(PONGS, "5p")
    found = score(held, rules)
    assert (found.points, found.doublings) == expected
    assert list(scores(win_rows([held]), rules)[0])[1:3] == list(expected)


def test_a_row_for_everybody_counts_for_losers_too() -> None:
    hand = parse_hand("222m 55p [888s] [777z] 19m")
    loss = Loss(hand.tiles, hand.melds, Wind.SOUTH, Wind.EAST)
    doublings = {
        scope: score_loser(
            loss, declared(f'when = ["1 pong of 7z"]\ndoublings = 2\nscope = "{scope}"', "bmja")
        ).doublings
        for scope in ("winner", "everybody")
    }
    assert doublings == {"winner": 1, "everybody": 3}


@pytest.mark.parametrize("counts", ["true", "false"])
def test_a_row_counts_for_the_minimum_or_not(counts: str) -> None:
    rules = declared(f'when = ["4 chows"]\ndoublings = 2\ncounts_for_minimum = {counts}', more="least_doublings = 2")
    found = score(win(FOUR_CHOWS, "5p"), rules)
    assert found.doublings == 2
    assert is_enough(found, rules) == (counts == "true")


def test_a_row_for_any_hand_counts_for_special_hands_too() -> None:
    wonders = win("19m19p19s1234567z 1z", "1z", "last_discard")
    for any_hand in (True, False):
        row = f'when = ["from last_discard"]\nvalue = "double_limit"\nany_hand = {str(any_hand).lower()}'
        assert has_row(score(wonders, declared(row, "club"))) == any_hand


REFUSED = [
    ('when = ["all greens"]\npoints = 1', "mine.toml: option rows.own.when: expected tiles, a suit or one of suits"),
    ('when = ["four chows"]\npoints = 1', "option rows.own.when: expected a condition such as all honours, 1 suit"),
    ('when = ["from box"]\npoints = 1', "expected sources among wall, kong_box"),
    ('when = ["2 chows of winds"]\npoints = 1', "expected kinds only after pongs, got '2 chows of winds'"),
    ('when = ["2 pongs of winds", "1 pong of 7z"]\npoints = 1', "expected pongs counted once in a condition"),
    (
        "when = []\npoints = 1",
        "or of lists of conditions, got [] (option rows.own.when)",
    ),
    ('when = ["drawn"]', "mine.toml: expected points, doublings, faan or a value, got none (option rows.own)"),
    ('when = ["drawn"]\npoints = 1\nvalue = "limit"', "expected a value alone, or points and doublings, got both"),
    ('when = ["drawn"]\nfaan = 1', "expected doublings, or faan where the ruleset counts faan, got 1 faan"),
    ('when = ["drawn"]\ndoublings = 1\nwhole_hand = true', "expected faan or a value for a whole hand, got neither"),
    ('when = ["drawn"]\npoints = 1\nreplaces = ["no_chow"]', "got 'no_chow', did you mean no_chows?"),
    ('when = ["drawn"]\npoint = 1', "unknown option rows.own.point, did you mean rows.own.points?"),
    ('when = ["drawn"]\npoints = "many"', "expected a number of points, got 'many' (option rows.own.points)"),
]


@pytest.mark.parametrize(("row", "complaint"), REFUSED)
def test_a_row_that_cannot_be_read_is_refused_with_file_key_and_what_was_expected(row: str, complaint: str) -> None:
    with pytest.raises(InvalidOption) as error:
        declared(row)
    assert complaint in str(error.value)
    assert str(error.value).startswith("mine.toml: ")


def test_a_row_cannot_have_the_name_of_a_builtin_row() -> None:
    head = 'format = 1\nbase = "british"\nname = "mine"\ntitle = "Mine"\n'
    text = head + '[rows.own]\nname = "No chows"\nwhen = ["drawn"]\npoints = 1'
    with pytest.raises(InvalidOption, match="expected a name that no other hand or row has, got 'No chows'"):
        parse_ruleset(text, "mine.toml")


def many_rows(last: int, more: str = "") -> Ruleset:
    """A ruleset with 24 rows, the last of them with this many conditions; one condition of each holds for `PONGS`."""
    text = f'format = 1\nbase = "british"\nname = "mine"\ntitle = "Mine"\n{more}\n'
    for number, many in enumerate([*[1] * 23, last]):
        when = ", ".join([*['["4 chows"]'] * (many - 1), '["no chows"]'])
        text += f'[rows.own_{number}]\nname = "Own {number}"\nwhen = [{when}]\npoints = 1\n'
    return parse_ruleset(text, "mine.toml")


@pytest.mark.parametrize("more", ["", "bonus_tiles = false"])
def test_rows_may_have_as_many_conditions_as_the_kernel_counts(more: str) -> None:
    rules, held = with_options(load_ruleset(), {"bonus_tiles": not more}), win(PONGS, "5p")
    most = MOST_TESTS - sum(len(row.tests) for row in played_rows(rules, Winds())) - 23
    found = score(held, many_rows(most, more))
    assert found.points == score(held, rules).points + 24
    assert [row[0] for row in scores(win_rows([held]), many_rows(most, more))] == [found.score]
    with pytest.raises(InvalidOption) as error:
        many_rows(most + 1, more)
    complaint = "mine.toml: expected at most 63 conditions of rows, with those of the house, got 64 (option rows)"
    assert str(error.value) == complaint


RED_LANTERN = """
format = 1
base = "british"
name = "mine"
title = "Mine"
[hands.red_lantern]
name = "Red Lantern"
parts = ["run 1-7 X", "one more 1234567X", "pong 7z", "pong own-wind"]
value = "double_limit"
cover = "half"
"""


def test_a_pattern_may_name_the_wind_of_the_seat() -> None:
    rules = with_options(parse_ruleset(RED_LANTERN, "mine.toml"), {"special_hand_cap": "none"})
    own, other = win("12334567p 777z 222z", "7p"), win("12334567p 777z 333z", "7p")
    assert score(own, rules).score == 4000
    assert score(win("12334567p 777z [222z]", "7p"), rules).score == 2000
    assert [row[0] for row in scores(win_rows([own]), rules)] == [4000]
    winds = (Wind.SOUTH, Wind.EAST)
    assert is_mahjong(own.concealed, (), rules, winds=winds)
    assert not is_mahjong(other.concealed, (), rules, winds=winds)
    assert is_mahjong(other.concealed, (), rules, winds=(Wind.WEST, Wind.EAST))


def test_a_condition_may_ask_for_the_thirteen_tiles_before_the_last() -> None:
    rules = with_options(load_ruleset("british"), {"gates_of_heaven_extra": "last"})
    assert score(win("1112345678999m 4m", "4m"), rules).score == 2000
    assert score(win("1112345678999m 4m", "5m"), rules).score < 2000
