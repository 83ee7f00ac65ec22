"""A simulation of 200 people with known strengths: the rating intervals contain them, and the order settles."""

import math
import random
from statistics import fmean

import pytest

from teahouse.service.people.ratings.book import NEW
from teahouse.service.people.ratings.glicko import glicko
from teahouse.service.people.ratings.plackett_luce import DEAL_NOISE, plackett_luce
from teahouse.service.people.ratings.rating import INTERVAL, RatedPlayer, Rating
from teahouse.service.seeks.pairing import WaitingSeek, fitting_opponents

PEOPLE = 200
GAMES = 30
SPREAD = 300.0
SESSION = 16
MINUTE = 60_000


def order_of(values: list[float]) -> list[int]:
    """The place of each value among all."""
    ranked = sorted(range(len(values)), key=lambda one: values[one])
    places = [0] * len(values)
    for place, one in enumerate(ranked):
        places[one] = place
    return places


def agreement(first: list[float], second: list[float]) -> float:
    """Spearman's rank correlation of two lists without ties."""
    gaps = sum((one - other) ** 2 for one, other in zip(order_of(first), order_of(second), strict=True))
    return 1 - 6 * gaps / (len(first) * (len(first) ** 2 - 1))


def held(truth: list[float], ratings: list[Rating]) -> float:
    """The share of intervals that contain the true strength."""
    middle = fmean(one.rating for one in ratings) - fmean(truth)
    return fmean(
        abs(one.rating - middle - true) <= INTERVAL * one.deviation for true, one in zip(truth, ratings, strict=True)
    )


def ranks_of(performances: list[float]) -> list[int]:
    return [sum(other > own for other in performances) for own in performances]


def simulate(seed: int, seats: int) -> tuple[list[float], list[list[Rating]]]:
    """Everybody plays matches with opponents from the seeks; return the true strengths, and the ratings after each."""
    rng = random.Random(seed)
    truth = [rng.gauss(1500, SPREAD) for _ in range(PEOPLE)]
    ratings, history, at = [NEW] * PEOPLE, list[list[Rating]](), 0
    for _ in range(GAMES):
        waiting = [
            WaitingSeek(f"{one:03}", str(one), ratings[one].rating, at) for one in rng.sample(range(PEOPLE), PEOPLE)
        ]
        at += MINUTE  # so that the window is at its widest
        while len(waiting) >= seats:
            own = waiting.pop()
            table = [own, *(fitting_opponents(own, waiting, seats, at, lambda _a, _b: False) or waiting[: seats - 1])]
            waiting = [one for one in waiting if one not in table]
            _play([int(one.person) for one in table], truth, ratings, at, rng)
        history.append(list(ratings))
    return truth, history


def _play(table: list[int], truth: list[float], ratings: list[Rating], at: int, rng: random.Random) -> None:
    if len(table) == 2:
        chance = 1 / (1 + 10 ** ((truth[table[1]] - truth[table[0]]) / 400))
        ranks = [0, 1] if rng.random() < chance else [1, 0]
        found = glicko([RatedPlayer(ratings[one], rank) for one, rank in zip(table, ranks, strict=True)], at, 2)
    else:
        noise = DEAL_NOISE / math.sqrt(SESSION)
        ranks = ranks_of([rng.gauss(truth[one], noise) for one in table])
        found = plackett_luce(
            [RatedPlayer(ratings[one], rank) for one, rank in zip(table, ranks, strict=True)], at, SESSION
        )
    for one, rating in zip(table, found, strict=True):
        ratings[one] = rating


@pytest.mark.parametrize("seats", [2, 4], ids=["glicko", "plackett_luce"])
def test_intervals_contain_the_strengths_and_the_order_settles_within_thirty_games(seats: int) -> None:
    shares, orders = list[float](), list[float]()
    for seed in range(3):
        truth, history = simulate(seed, seats)
        shares.append(held(truth, history[-1]))
        orders.append(agreement(truth, [one.rating for one in history[-1]]))
        early = agreement(truth, [one.rating for one in history[4]])
        assert early < orders[-1]
    assert fmean(shares) >= 0.9
    assert fmean(orders) >= 0.94
