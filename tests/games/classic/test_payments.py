"""Payments: every row of the table, for every seat, and between the losers."""

import itertools

import pytest

from teahouse.core.seats import Seat
from teahouse.core.tiles import Wind, parse_tiles
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, with_options
from teahouse.games.classic.scoring.losers import score_loser
from teahouse.games.classic.scoring.payments import Parties, payments, settlements
from teahouse.games.classic.scoring.wins import Loss

BRITISH, BMJA = load_ruleset("british"), load_ruleset("bmja")
S0, S1, S2, S3 = map(Seat, range(4))


@pytest.mark.parametrize(
    ("parties", "british", "bmja"),
    [
        (Parties(S0, dealer=S0, east=S0), (60, -20, -20, -20), (60, -20, -20, -20)),
        (Parties(S0, dealer=S0, east=S0, discarder=S2), (40, 0, -40, 0), (60, -20, -20, -20)),
        (Parties(S1, dealer=S0, east=S0), (-20, 40, -10, -10), (-20, 40, -10, -10)),
        (Parties(S1, dealer=S0, east=S0, discarder=S2), (0, 20, -20, 0), (-20, 40, -10, -10)),
        (Parties(S1, dealer=S0, east=S0, discarder=S0), (-40, 40, 0, 0), (-20, 40, -10, -10)),
        (Parties(S1, dealer=S0, east=S3, discarder=S3, robbed=True), (0, 20, 0, -20), (-20, 40, -10, -10)),
    ],
)
def test_ten_points_are_paid_as_in_the_table(parties: Parties, british: tuple[int, ...], bmja: tuple[int, ...]) -> None:
    assert payments(10, parties, BRITISH) == british
    assert payments(10, parties, BMJA) == bmja


def test_two_winners_with_the_same_tile_do_not_pay_each_other() -> None:
    dealer_too = Parties(S1, dealer=S0, east=S0, discarder=S2, also_won=(S0,))
    assert payments(10, dealer_too, BMJA) == (0, 20, -10, -10)
    assert payments(10, dealer_too, with_options(BRITISH, {"non_dealer_discard_payment": "discarder_and_dealer"})) == (
        0,
        20,
        -20,
        0,
    )


def test_in_a_game_of_two_the_dealer_pays_no_double() -> None:
    two = load_ruleset("two-players")
    assert payments(500, Parties(S0, dealer=S0, east=S0), two) == (500, -500)
    assert payments(500, Parties(S1, dealer=S0, east=S0), two) == (-500, 500)
    assert payments(500, Parties(S1, dealer=S0, east=S0, discarder=S0), two) == (-1000, 1000)
    assert payments(500, Parties(S0, dealer=S0, east=S0, discarder=S1), two) == (1000, -1000)


def test_payments_of_three_players_follow_those_of_four() -> None:
    three = load_ruleset("three-players")
    assert payments(10, Parties(S1, dealer=S0, east=S0), three) == (-20, 30, -10)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("who", ["discarder_only", "discarder_and_dealer", "everybody"])
@pytest.mark.parametrize("role", ["dealer", "east"])
@pytest.mark.parametrize("robbed_as", ["discarder", "self_drawn"])
def test_payments_and_settlements_always_sum_to_zero(name: str, who: str, role: str, robbed_as: str) -> None:
    base = load_ruleset(name)
    changes = {"non_dealer_discard_payment": who, "doubling_role": role, "robbed_player_pays_as": robbed_as}
    seats = [Seat(seat) for seat in range(base.players)]
    for limited in ("hand", "payment"):
        ruleset = with_options(base, {**changes, "limit_applies_to": limited})
        for winner, dealer, east, discarder in itertools.product(seats, seats, seats, [None, *seats]):
            if discarder == winner:
                continue
            parties = Parties(winner, dealer, east, discarder, robbed=discarder == seats[0])
            received = payments(777, parties, ruleset)
            assert sum(received) == 0
            assert received[winner] > 0
            assert all(amount <= 0 for seat, amount in enumerate(received) if seat != winner)
            losers = {seat: 7 * seat * seat for seat in seats if seat != winner}
            settled = settlements(losers, parties, ruleset)
            assert sum(settled) == 0
            assert settled[winner] == 0


def test_losers_settle_their_differences_with_east_at_double() -> None:
    parties = Parties(winner=S3, dealer=S0, east=S0)
    # East has 10, South 40, West 4: South gets 60 from East and 36 from West, East gets 12 from West
    assert settlements({S0: 10, S1: 40, S2: 4}, parties, BMJA) == (-60 + 12, 60 + 36, -12 - 36, 0)


@pytest.mark.parametrize(
    ("hand", "bonus", "points", "doublings", "british"),
    [
        ("19m 258p 369s 1234z 5z", "", 0, 0, 0),
        ("777z 22z 159m 26p 4s [444p]", "", 8 + 2 + 2, 1, 24),
        ("9999m 147p 258s 1z [222z]", "", 8 + 4, 1, 24),
        ("55z 66z 11z 33m 147p 25s", "", 2 + 2 + 2, 0, 6),
        ("258m 258p 3z [222z+2z] (1111z)", "2f", 16 + 32 + 4, 3, 416),
        ("123m 456m 789m 99p 1z 4z", "1234f", 16, 2, 64 + 4 * 2),
        ("123m 99p 44z 1s [555z] [666z]", "", 4 + 4, 2, (4 + 4 + 2 + 2) << 2),
    ],
)
def test_a_losing_hand_scores_its_sets_pairs_and_bonus_tiles(
    hand: str, bonus: str, points: int, doublings: int, *, british: int
) -> None:
    parsed = parse_hand(hand)
    loss = Loss(parsed.tiles, parsed.melds, Wind.SOUTH, Wind.EAST, parse_tiles(bonus))
    found = score_loser(loss, BMJA)
    assert (found.points, found.doublings, found.score) == (points, doublings, points << doublings)
    assert score_loser(loss, BRITISH).score == british


def test_a_losing_hand_is_not_worth_more_than_the_limit() -> None:
    parsed = parse_hand("1s (5555z) (6666z) (1111z) (2222z)")
    found = score_loser(Loss(parsed.tiles, parsed.melds, Wind.EAST, Wind.EAST), BMJA)
    assert (found.points << found.doublings, found.score) == (128 << 4, 1000)
