"""Rulesets: the built-in files, custom ones, and every error in a file."""

from importlib.resources import files

import msgspec
import pytest

from teahouse.core.errors import InvalidOption, InvalidText
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, options, parse_ruleset, with_options
from teahouse.games.classic.scoring.table_score import ScoreRequest, score_hand

BRITISH = files("teahouse.games.classic").joinpath("rulesets", "british.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RULESETS)
def test_a_builtin_ruleset_has_the_name_of_its_file_and_survives_json(name: str) -> None:
    ruleset = load_ruleset(name)
    assert ruleset.name == name
    assert msgspec.json.decode(msgspec.json.encode(ruleset), type=Ruleset) == ruleset


def test_every_option_has_a_meaning_values_and_a_sureness() -> None:
    for option in options():
        assert all((option.meaning, option.values, option.sureness)), option
    assert len({option.name for option in options()}) == len(options()) > 100
    assert {"sets.pong_minor", "special_hands.knitting"} <= {o.name for o in options() if o.is_reconstructed}


def test_bmja_has_its_documented_options() -> None:
    bmja = load_ruleset("bmja")
    assert (bmja.limit, bmja.kong_box_size, bmja.max_chows) == (1000, 14, 1)
    assert (bmja.mahjong.concealed_points, bmja.mahjong.concealed_doublings) == (0, 1)
    assert (bmja.mahjong.kong_box_points, bmja.mahjong.kong_box_doublings) == (22, 1)
    assert (bmja.scoring_pairs, bmja.next_dealer, bmja.personal_winds) == ("valued_honours", "rotate", "rotate")
    assert (bmja.non_dealer_discard_payment, bmja.losers_settle) == ("everybody", True)


def test_a_host_can_change_a_few_values_of_a_base() -> None:
    mine = parse_ruleset(
        'format = 1\nbase = "bmja"\nname = "mine"\nlimit = 1500\n[pairs]\ndragon = 4\n'
        "[payment]\ndealer_self_drawn = { others = 3 }\n",
        "mine.toml",
    )
    assert mine == with_options(
        load_ruleset("bmja"),
        {"name": "mine", "limit": 1500, "pairs.dragon": 4, "payment.dealer_self_drawn.others": 3},
    )


@pytest.mark.parametrize("option", ["title", "name"])
@pytest.mark.parametrize("text", ["", "x" * 61])
def test_a_ruleset_has_a_short_title_and_name(option: str, text: str) -> None:
    with pytest.raises(
        InvalidOption, match=rf"mine.toml: expected a text of at most 60 letters, .*\(option {option}\)"
    ):
        parse_ruleset(f'format = 1\nbase = "bmja"\n{option} = "{text}"\n', "mine.toml")


def test_the_variations_differ_from_british_only_in_their_own_options() -> None:
    two, three, four = (load_ruleset(name) for name in ("two-players", "three-players", "british"))
    changed = {"name": "three-players", "title": three.title, "players": 3, "winds": ["East", "South", "West"]}
    assert three == with_options(four, {**changed, "max_chows": 0, "doublings.no_chows": 0})
    assert (two.players, two.winds, two.least_doublings, two.least_score) == (2, ("East", "West"), 4, 500)
    assert two.payment.other_self_drawn.dealer == two.payment.other_self_drawn.others


SPECIAL_VALUES = "limit, half_limit, limit_and_half, double_limit, off or a number from 1 to 1000000"
BAD_FILES = [
    ("limit = 2000", "", "mine.toml: expected a value for option limit, got none"),
    ("dragon = 2\n", "", "mine.toml: expected a value for option pairs.dragon, got none"),
    ("[pairs]", "[pears]", "mine.toml: unknown option pears, did you mean pairs?"),
    ("limit = 2000", "limit = 2000\nlimits = 3", "mine.toml: unknown option limits, did you mean limit?"),
    ("dragon = 2\n", "dragon = 2\nunicorn = 1\n",
     ("mine.toml: unknown option pairs.unicorn, expected one of dragon, own_wind, prevailing_wind, "
     "own_and_prevailing, other_wind, terminal, minor")),
    ("limit = 2000", "limit = 0", "mine.toml: expected a number from 1 to 1000000 or none, got 0 (option limit)"),
    ("limit = 2000", 'limit = "a lot"',
     "mine.toml: expected a number from 1 to 1000000 or none, got 'a lot' (option limit)"),
    ("dragon = 2\n", "dragon = -2\n", "mine.toml: expected a number from 0 to 1000000, got -2 (option pairs.dragon)"),
    ("dragon = 2\n", "dragon = 2.5\n", "mine.toml: expected a number from 0 to 1000000, got 2.5 (option pairs.dragon)"),
    ("dragon = 2\n", "dragon = true\n",
     "mine.toml: expected a number from 0 to 1000000, got true (option pairs.dragon)"),
    ("no_chows = 1", "no_chows = 21", "mine.toml: expected a number from 0 to 20, got 21 (option doublings.no_chows)"),
    ('"nearest"', '"closest"',
     "mine.toml: expected nearest, best_hand or all_win, got 'closest' (option multiple_mahjong)"),
    ("kong_box = true", "kong_box = 1", "mine.toml: expected true or false, got 1 (option kong_box)"),
    ("chow = [0, 0]", "chow = [0]",
     "mine.toml: expected two numbers, melded and concealed, got [0] (option sets.chow)"),
    ('"East", "South", "West"', '"East", "Up", "West"',
     "mine.toml: expected a list of winds, got ['East', 'Up', 'West', 'North'] (option winds)"),
    ('"East", "South", "West"', '"East", "East", "West"',
     "mine.toml: expected different winds, got East, East, West, North (option winds)"),
    ('"East", "South"', '"South", "East"',
     "mine.toml: expected East first, got South, East, West, North (option winds)"),
    ("players = 4", "players = 3", "mine.toml: expected 3 winds, one a player, got 4 (option winds)"),
    ("players = 4", "players = 5", "mine.toml: expected 2, 3 or 4, got 5 (option players)"),
    ('kong_box_size = "dice"', "kong_box_size = 13",
     "mine.toml: expected dice or an even number 2 to 40, got 13 (option kong_box_size)"),
    ("special_half_limit = 1000", "special_half_limit = 2001",
     "mine.toml: expected at most 2000, got 2001 (option special_half_limit)"),
    ("max_chows = 4", "max_chows = 5", "mine.toml: expected a number from 0 to 4, got 5 (option max_chows)"),
    ('"off"', '"of"', f"mine.toml: expected {SPECIAL_VALUES}, got 'of' (option special_hands.carrying_pole)"),
    ("dealer_self_drawn = { others = 2 }", "dealer_self_drawn = 2",
     "mine.toml: expected a table, got 2 (option payment.dealer_self_drawn)"),
    ('"redeal"', '"stew"', "mine.toml: expected redeal or goulash, got 'stew' (option after_draw)"),
    ("format = 1", "format = 2", "mine.toml: expected format 1, got 2"),
    ("format = 1", "", "mine.toml: expected format 1, got none"),
    ("format = 1", 'format = 1\nbase = "nowhere"',
     f"mine.toml: expected a ruleset among {', '.join(RULESETS)}, got 'nowhere' (option base)"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "complaint"), BAD_FILES)
def test_the_refusal_of_a_bad_file_says_what_is_wrong_and_where(old: str, new: str, complaint: str) -> None:
    assert old in BRITISH
    with pytest.raises(InvalidOption) as caught:
        parse_ruleset(BRITISH.replace(old, new, 1), "mine.toml")
    assert str(caught.value) == complaint


def test_invalid_toml_is_refused_with_its_line() -> None:
    with pytest.raises(InvalidText, match=r"^mine\.toml: expected a ruleset in TOML, got .*line 4"):
        parse_ruleset(BRITISH.replace('name = "british"', "name ="), "mine.toml")


def test_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(InvalidOption, match=r"expected a ruleset among british, bmja, .* got 'welsh'"):
        load_ruleset("welsh")


def test_an_unknown_option_cannot_be_changed() -> None:
    with pytest.raises(InvalidOption, match=r"unknown option pairs\.unicorn"):
        with_options(load_ruleset(), {"pairs.unicorn": 1})


OWN_HAND = """format = 1
base = "british"
name = "mine"
title = "Our table"

[hands.double_run]
name = "Double Run"
parts = ["run 1-7 X", "run 3-9 Y"]
value = "half_limit"
"""
BAD_HANDS = [
    ('"run 3-9 Y"', '"run 3-9"', "mine.toml: option hands.double_run.parts: expected a part such as run 1-9 X"),
    ('"run 3-9 Y"', '"pair Y"', "expected a pattern of 14 tiles, a kong counted as three, got 9"),
    ('"run 3-9 Y"', '"tiles 11111112Q"', "expected tiles such as 1168X or 4z, got '11111112Q' in 'tiles 11111112Q'"),
    ('"run 3-9 Y"', '"7 numbers Y Z"', "expected a pattern of 14 tiles, a kong counted as three, got 21"),
    ('"run 1-7 X", "run 3-9 Y"', '"7 pairs dragons"', "expected enough kinds for 7 groups of 2 tiles, got 3"),
    (
        '"half_limit"',
        '"quarter"',
        "mine.toml: expected limit, half_limit, limit_and_half, double_limit, off or a number",
    ),
    ("parts", "part", "mine.toml: unknown option hands.double_run.part, did you mean hands.double_run.parts?"),
    (
        "Double Run",
        "Knitting",
        "mine.toml: expected a name that no other hand or row has, got 'Knitting' (option hands.double_run)",
    ),
]


def test_a_ruleset_declares_special_hands_of_its_own() -> None:
    mine = parse_ruleset(OWN_HAND, "mine.toml")
    question = ScoreRequest(
        hand="1234567p 3456789s",
        winning_tile="1p",
        source="discard",
        personal_wind="South",
        prevailing_wind="East",
    )
    found = score_hand(question, mine)
    assert [(line.rule, line.points) for line in found.lines] == [("Double Run", 1000)]
    assert score_hand(question, with_options(mine, {"hands.double_run.value": 300})).score == 300
    with pytest.raises(InvalidText, match="expected four sets and a pair or a special hand of british"):
        score_hand(question, load_ruleset())


@pytest.mark.parametrize(("old", "new", "complaint"), BAD_HANDS)
def test_a_pattern_that_cannot_be_read_is_refused_with_file_key_and_what_was_expected(
    old: str, new: str, complaint: str
) -> None:
    with pytest.raises(InvalidOption, match=r"mine\.toml: .*double_run") as refused:
        parse_ruleset(OWN_HAND.replace(old, new, 1), "mine.toml")
    assert complaint in str(refused.value)
