"""Every option of play, with deals in which its values make a difference, and rules that are not options."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Result
from teahouse.core.match import Setup
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, Wind, parse_tiles
from teahouse.games.classic import Classic, ClassicMatch, ClassicRules, Drew, KongDeclared, Opening, load_ruleset
from teahouse.games.classic.rulesets.ruleset import options, with_options
from teahouse.games.classic.scoring.score import is_enough, score
from teahouse.games.classic.scoring.wins import Win
from tests.deals.script import Outcome, Script
from tests.laws.classic import check_end

DEALS = Path(__file__).parents[2] / "deals"


def bare(name: str, *, until: str = "") -> str:
    """A scripted deal up to the line with this beginning, without its expectations."""
    lines: list[str] = []
    for line in (DEALS / f"{name}.txt").read_text("utf-8").splitlines():
        if until and line.startswith(until):
            break
        if not line.startswith(("wins", "scores", "ends", "#")) and " holds " not in line:
            parts = [part for part in line.partition("#")[0].split(";") if " may " not in part]
            lines.append(";".join(parts))
    return "\n".join(lines)


def source(outcome: Outcome) -> str:
    return outcome.source


def ending(outcome: Outcome) -> str | None:
    return outcome.state.ending


def winners(outcome: Outcome) -> tuple[Seat, ...]:
    return tuple(win.seat for win in outcome.state.wins)


def kong_offer(outcome: Outcome) -> str | None:
    return [event.offer for event in outcome.events if isinstance(event, KongDeclared)][-1]


def last_supply(outcome: Outcome) -> str:
    return [event.supply for event in outcome.events if isinstance(event, Drew)][-1]


def kong_box(outcome: Outcome) -> int:
    return len(outcome.state.box)


def may_kong(outcome: Outcome) -> bool:
    return any(text.startswith("kong") for text in outcome.may())


FIRST_DRAW_AFTER_A_PONG = """
hand 0 147m 258s 1234567z 4p
hand 1 369m 147s 258p 1122z
hand 2 258m 369s 44p 77z 55z 6z
hand 3 123m 456m 789s 23p 99p
box 1p 2p 3p 6p
wall 1p 9s 4p 1z
0 4p; 2 pong
2 5m
3 mahjong
"""
KONG_FROM_THE_BOX = """
ruleset british kong_after_claim=true
hand 0 55p 1111z 147m 258s 9m 6z
hand 1 5p 369m 147s 99p 5z 7z 2z 3z
hand 2 46p 123m 456s 789s 22s
hand 3 258m 369s 18p 77z 55z 6z
box 5p 2p 3p 4p
wall 8p 9s 8s
0 9m
1 5p; 0 pong
0 kong 1z
0 kong 5p
"""
KONG_FROM_THE_WALL_AFTER_ANOTHER = """
hand 0 55p 1111z 147m 258s 5z 6z
hand 1 5p 369m 147s 99p 5z 7z 2z 3z
hand 2 46p 123m 456s 789s 22s
hand 3 258m 369s 18p 77z 55z 6z
box 3z 2p 3p 4p
wall 8p 9s 8s 9m 5p 1p
0 5z
1 5p; 0 pong
0 6z
1 9s
2 8s
3 9m
0 kong 1z
0 kong 5p
"""
CONCEALED_KONG = """
hand 0 9999m 258s 1234567z
hand 1 358m 147s 258p 1122z
hand 2 11m 19p 19s 1234567z
hand 3 258m 369s 18p 77z 55z 6z
box 1p 2p 3p 6p
wall 8p 9s 8s
"""
FOUR_KEPT = """
hand 0 147m 258p 1234567z 9m
hand 1 222s 777p 123m 45m 99s
hand 2 369m 147s 258p 1122z
hand 3 258m 369s 18p 77z 55z 6z
box 4m 6m 3p 6p
wall 2s 9s 1z 8m 9m
0 9m
1 9s
2 9s
3 1z
0 8m
"""
FOUR_DEALT = """
hand 0 147m 258p 1234567z 9m
hand 1 2222s 77p 123m 99s 59m
hand 2 369m 147s 258p 1122z
hand 3 258m 369s 18p 77z 55z 6z
box 4m 6m 3p 6p
wall 1p 9s 1z 8m 9m
0 9m
"""
FOUR_DEALT_AND_KEPT = FOUR_DEALT + "1 1p\n2 9s\n3 1z\n0 8m"
CLAIM_WITH_FOUR_ALIKE = """
hand 0 147m 369s 1234567z 3p
hand 1 2222s 777p 12p 45m 99s
hand 2 369m 147s 258p 1122z
hand 3 258m 369s 18p 77z 55z 6z
box 4m 6m 3p 6p
wall 9m 8s 1z 8m 9m
0 3p; 1 chow 123p
"""
BETTER_HAND_FARTHER = """
seats east=0 dealer=3
hand 3 147m 258s 123456z 1p 9m
hand 0 147s 258p 1122z 369m
hand 1 123m 456m 789s 23p 99p
hand 2 678m 777z 234s 56p 88p
box 1p 2p 3p 6p
wall 4p 9s 1z
3 9m
0 4p; 1 mahjong; 2 mahjong
"""

CASES: list[tuple[str, str, Callable[[Outcome], Any], dict[Any, Any]]] = [
    (
        "earthly_hand",
        bare("earthly_from_the_wall"),
        source,
        {"first_turn_uninterrupted": "earthly", "first_turn": "earthly", "first_discard_only": "wall"},
    ),
    (
        "earthly_hand",
        bare("earthly_after_a_concealed_kong"),
        source,
        {"first_turn_uninterrupted": "earthly", "first_turn": "earthly", "first_discard_only": "earthly"},
    ),
    (
        "earthly_hand",
        FIRST_DRAW_AFTER_A_PONG,
        source,
        {"first_turn_uninterrupted": "wall", "first_turn": "earthly", "first_discard_only": "wall"},
    ),
    ("heavenly_allows_replacements", bare("heavenly"), source, {True: "heavenly", False: "kong_box"}),
    ("rob_added_kong", bare("robbing_a_kong", until="0 kong") + "\n0 kong 5p", kong_offer,
     {"any_draw": "added_kong", "wall_draw": "added_kong"}),
    ("rob_added_kong", KONG_FROM_THE_BOX, kong_offer, {"any_draw": "added_kong", "wall_draw": None}),
    ("rob_added_kong", KONG_FROM_THE_WALL_AFTER_ANOTHER, kong_offer,
     {"any_draw": "added_kong", "wall_draw": "added_kong"}),
    ("rob_concealed_kong", CONCEALED_KONG + "0 kong 9m", kong_offer,
     {"never": None, "thirteen_wonders": "concealed_kong"}),
    ("kong_box_empty", bare("exhausted_kong_box"), ending,
     {"draw_game": "kong_box_exhausted", "take_from_wall_tail": None}),
    ("kong_box_empty", bare("exhausted_kong_box_served_from_the_tail", until="1 9p"), last_supply,
     {"take_from_wall_tail": "wall_tail"}),
    ("tail_replacement_is", bare("kong_replaced_from_the_tail"), source, {"wall": "wall", "kong_box": "kong_box"}),
    ("tail_replacement_is", bare("kong_replaced_with_the_last_wall_tile"), source,
     {"wall": "last_wall_tile", "kong_box": "kong_box"}),
    ("kong_box_replenish", bare("kong_upon_kong", until="1 mahjong"), kong_box, {False: 2, True: 4}),
    ("declare_concealed_kong", FOUR_KEPT, may_kong, {"optional_on_own_turn": True, "at_once": False}),
    ("declare_concealed_kong", bare("kong_upon_kong", until="1 "), may_kong,
     {"optional_on_own_turn": True, "at_once": True}),
    ("declare_concealed_kong", FOUR_DEALT, may_kong, {"optional_on_own_turn": True, "at_once": True}),
    ("declare_concealed_kong", FOUR_DEALT_AND_KEPT, may_kong, {"optional_on_own_turn": True, "at_once": False}),
    ("kong_after_claim", CLAIM_WITH_FOUR_ALIKE, may_kong, {True: True, False: False}),
    ("multiple_mahjong", BETTER_HAND_FARTHER, winners, {"nearest": (1,), "best_hand": (2,), "all_win": (1, 2)}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "script", "measure", "expected"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)]
)
def test_an_option_of_play_changes_the_deal_as_it_says(
    option: str, script: str, measure: Callable[[Outcome], Any], expected: Mapping[Any, Any]
) -> None:
    assert {value: measure(Script(script, {option: value}).play()) for value in expected} == expected


def test_a_kong_box_is_as_large_as_its_option_says() -> None:
    def sizes(value: Any) -> set[int]:
        game = Classic(ClassicRules(ruleset=with_options(load_ruleset(), {"kong_box_size": value})))
        openings = [game.deal(b"%d" % seed).opening for seed in range(60)]
        assert all(opening.wall + opening.box == 144 for opening in openings)
        if value == "dice":
            assert all(opening.box == 2 * sum(opening.rolls[-1].dice) + 2 for opening in openings)
        return {opening.box for opening in openings}

    assert sizes(14) == {14}
    assert sizes(16) == {16}
    assert min(sizes("dice")) >= 6
    assert max(sizes("dice")) <= 26
    assert len(sizes("dice")) > 6


def test_without_a_kong_box_the_tail_of_the_wall_serves() -> None:
    script = (
        bare("kong_upon_kong", until="1 kong 7p").replace("box 7p 6m 3p 6p", "box").replace("wall 2s", "wall 2s 5s 3s")
    )
    outcome = Script(script + "\n1 holds 12345m 777p 99s 1z", {"kong_box": False}).play()
    assert last_supply(outcome) == "wall_tail"
    dealt = Classic(ClassicRules(ruleset=with_options(load_ruleset(), {"kong_box": False}))).deal(b"tea")
    assert (dealt.opening.wall, dealt.opening.box) == (144, 0)


def test_bonus_tiles_can_be_left_out() -> None:
    dealt = Classic(ClassicRules(ruleset=with_options(load_ruleset(), {"bonus_tiles": False}))).deal(b"tea")
    assert dealt.opening.wall + dealt.opening.box == 136
    assert not any(tile.is_bonus for tile in (*dealt.wall, *dealt.box))


def test_max_chows_bounds_the_chows_that_are_claimed() -> None:
    script = """
    hand 0 147m 369s 1234567z 3p
    hand 1 12p 45m 56s 99s 11188m
    hand 2 369m 147s 258p 1122z
    hand 3 258m 369s 18p 77z 55z 6z
    box 4m 6m 3p 6p
    wall 9m 9p 6m
    0 3p; 1 may chow 123p, pass; 1 chow 123p
    1 8m
    2 9m
    3 9p
    0 6m; ?
    """
    assert Script(script, {"max_chows": 4}).play().may(1) == ["chow 456m", "pass"]
    assert Script(script, {"max_chows": 1}).play().may(1) == ["pass"]


def test_a_player_who_must_announce_being_ready_cannot_win_without_it() -> None:
    silent = bare("last_discard", until="3 4p") + "\n3 4p; ?"
    assert Script(silent, {"must_declare_ready": False}).play().may(1) == ["mahjong", "pass"]
    assert Script(silent, {"must_declare_ready": True}).play().may(1) == ["pass"]
    announced = silent.replace("1 8p", "1 ready 8p")
    outcome = Script(announced, {"must_declare_ready": True}).play()
    assert outcome.may(1) == ["mahjong", "pass"]
    assert outcome.state.ready == (False, True, False, False)
    with pytest.raises(IllegalMove):
        Script(announced, {"must_declare_ready": False}).play()
    with pytest.raises(IllegalMove):  # the hand is not ready without 1m
        Script(silent.replace("1 8p", "1 ready 1m"), {"must_declare_ready": True}).play()


def test_a_player_without_a_turn_to_announce_being_ready_may_win() -> None:
    script = """
    hand 0 147m 258s 1234567z 9m
    hand 1 258m 369s 18p 77z 55z 6z
    hand 2 369m 147s 258p 1122z
    hand 3 123m 456m 789s 23p 99p
    box 1p 2p 3p 6p
    wall 4p 9s 8p
    0 9m
    1 4p; ?
    """
    for must in (False, True):
        assert Script(script, {"must_declare_ready": must}).play().may(3) == ["mahjong", "pass"]


def test_a_concealed_kong_is_robbed_by_thirteen_wonders_alone() -> None:
    options = {"rob_concealed_kong": "thirteen_wonders"}
    outcome = Script(
        CONCEALED_KONG + "0 kong 9m; 2 may mahjong, pass; 2 mahjong\nwins 2 robbed_kong 2000", options
    ).play()
    assert outcome.scores == (-8000, 0, 8000, 0)
    settled = Script(CONCEALED_KONG + "0 kong 9m; 2 mahjong", {**options, "losers_settle": True}).play()
    check_end(settled.game, settled.state)
    assert settled.state.wins[0].losers[0].score.lines[0].rule == "Pong of 1s or 9s, concealed"
    ordinary = CONCEALED_KONG.replace("hand 2 11m 19p 19s 1234567z", "hand 2 78m 123p 456p 789p 44s")
    assert Script(ordinary + "0 kong 9m; ?", options).play().may(2) == ["pass"]


def test_of_several_winners_none_pays_another() -> None:
    everybody = {"non_dealer_discard_payment": "everybody"}
    alone = [Script(BETTER_HAND_FARTHER.replace(f"; {other} mahjong", ""), everybody).play() for other in (2, 1)]
    both = Script(BETTER_HAND_FARTHER, {**everybody, "multiple_mahjong": "all_win"}).play()
    first, second = (outcome.state.wins[0] for outcome in alone)
    assert both.state.wins[0].receipts == tuple(
        {1: -sum(first.receipts[seat] for seat in (0, 3)), 2: 0}.get(seat, first.receipts[seat]) for seat in range(4)
    )
    assert both.state.wins[1].receipts == tuple(
        {2: -sum(second.receipts[seat] for seat in (0, 3)), 1: 0}.get(seat, second.receipts[seat]) for seat in range(4)
    )


def test_two_players_cannot_win_cheaply() -> None:
    script = """
    ruleset two-players
    hand 0 147m 258s 1234567z 4p
    hand 1 111m 222m 333m 45p 44p
    box 1p 2p 3p 6p
    wall 8p 9s 1z
    0 4p; ?
    """
    cheap = script.replace("45p 44p", "99p 44p")
    plain = {"special_hands.earthly_hand": "off", "special_hands.buried_treasure": "off"}
    anything = plain | {"least_doublings": 0, "least_score": 0}
    assert Script(cheap, anything).play().may(1) == ["mahjong", "pong", "pass"]
    assert Script(cheap, plain).play().may(1) == ["pong", "pass"]
    assert Script(cheap).play().may(1) == ["mahjong", "pong", "pass"]  # an Earthly Hand is worth the limit


def test_a_special_hand_is_never_too_cheap() -> None:
    wonders = Win(tuple(parse_tiles("19m 19p 19s 1234567z 1m")), (), Tile.M1, "wall", Wind.EAST, Wind.EAST)
    for asked in ({"least_doublings": 5}, {"least_score": 5000}):
        ruleset = with_options(load_ruleset(), asked)
        assert is_enough(score(wonders, ruleset), ruleset)


def test_an_original_call_is_a_hand_never_changed_since_the_deal() -> None:
    def lines(script: str) -> list[str]:
        outcome = Script(script, {"doublings.original_call": 1}).play()
        return [line.rule for line in outcome.state.wins[0].score.lines]

    kept = bare("last_discard")
    assert "Original call" in lines(kept)
    changed = kept.replace("hand 1 123m 456m 789s 23p 99p", "hand 1 123m 456m 789s 38p 99p").replace(
        "wall 8p", "wall 2p"
    )
    assert "Original call" not in lines(changed)


def test_an_original_call_may_begin_with_the_first_discard() -> None:
    def lines(script: str, **options: object) -> list[str]:
        outcome = Script(script, {"doublings.original_call": 1, **options}).play()
        return [line.rule for line in outcome.state.wins[0].score.lines]

    kept = bare("last_discard").replace("hand 1 123m 456m 789s 23p 99p", "hand 1 123m 456m 789s 38p 99p")
    kept = kept.replace("wall 8p", "wall 2p")  # South keeps the first draw, 2p, and discards 8p
    assert "Original call" not in lines(kept, original_call_from="deal")
    assert "Original call" in lines(kept, original_call_from="first_discard")
    must = {"original_call_from": "first_discard", "must_declare_ready": True}
    assert "Original call" in lines(kept.replace("1 8p", "1 ready 8p"), **must)


def test_a_loser_who_fished_for_a_special_hand_gets_a_share_of_its_value() -> None:
    silent = bare("fishing").replace("ready ", "")

    def west(script: str, **options: object) -> int:
        losers = Script(script, options).play().state.wins[0].losers
        return next(loser.score.score for loser in losers if loser.seat == 2)

    free = {"must_declare_ready": False}
    assert [west(silent, fishing_fifths=fifths, **free) for fifths in (0, 1, 2, 5)] == [2, 200, 400, 1000]
    assert west(bare("fishing"), fishing_fifths=2) == 400
    assert west(bare("fishing").replace("2 ready 4m", "2 4m"), fishing_fifths=2) == 2  # West did not declare fishing


def test_losers_settle_by_the_hands_they_lay_open() -> None:
    quiet = Script(bare("last_discard"), {"losers_settle": False}).play()
    settled = Script(bare("last_discard"), {"losers_settle": True}).play()
    assert quiet.state.wins[0].losers == ()
    assert [loser.seat for loser in settled.state.wins[0].losers] == [0, 2, 3]
    assert sum(settled.scores) == 0
    assert settled.scores[1] == quiet.scores[1]
    assert settled.scores != quiet.scores


def test_a_player_who_cannot_pay_pays_what_is_left_or_goes_into_debt() -> None:
    script = bare("last_discard").replace("hand 0", "tallies 2000 2000 2000 100\nhand 0", 1)
    assert Script(script, {"on_bankrupt": "allow_debt"}).play().scores == (0, 128, 0, -128)
    assert Script(script, {"on_bankrupt": "pay_what_is_left"}).play().scores == (0, 100, 0, -100)


def test_a_session_ends_with_debt_where_the_ruleset_says_so() -> None:
    ruined = Result((-8000, 0, 8000, 0), (Seat(2),), "mahjong", {"dealer": 0, "east": 0})
    assert session(on_bankrupt="end_session").setup((ruined,)) is None
    assert session(on_bankrupt="allow_debt").setup((ruined,)) is not None


def session(**changed: Any) -> ClassicMatch:
    return ClassicMatch("session", ClassicRules(ruleset=with_options(load_ruleset(), changed)))


def rules_after(plan: ClassicMatch, *results: Result) -> ClassicRules:
    setup = plan.setup(results)
    assert setup is not None
    return rules_of(setup)


def won(seat: int | None, dealer: int = 0, east: int = 0) -> Result:
    winners = () if seat is None else (Seat(seat),)
    ending = "wall_exhausted" if seat is None else "mahjong"
    return Result((0, 0, 0, 0), winners, ending, {"dealer": dealer, "east": east})


@pytest.mark.parametrize(
    ("option", "value", "winner", "dealer"),
    [
        ("next_dealer", "winner", 2, 2),
        ("next_dealer", "rotate", 2, 1),
        ("next_dealer", "winner", 0, 0),
        ("next_dealer", "rotate", 0, 0),
        ("draw_game", "no_payment_same_dealer", None, 0),
        ("draw_game", "no_payment_next_dealer", None, 1),
    ],
)
def test_the_next_dealer_follows_the_option(option: str, value: str, winner: int | None, dealer: int) -> None:
    assert rules_after(session(**{option: value}), won(winner)).dealer == dealer


def test_personal_winds_stay_or_move_with_the_deal() -> None:
    assert rules_after(session(personal_winds="fixed"), won(2)).east == 0
    assert rules_after(session(personal_winds="rotate"), won(2)).east == 2
    assert rules_after(session(personal_winds="rotate", next_dealer="rotate"), won(2)).east == 1
    assert rules_after(session(personal_winds="rotate"), won(0)).east == 0


def prevailing(plan: ClassicMatch, winners: str) -> str:
    """The first letters of the Prevailing Wind, at first and after each game; the winner `-` is a draw."""
    results = tuple(won(None if winner == "-" else int(winner)) for winner in winners)
    setups = [plan.setup(results[:count]) for count in range(len(results) + 1)]
    return "".join("." if setup is None else rules_of(setup).prevailing[0] for setup in setups)


def rules_of(setup: Setup) -> ClassicRules:
    assert isinstance(setup.game, Classic)
    return setup.game.rules


@pytest.mark.parametrize(
    ("rule", "winners", "expected"),
    [
        # the dealer, first seat 0, wins repeatedly: East stays until a dealer loses, then blocks of four follow
        ("literal", "00000012222", "EEEEEEESSSSW"),
        # the dealer loses the fourth game, which is too early, and then the fifth
        ("literal", "00012", "EEEEES"),
        ("literal", "01010", "EEEEES"),
        ("blocks_of_four", "00000000", "EEEESSSSW"),
        # only lost deals count
        ("extend_on_dealer_win", "00001230", "EEEEEEEES"),
        ("extend_on_dealer_win", "0111230", "EEEEEEES"),
    ],
)
def test_the_prevailing_wind_changes_by_its_rule(rule: str, winners: str, expected: str) -> None:
    assert prevailing(session(prevailing_wind_rule=rule), winners) == expected


def test_a_drawn_game_counts_for_the_prevailing_wind_or_not() -> None:
    plan = {
        counts: session(prevailing_wind_rule="blocks_of_four", draw_counts_as_game=counts) for counts in (True, False)
    }
    assert prevailing(plan[True], "0--0") == "EEEES"
    assert prevailing(plan[False], "0--0") == "EEEEE"


@pytest.mark.parametrize(
    ("changed", "winners", "expected"),
    [
        ({"session_end": "after_east_block"}, "0000", "EEEE."),
        ({"session_end": "after_north_block"}, "0" * 16, "EEEESSSSWWWWNNNN."),
        ({"session_end": "open"}, "0" * 17, "EEEESSSSWWWWNNNNEE"),
        ({"session_end": "open", "max_games": 3}, "0-0", "EEE."),
        ({"max_games": 2}, "00", "EE."),
    ],
)
def test_a_session_ends_as_agreed(changed: dict[str, Any], winners: str, expected: str) -> None:
    assert prevailing(session(prevailing_wind_rule="blocks_of_four", **changed), winners) == expected


def test_three_players_have_three_prevailing_winds() -> None:
    plan = ClassicMatch("session", ClassicRules(ruleset="three-players"))
    results = tuple(Result((0, 0, 0), (Seat(game % 3),), "mahjong", {"dealer": 0, "east": 0}) for game in range(13))
    winds = [rules_of(setup).prevailing for count in range(14) if (setup := plan.setup(results[:count])) is not None]
    assert set(winds) == {"East", "South", "West"}
    assert plan.setup(results) is None


def test_after_draw_a_goulash_follows_or_a_usual_deal() -> None:
    assert not rules_after(session(after_draw="redeal"), won(None)).goulash
    plan = session(after_draw="goulash")
    assert rules_after(plan, won(None)).goulash
    assert not rules_after(plan, won(1)).goulash
    assert not rules_after(plan, won(None), won(1)).goulash


def test_start_points_are_what_each_player_begins_with() -> None:
    assert rules_after(session(start_points=2000)).tallies == (2000,) * 4
    assert rules_after(session(start_points=500)).tallies == (500,) * 4


def test_the_first_dealer_is_chosen_by_east_or_is_east() -> None:
    def openings(**changed: Any) -> list[Opening]:
        game = Classic(ClassicRules(ruleset=with_options(load_ruleset(), changed)))
        return [game.deal(b"%d" % seed).opening for seed in range(100)]

    assert all(opening.dealer == opening.east for opening in openings(first_dealer="east"))
    for dice in (1, 2):
        for opening in openings(first_dealer="die", dealer_dice=dice):
            roll = opening.rolls[-2]
            assert (roll.purpose, roll.seat, len(roll.dice)) == ("dealer", opening.east, dice)
            assert opening.dealer == (opening.east + sum(roll.dice) - 1) % 4


def test_every_option_has_a_test_in_which_its_values_differ() -> None:
    """Check the options of play; options of scoring have their own files."""
    files = ("test_play_options.py", "test_scoring_options.py", "test_families.py", "test_liability.py")
    tested = "".join((Path(__file__).parent / name).read_text("utf-8") for name in files)
    fixed = {"format", "name", "title", "players", "winds"}
    plain = {option.name for option in options() if "." not in option.name}
    assert not {name for name in plain - fixed if name not in tested}
