"""Worked hands of Hong Kong Old Style and of the Western rules, with their payments."""

from typing import Any, NamedTuple

import pytest

from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile, Wind, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.rulesets.ruleset import Ruleset, load_ruleset, with_options
from teahouse.games.classic.scoring.losers import score_loser
from teahouse.games.classic.scoring.payments import Parties, payments, settlements, total
from teahouse.games.classic.scoring.score import Score, is_enough, score
from teahouse.games.classic.scoring.wins import Loss, Win, WinSource, check_win

HONGKONG, WESTERN = load_ruleset("hongkong"), load_ruleset("western")
HALF = with_options(
    HONGKONG,
    {
        "payment.dealer_on_discard.discarder": 2,
        "payment.dealer_on_discard.others": 1,
        "payment.other_on_discard.discarder": 2,
        "payment.other_on_discard.discarder_if_dealer": 2,
        "payment.other_on_discard.dealer": 1,
        "payment.other_on_discard.others": 1,
    },
)
SEATS = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)


class Hand(NamedTuple):
    """A won hand: its tiles, the last one and its source, bonus tiles, the winner and the round."""

    tiles: str
    last: str
    source: WinSource
    bonus: str = "1f"
    seat: Wind = Wind.SOUTH
    prevailing: Wind = Wind.EAST


def win_of(hand: Hand, **more: Any) -> Win:
    read = parse_hand(hand.tiles)
    bonus = parse_tiles(hand.bonus)
    return Win(read.tiles, read.melds, Tile(hand.last), hand.source, hand.seat, hand.prevailing, bonus, **more)


def scored(hand: Hand, ruleset: Ruleset, **more: Any) -> Score:
    win = win_of(hand, **more)
    check_win(win, ruleset)
    return score(win, ruleset)


def paid(found: Score, ruleset: Ruleset, giver: int | None) -> tuple[int, ...]:
    """What everybody receives when South wins and East deals."""
    parties = Parties(Seat(1), Seat(0), Seat(0), None if giver is None else Seat(giver))
    return payments(found.score, parties, ruleset)


HONGKONG_HANDS = {
    2: (Hand("123m 456p 789s 234m 55p", "2m", "wall", ""), 4, 16, (-8, 24, -8, -8), (-8, 24, -8, -8)),
    3: (Hand("[222m] [555p] 888s 333p 99m", "9m", "discard"), 3, 8, (0, 8, -8, 0), (-2, 8, -4, -2)),
    4: (Hand("[222z] [777z] 123m 456m 99m", "1m", "discard"), 5, 24, (0, 24, -24, 0), (-6, 24, -12, -6)),
    5: (Hand("[123s] 456s 789s 222s 55s", "4s", "wall"), 8, 64, (-32, 96, -32, -32), (-32, 96, -32, -32)),
    6: (Hand("[555z] [666z] 77z 123m 456p", "6p", "discard", "2f"), 6, 32, (0, 32, -32, 0), (-8, 32, -16, -8)),
    7: (Hand("[555z] [666z] 777z (2222p) 33s", "3s", "kong_box"), 13, 128, (-64, 192, -64, -64), (-64, 192, -64, -64)),
    8: (Hand("[111z] [222z] 333z 44z 123m", "3m", "wall"), 9, 96, (-48, 144, -48, -48), (-48, 144, -48, -48)),
}


@pytest.mark.parametrize("number", HONGKONG_HANDS)
def test_hong_kong_hands_have_their_faan_and_are_paid(number: int) -> None:
    hand, faan, points, full, half = HONGKONG_HANDS[number]
    found = scored(hand, HONGKONG)
    assert (found.doublings, found.score) == (faan, points)
    assert sum(line.doublings for line in found.lines) == faan
    assert is_enough(found, HONGKONG)
    giver = 2 if hand.source == "discard" else None
    assert paid(found, HONGKONG, giver) == full
    assert paid(found, HALF, giver) == half


def test_bonus_tiles_do_not_help_a_hong_kong_hand_to_its_minimum() -> None:
    hand = Hand("[123m] 456p 789s 234m 55p", "2m", "discard", "2f")
    found = scored(hand, HONGKONG)
    assert (found.doublings, found.uncounted) == (2, 1)
    assert not is_enough(found, HONGKONG)
    two = with_options(HONGKONG, {"least_doublings": 2})
    assert not is_enough(scored(hand, two), two)
    all_count = with_options(two, {"bonus_counts_for_minimum": True})
    assert is_enough(scored(hand, all_count), all_count)


def test_the_spicy_table_doubles_all_the_way_and_the_cap_moves() -> None:
    hand = HONGKONG_HANDS[7][0]
    assert scored(hand, with_options(HONGKONG, {"faan_table": "spicy"})).score == 1024
    assert scored(hand, with_options(HONGKONG, {"most_faan": 13})).score == 384
    assert scored(hand, with_options(HONGKONG, {"unit": 4})).score == 512


def test_a_british_table_may_count_faan() -> None:
    hand = Hand("777z 234m 22m [555p] [345s]", "2m", "discard", "")
    changed = with_options(load_ruleset("british"), {"counting": "faan", "unit": 4})
    assert [scored(hand, rules).score for rules in (load_ruleset("british"), changed)] == [60, 8]


@pytest.mark.parametrize(
    ("hand", "more", "faan"),
    [
        (Hand("111222333444z 55z", "5z", "discard"), {}, 13),
        (Hand("19m19p19s1234567z 1z", "1z", "discard"), {}, 13),
        (Hand("111m 999m 111p 999p 11s", "1s", "discard"), {}, 10),
        (Hand("11123456789995m", "5m", "wall"), {}, 11),
        (Hand("111m 444p 777s 222p 33s", "3s", "wall", ""), {}, 11),
        (Hand("(1111m) [444p] (7777s) 234p 33s", "4p", "kong_box"), {"kong_upon_kong": True}, 10),
        (Hand("123m 456m 789m 234m 55m", "5m", "heavenly"), {}, 14),
        (Hand("123m 456m 789m 234p 5s 6s", "5s", "wall", "1f 2f 3f 4f 5f 6f 7f"), {}, 3),
        (Hand("123m 456m 789m 234p 55p", "5p", "discard", "1f 2f 3f 4f"), {}, 4),
    ],
)
def test_other_rows_of_hong_kong_give_their_faan(hand: Hand, more: dict[str, Any], faan: int) -> None:
    assert scored(hand, HONGKONG, **more).doublings == faan


WESTERN_HANDS = {
    1: (Hand("[222p] 123m 345m 777s 88p", "5m", "discard", ""), (16, 0, 16), {0: 16, 2: 4, 3: 0}, (24, 64, -36, -52)),
    2: (
        Hand("123m 456m 789p 234s 99s", "9s", "wall", "", Wind.EAST),
        (18, 2, 72),
        {1: 8, 2: 0, 3: 2},
        (432, -130, -154, -148),
    ),
    3: (
        Hand("[123m] 456p 345s 789s 22p", "9s", "robbed_kong", "", Wind.WEST),
        (10, 2, 40),
        {0: 0, 1: 0, 3: 4},
        (-88, -44, 160, -28),
    ),
    4: (
        Hand("[444z] 777z [111p] (2222m) 99s", "7z", "discard", "", Wind.NORTH, Wind.SOUTH),
        (38, 3, 304),
        {0: 64, 1: 16, 2: 0},
        (-384, -384, -448, 1216),
    ),
    5: (
        Hand("[222z] [555z] 666z 123p 77z", "7z", "wall", "", Wind.SOUTH, Wind.SOUTH),
        (36, 6, 1000),
        {0: 0, 2: 0, 3: 0},
        (-2000, 4000, -1000, -1000),
    ),
    6: (
        Hand("19m19p19s1234567z 1z", "1z", "discard", "", Wind.EAST),
        (1000, 0, 1000),
        {1: 32, 2: 8, 3: 8},
        (6000, -1952, -2024, -2024),
    ),
    8: (
        Hand("(9999p) [333m] 456s 678s 22z", "8s", "kong_box", "2f 6f"),
        (54, 2, 216),
        {0: 4, 2: 2, 3: 0},
        (-420, 864, -218, -226),
    ),
}


@pytest.mark.parametrize("number", WESTERN_HANDS)
def test_western_hands_score_and_the_losers_settle(number: int) -> None:
    hand, expected, losers, changes = WESTERN_HANDS[number]
    found = scored(hand, WESTERN)
    assert (found.points, found.doublings, found.score) == expected
    winner = SEATS.index(hand.seat)
    giver = None if hand.source in ("wall", "kong_box") else Seat(3 if winner != 3 else 2)
    parties = Parties(Seat(winner), Seat(0), Seat(0), giver, robbed=hand.source == "robbed_kong")
    settled = settlements({Seat(seat): value for seat, value in losers.items()}, parties, WESTERN)
    assert total((payments(found.score, parties, WESTERN), settled)) == changes


@pytest.mark.parametrize(
    ("tiles", "bonus", "expected"),
    [
        ("[555z] 66z 777z 123m 45s", "", (4 + 8 + 2, 1 + 1 + 1)),
        ("[555z] [666z] 777z 123m 4s", "", (4 + 4 + 8, 3 + 2)),
        ("[111z] 222z 333z 444z 4s", "", (4 + 8 + 8 + 8, 1 + 1 + 2 + 1)),
        ("[333z] 111z 22z 444z 45s", "", (4 + 8 + 2 + 8, 1 + 1)),
        ("222m [3333p] 444s 11z 56m", "", (4 + 8 + 4 + 2, 1)),
        ("222m [333p] 444s 22z 56m", "2f 6f", (4 + 2 + 4 + 2 + 8, 1)),
    ],
)
def test_western_losers_have_doublings_too(tiles: str, bonus: str, expected: tuple[int, int]) -> None:
    hand = parse_hand(tiles)
    found = score_loser(Loss(hand.tiles, hand.melds, Wind.SOUTH, Wind.EAST, parse_tiles(bonus)), WESTERN)
    assert (found.points, found.doublings) == expected


def test_a_dangerous_discarder_pays_for_all() -> None:
    found = scored(Hand("[222s] [555s] [777s] 234s 99s", "4s", "discard", ""), WESTERN)
    assert (found.points, found.doublings, found.score) == (16, 3, 128)
    parties = Parties(Seat(1), Seat(0), Seat(0), Seat(3), liable=Seat(3))
    assert payments(found.score, parties, WESTERN) == (0, 512, 0, -512)
