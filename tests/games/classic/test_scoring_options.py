"""Every option of scoring or payment changes a score or a payment as described."""

from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from teahouse.core.errors import InvalidText
from teahouse.games.classic.rulesets.fields import MOST_POINTS, Section
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import load_ruleset, with_options
from teahouse.games.classic.rulesets.special_values import SpecialValue
from teahouse.games.classic.scoring.table_score import ScoreRequest, TableScore, score_hand
from tests.tables.hands import table

BRITISH = load_ruleset("british")
ROWS = [row.question for row in table()]


def asked(hand: str, winning: str, source: str, winds: str = "South East", **more: Any) -> ScoreRequest:
    personal, prevailing = winds.split()
    return ScoreRequest(
        hand=hand, winning_tile=winning, source=source, personal_wind=personal, prevailing_wind=prevailing, **more
    )


def found(question: ScoreRequest, ruleset: Ruleset) -> TableScore | str:
    try:
        return score_hand(question, ruleset)
    except InvalidText as error:
        return str(error)


PLAIN = "123m 55p [222s] [888m] [444p]"
CLOSED = "123m 55p 222s 888m 444p"
FOUR_CHOWS = "123m 456m 789s 55p [234p]"
WONDERS = "19m 19p 19s 1234567z 1m"
KNITTING = "1m1p 2m2p 3m3p 5m5p 6m6p 8m8p 9m9p"

CASES: list[tuple[str, Any, Any, ScoreRequest, list[Any], list[Any]]] = [
    # option, its usual value, another, hand, [score, payments…] under each
    ("non_dealer_discard_payment", "discarder_only", "discarder_and_dealer",
     asked(PLAIN, "1m", "discard"), [26, 52, -52, 0, 0], [26, 156, -52, -104, 0]),
    ("non_dealer_discard_payment", "discarder_only", "everybody",
     asked(PLAIN, "1m", "discard"), [26, 52, -52, 0, 0], [26, 182, -52, -104, -26]),
    ("doubling_role", "dealer", "east",
     asked(PLAIN, "1m", "wall", "East East"), [28, 112, -56, -28, -28], [28, 168, -56, -56, -56]),
    ("doubling_role", "dealer", "east",
     asked(PLAIN, "1m", "discard", discarder_is_east=True), [26, 52, -52, 0, 0], [26, 104, -104, 0, 0]),
    ("robbed_player_pays_as", "discarder", "self_drawn",
     asked(PLAIN, "1m", "robbed_kong"), [52, 104, -104, 0, 0], [52, 208, -52, -104, -52]),
    ("concealed_allows_winning_discard", True, False,
     asked(CLOSED, "1m", "discard"), [42, 84, -84, 0, 0], [32, 64, -64, 0, 0]),
    ("concealed_bonus_stacks_with_wall", True, False,
     asked(CLOSED, "1m", "wall"), [44, 176, -88, -44, -44], [42, 168, -84, -42, -42]),
    ("winning_discard_set", "melded", "concealed",
     asked(CLOSED, "2s", "discard"), [40, 80, -80, 0, 0], [42, 84, -84, 0, 0]),
    ("claimed_kong_is", "melded", "concealed",
     asked("123m 55p 222s 888m [4444p]", "1m", "wall"), [38, 152, -76, -38, -38], [48, 192, -96, -48, -48]),
    ("claimed_kong_is", "melded", "concealed_for_doublings",
     asked("123m 55p 222s 888m [4444p]", "1m", "wall"), [38, 152, -76, -38, -38], [48, 192, -96, -48, -48]),
    ("claimed_kong_is", "melded", "concealed",
     asked("123m 55p 222s 888m [444p+4p]", "1m", "wall"), [38, 152, -76, -38, -38], [38, 152, -76, -38, -38]),
    ("mahjong.last_wall_tile_points", 20, 22,
     asked(PLAIN, "1m", "last_wall_tile"), [52, 208, -104, -52, -52], [56, 224, -112, -56, -56]),
    ("limit", 2000, None,
     asked("888s 222z 66z [111z] [1111s]", "8s", "wall", bonus="2f 6f"), [2000, 8000, -4000, -2000, -2000],
     [4096, 16384, -8192, -4096, -4096]),
    ("special_hand_value", 2000, 3000,
     asked(WONDERS, "1z", "wall"), [2000, 8000, -4000, -2000, -2000], [2000, 8000, -4000, -2000, -2000]),
    ("special_half_limit", 1000, 500,
     asked(KNITTING, "9p", "wall"), [1000, 4000, -2000, -1000, -1000], [500, 2000, -1000, -500, -500]),
    ("limit_applies_to", "hand", "payment",
     asked(WONDERS, "1z", "wall"), [2000, 8000, -4000, -2000, -2000], [2000, 6000, -2000, -2000, -2000]),
    ("limit_applies_to", "hand", "payment",
     asked("888s 222z 66z [111z] [1111s]", "8s", "wall", bonus="2f 6f"), [2000, 8000, -4000, -2000, -2000],
     [4096, 6000, -2000, -2000, -2000]),
    ("scoring_pairs", "all_majors", "valued_honours",
     asked("123m 99p [222s] [888m] [444p]", "1m", "discard"), [28, 56, -56, 0, 0], [26, 52, -52, 0, 0]),
    ("bouquet_doublings", 1, 2,
     asked(PLAIN, "1m", "discard", bonus="1234f"), [168, 336, -336, 0, 0], [336, 672, -672, 0, 0]),
    ("bouquet_replaces_own", False, True,
     asked(PLAIN, "1m", "discard", bonus="1234f"), [168, 336, -336, 0, 0], [84, 168, -168, 0, 0]),
    ("concealed_allows_kongs", True, False,
     asked("123m 55p 222s 888m (4444p)", "1m", "wall"), [56, 224, -112, -56, -56], [46, 184, -92, -46, -46]),
    ("payment.divisor", 1, 2,
     asked(PLAIN, "1m", "discard"), [26, 52, -52, 0, 0], [26, 26, -26, 0, 0]),
    ("bonus_tile_points", 4, 0,
     asked(PLAIN, "1m", "discard", bonus="1f"), [30, 60, -60, 0, 0], [26, 52, -52, 0, 0]),
    ("one_suit_only_allows_chows", True, False,
     asked("456m 55m [222m] [888m] [999m]", "5m", "discard"), [224, 448, -448, 0, 0], [56, 112, -112, 0, 0]),
    ("special_hand_adds_bonus_tiles", False, True,
     asked(KNITTING, "9p", "discard", bonus="2f 6f"), [1000, 2000, -2000, 0, 0], [1032, 2064, -2064, 0, 0]),
    ("gates_of_heaven_extra", "any", "last",
     asked("1112345678999m 3m", "4m", "wall"), [2000, 8000, -4000, -2000, -2000], [336, 1344, -672, -336, -336]),
    ("gates_of_heaven_extra", "any", "minor",
     asked("1112345678999m 1m", "1m", "wall"), [2000, 8000, -4000, -2000, -2000], [336, 1344, -672, -336, -336]),
    ("buried_treasure_tiles", "one_suit", "any_from_wall",
     asked("222m 333m 666p 444z 88m", "8m", "wall"), [104, 416, -208, -104, -104], [2000, 8000, -4000, -2000, -2000]),
    ("buried_treasure_tiles", "one_suit", "any_from_wall",
     asked("222m 333m 666m 444z 88m", "8m", "discard"), [2000, 4000, -4000, 0, 0], [200, 400, -400, 0, 0]),
    ("buried_treasure_tiles", "one_suit", "any_drawn",
     asked("222m 333m 666p (4444z) 88m", "8m", "wall"), [152, 608, -304, -152, -152],
     [2000, 8000, -4000, -2000, -2000]),
    ("imperial_jade_needs_green_dragon", False, True,
     asked("666s 88s [222s] [333s] [444s]", "8s", "discard"), [2000, 4000, -4000, 0, 0], [480, 960, -960, 0, 0]),
    ("three_scholars_allows_chow", True, False,
     asked("777z 123m 55p [555z] [666z]", "5p", "discard"), [2000, 4000, -4000, 0, 0], [288, 576, -576, 0, 0]),
    ("all_pair_honours_all_different", False, True,
     asked("1111m 99m 99s 11z 55z 77z", "1m", "discard"), [1000, 2000, -2000, 0, 0], []),
    ("max_chows", 4, 3, asked(FOUR_CHOWS, "1m", "discard"), [20, 40, -40, 0, 0], []),
    ("least_score", 0, 21, asked(FOUR_CHOWS, "1m", "discard"), [20, 40, -40, 0, 0], []),
    ("least_doublings", 0, 1, asked(FOUR_CHOWS, "1m", "discard"), [20, 40, -40, 0, 0], []),
    ("bonus_tiles", True, False, asked(PLAIN, "1m", "discard", bonus="1f"), [30, 60, -60, 0, 0], []),
    ("heavenly_allows_replacements", True, False,
     asked(CLOSED, "1m", "heavenly", bonus="1f"), [2000, 12000, -4000, -4000, -4000], []),
    ("doublings.original_call", 0, 1,
     asked(CLOSED, "5p", "discard", original_call=True), [42, 84, -84, 0, 0], [84, 168, -168, 0, 0]),
    ("doublings.little_dragons", 0, 1,
     asked("123m 66z [555z] [777z] [222s]", "1m", "discard"), [128, 256, -256, 0, 0], [256, 512, -512, 0, 0]),
    ("doublings.little_winds", 0, 1,
     asked("123m 33z [111z] [222z] [444z]", "1m", "discard"), [272, 544, -544, 0, 0], [544, 1088, -1088, 0, 0]),
    ("doublings.three_concealed_pongs", 0, 1,
     asked(CLOSED, "1m", "discard"), [42, 84, -84, 0, 0], [84, 168, -168, 0, 0]),
    ("doublings.three_concealed_pongs", 0, 1,
     asked(CLOSED, "2s", "discard"), [40, 80, -80, 0, 0], [40, 80, -80, 0, 0]),
    ("doublings.four_chows", 0, 1,
     asked(FOUR_CHOWS, "1m", "discard"), [20, 40, -40, 0, 0], [40, 80, -80, 0, 0]),
    ("doublings.four_chows", 0, 1,
     asked("123m 456m 789s 99p [234p]", "1m", "discard"), [22, 44, -44, 0, 0], [22, 44, -44, 0, 0]),
    ("special_hands.carrying_pole", "off", "limit",
     asked("123s 55p [222m] [888m] [444p]", "2s", "robbed_kong"), [52, 104, -104, 0, 0], [2000, 4000, -4000, 0, 0]),
    ("special_hands.run_pung_pair", "off", "limit",
     asked("123456789p 777p 22p", "2p", "discard"), [272, 544, -544, 0, 0], [2000, 4000, -4000, 0, 0]),
    ("special_hands.heads_and_tails", "limit", 800,
     asked("111m 999m 11p 999s [111s]", "1p", "discard"), [2000, 4000, -4000, 0, 0], [800, 1600, -1600, 0, 0]),
    ("sets.chow", [0, 0], [1, 3],
     asked(FOUR_CHOWS, "1m", "discard"), [20, 40, -40, 0, 0], [28, 56, -56, 0, 0]),
    ("pairs.minor", 0, 2, asked(FOUR_CHOWS, "1m", "discard"), [20, 40, -40, 0, 0], [22, 44, -44, 0, 0]),
    ("payment.dealer_on_discard.others", 0, 1,
     asked(PLAIN, "1m", "discard", dealer=True), [26, 104, -104, 0, 0], [26, 156, -104, -26, -26]),
]  # fmt: skip


@pytest.mark.parametrize(("option", "usual", "other", "question", "before", "after"), CASES)
def test_an_option_changes_the_answer_as_it_says(
    option: str, usual: Any, other: Any, question: ScoreRequest, *, before: list[Any], after: list[Any]
) -> None:
    def numbers(ruleset: Ruleset) -> list[Any]:
        answered = found(question, ruleset)
        return [] if isinstance(answered, str) else [answered.score, *(share.tallies for share in answered.payments)]

    assert with_options(BRITISH, {option: usual}) == BRITISH
    assert numbers(BRITISH) == before
    assert numbers(with_options(BRITISH, {option: other})) == after


def test_a_special_hand_is_worth_more_than_the_limit_only_where_it_is_not_capped() -> None:
    hand, twice = asked(WONDERS, "1z", "wall"), {"special_hands.thirteen_wonders": "double_limit"}
    scores = [
        score_hand(hand, with_options(BRITISH, {**twice, "special_hand_cap": cap})).score for cap in ("limit", "none")
    ]
    assert scores == [2000, 4000]


def test_a_special_hand_without_a_limit_is_worth_its_own_value() -> None:
    hand = asked(WONDERS, "1z", "wall")
    rulesets = [with_options(BRITISH, {"limit": None, "special_hand_value": value}) for value in (2000, 3000)]
    scores = [score_hand(hand, ruleset).score for ruleset in rulesets]
    assert scores == [2000, 3000]


@pytest.mark.parametrize(
    ("source", "paid"),
    [
        ("wall", [4, -2, -1, -1]),
        ("kong_box", [4, -2, -1, -1]),
        ("last_wall_tile", [4, -2, -1, -1]),
        ("earthly", [4, -2, -1, -1]),
        ("heavenly", [6, -2, -2, -2]),
        ("discard", [2, -2, 0, 0]),
        ("last_discard", [2, -2, 0, 0]),
        ("robbed_kong", [2, -2, 0, 0]),
    ],
)
def test_every_source_is_paid_as_drawn_or_as_discarded(source: str, paid: list[int]) -> None:
    answered = score_hand(asked(CLOSED, "1m", source, bonus="1f"), BRITISH)
    assert [share.tallies for share in answered.payments] == [factor * answered.score for factor in paid]


@pytest.mark.parametrize("name", ["two-players", "three-players"])
def test_without_chows_there_is_neither_a_chow_nor_a_doubling_for_having_none(name: str) -> None:
    ruleset = with_options(load_ruleset(name), {"least_doublings": 0, "least_score": 0})
    answered = score_hand(asked("444p 55p [333p] [222s] [888m]", "4p", "wall", "East East"), ruleset)
    assert (answered.points, answered.doublings) == (32, 0)
    complaint = f"expected no more chows than 0 under {name}, got 1 (hand)"
    assert found(asked(PLAIN, "1m", "wall", "East East"), ruleset) == complaint


SCORING_TABLES = ("mahjong", "sets", "pairs", "doublings", "special_hands", "payment")
MORE_HANDS = [
    *(case[3] for case in CASES),
    asked(PLAIN, "1m", "wall", "East East", winning_streak=True),
    asked(PLAIN, "1m", "discard", bonus="1234567f"),
    *(msgspec.structs.replace(question, dealer=True) for question in ROWS[:20] if question.source != "earthly"),
]
HANDS = [*MORE_HANDS, *ROWS]

BESIDE: dict[str, dict[str, Any]] = {
    "doublings.big_dragons": {"special_hands.three_scholars": "off"},
    "doublings.big_winds": {"special_hands.four_blessings": "off"},
    "doublings.kong_upon_kong": {"special_hands.twofold_fortune": "off"},
}
"""Special hands that must be off for a row to be seen alone."""


def leaves(kind: Any, path: str) -> list[tuple[str, Any]]:
    """Every option below a table of the ruleset, with the type of its value."""
    if isinstance(kind, type) and issubclass(kind, Section):
        return [leaf for field in msgspec.structs.fields(kind) for leaf in leaves(field.type, f"{path}.{field.name}")]
    return [(path, get_args(kind)[0])]


LEAVES = [
    leaf
    for field in msgspec.structs.fields(Ruleset)
    if field.name in SCORING_TABLES
    for leaf in leaves(field.type, field.name)
]


def other_values(ruleset: Ruleset, name: str, kind: Any) -> list[Any]:
    value: Any = ruleset
    for part in name.split("."):
        value = getattr(value, part)
    if get_origin(kind) is Literal:
        return [other for other in get_args(kind) if other != value]
    if kind == SpecialValue:
        if value == "off" and name.rpartition(".")[2] != "carrying_pole":
            return ["double_limit"]  # a lower value may equal what the tiles are worth anyway
        return [other for other in ("half_limit", "limit", "double_limit", 800, "off") if other != value]
    return [[value[0] + 1, value[1]], [value[0], value[1] + 1]] if get_origin(kind) is tuple else [value + 1]


@pytest.mark.parametrize(("name", "kind"), LEAVES, ids=[name for name, _ in LEAVES])
def test_every_value_of_the_tables_changes_some_score(name: str, kind: Any) -> None:
    who_pays: dict[str, Any] = (
        {"non_dealer_discard_payment": "everybody"} if name.startswith("payment.other_on_discard") else {}
    )
    changes = who_pays | BESIDE.get(name, {})
    base = with_options(BRITISH, changes)
    values = other_values(base, name, kind)
    assert values
    answered = list(zip(HANDS, answers(tuple(changes.items())), strict=True))
    for value in values:
        changed = with_options(base, {name: value})
        shows = next((one for one in answered if found(one[0], changed) != one[1]), None)
        assert shows is not None, value
        answered.insert(0, shows)  # a hand that shows one value often shows the next


@cache
def answers(changes: tuple[tuple[str, Any], ...]) -> tuple[TableScore | str, ...]:
    """The score of every hand under the British ruleset with these changes."""
    ruleset = with_options(BRITISH, dict(changes))
    return tuple(found(question, ruleset) for question in HANDS)


@pytest.mark.parametrize("limit_applies_to", ["hand", "payment"])
def test_no_hand_is_worth_more_than_a_ledger_can_hold(limit_applies_to: str) -> None:
    doublings = {f"doublings.{name}": 20 for name in ("dragon_set", "own_wind_set", "own_flower", "own_season")}
    changes = {**doublings, "limit": None, "limit_applies_to": limit_applies_to, "special_hand_adds_bonus_tiles": True}
    ruleset = with_options(load_ruleset(), changes)
    for hand in ("222z 555z 123m 99p [666z]", WONDERS):
        answered = score_hand(asked(hand, "1m", "wall", bonus="2f 6f"), ruleset)
        assert answered.score == MOST_POINTS
        assert sum(line.points for line in answered.lines) == answered.points <= 2 * MOST_POINTS
        assert max(abs(share.tallies) for share in answered.payments) < 2**31
