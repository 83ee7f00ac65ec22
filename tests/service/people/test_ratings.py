"""The rating systems, compared with the paper's example, a second implementation, and another library."""

import math
import random
from itertools import pairwise

import pytest

from teahouse.players import PLAYERS
from teahouse.service.hosting import HOSTING
from teahouse.service.people.ratings import glicko, plackett_luce
from teahouse.service.people.ratings.anchors import anchor_of, anchors, fitting_level
from teahouse.service.people.ratings.book import System
from teahouse.service.people.ratings.glicko import Opponent
from teahouse.service.people.ratings.rating import START, UNKNOWN, RatedPlayer, Rating, ranks, shown_rating
from teahouse.service.timers import DAY_MS

# Results of openskill 6.2.0 for players with mu 25, 28, 31 … and sigma 8.333, 7.333 …, without tau: ranks, mu, sigma.
OPENSKILL = [
    ([0, 1], [28.090903437213512, 25.606430491147396], [8.028034879163503, 7.151210993906117]),
    ([0, 0], [25.328195660190044, 27.745848053449112], [8.028034879163503, 7.151210993906117]),
    (
        [0, 1, 2, 3],
        [28.500645286280346, 29.674491869325884, 30.871547686335077, 31.771637800864937],
        [8.246360690198808, 7.204449279922458, 6.204971134665858, 5.2649310864367775],
    ),
    (
        [2, 0, 0, 3],
        [26.93555619779438, 28.92158792402123, 31.574492990028777, 32.31240836303091],
        [8.111618115373009, 7.273415198236004, 6.2954696123674605, 5.289679205950958],
    ),
]


def test_the_example_of_the_paper() -> None:
    met = [Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0)]
    rating, deviation, volatility = glicko.update(Rating(1500, 200, 0.06), met, 1.0)
    assert (round(rating, 2), round(deviation, 2), round(volatility, 5)) == (1464.05, 151.52, 0.06000)


def second_implementation(own: Rating, met: list[Opponent], periods: float) -> tuple[float, float, float]:
    """Glicko-2 on the scale of the ratings themselves, with the volatility found by bisection."""
    q = math.log(10) / 400

    def g(deviation: float) -> float:
        return 1 / math.sqrt(1 + 3 * q**2 * deviation**2 / math.pi**2)

    def expected(other: Opponent) -> float:
        return 1 / (1 + 10 ** (g(other.deviation) * (other.rating - own.rating) / 400))

    v = 1 / sum((q * g(one.deviation)) ** 2 * expected(one) * (1 - expected(one)) for one in met)
    pull = sum(g(one.deviation) * (one.score - expected(one)) for one in met)
    gap, width, room = v * q * q * pull, own.deviation * q, v * q * q

    def slope(x: float) -> float:
        e = math.exp(x)
        top = e * (gap**2 - width**2 - room - e)
        return top / (2 * (width**2 + room + e) ** 2) - (x - 2 * math.log(own.volatility)) / 0.25

    low, high = -60.0, 10.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    volatility = math.exp(low / 2)
    grown = width**2 + volatility**2 * periods
    after = 1 / (1 / grown + 1 / room)
    return own.rating + after / q * pull, math.sqrt(after) / q, volatility


def test_a_second_implementation_agrees() -> None:
    rng = random.Random(21)
    for _ in range(300):
        own = Rating(rng.uniform(800, 2400), rng.uniform(30, 350), rng.uniform(0.03, 0.1))
        met = [
            Opponent(rng.uniform(800, 2400), rng.uniform(30, 350), rng.choice((0, 0.5, 1)))
            for _ in range(rng.randint(1, 8))
        ]
        periods = rng.uniform(0, 40)
        found, other = glicko.update(own, met, periods), second_implementation(own, met, periods)
        assert found == pytest.approx(other, rel=1e-6)


@pytest.mark.parametrize(("ranks", "means", "spreads"), OPENSKILL, ids=lambda value: str(value)[:12])
def test_plackett_luce_is_that_of_openskill(ranks: list[int], means: list[float], spreads: list[float]) -> None:
    count = range(len(ranks))
    found = plackett_luce.update([25 + 3 * one for one in count], [8.333 - one for one in count], ranks, 25 / 6)
    assert [mean for mean, _ in found] == pytest.approx(means, rel=1e-12)
    assert [spread for _, spread in found] == pytest.approx(spreads, rel=1e-12)


@pytest.mark.parametrize("system", [glicko.glicko, plackett_luce.plackett_luce], ids=["glicko", "plackett_luce"])
def test_winners_gain_losers_lose_and_fixed_ratings_stay(system: System) -> None:
    players = [RatedPlayer(Rating(), 0), RatedPlayer(Rating(), 1), RatedPlayer(Rating(1600, 40), 2, is_fixed=True)]
    first, second, third = system(players, DAY_MS, 4)
    assert first.rating > START
    assert first.rating > second.rating
    assert first.deviation < UNKNOWN
    assert (first.games, first.at) == (1, DAY_MS)
    assert third == Rating(1600, 40)


def test_more_deals_change_a_rating_more() -> None:
    players = [RatedPlayer(Rating(), rank) for rank in range(4)]
    one, many = (plackett_luce.plackett_luce(players, 0, deals)[0] for deals in (1, 16))
    assert START < one.rating < many.rating
    assert many.deviation < one.deviation


@pytest.mark.parametrize("system", [glicko.glicko, plackett_luce.plackett_luce], ids=["glicko", "plackett_luce"])
def test_a_deviation_grows_while_somebody_is_away(system: System) -> None:
    own, other = Rating(1500, 60, at=0, games=30), Rating(1500, 60, at=0, games=30)
    soon, late = (
        system([RatedPlayer(own, 0), RatedPlayer(other, 1)], days * DAY_MS, 1)[0].deviation for days in (0, 400)
    )
    assert soon < late <= UNKNOWN


def test_no_deviation_grows_beyond_that_of_a_newcomer() -> None:
    back, new = Rating(1500, 60, at=0, games=30), Rating(1500, UNKNOWN, at=0, games=30)
    other = RatedPlayer(Rating(1500, 60), 1)
    gains = [glicko.glicko([RatedPlayer(own, 0), other], 36_500 * DAY_MS, 1)[0].rating for own in (back, new)]
    assert gains[0] == pytest.approx(gains[1], abs=5)


def test_a_leaver_comes_last_whatever_the_points() -> None:
    assert ranks((10, 20), (False, True)) == (0, 1)
    assert ranks((10, 10), (False, False)) == (0, 0)
    assert ranks((1, 2, 3, 4), (False, False, True, True)) == (1, 0, 3, 2)


def test_a_rating_is_provisional_until_it_is_known_well_enough() -> None:
    assert shown_rating(Rating()).provisional
    assert not shown_rating(Rating(1500, 80)).provisional
    assert shown_rating(Rating(1500, 100)).low == 1304


@pytest.mark.parametrize("game", [name for name, hosting in HOSTING.items() if hosting.rating])
def test_every_house_player_has_a_rating_and_stronger_ones_a_higher_one(game: str) -> None:
    levels = list(PLAYERS[game].levels)
    assert list(anchors().games[game]) == levels
    assert game in anchors().measured
    found = [one for level in levels if (one := anchor_of(game, level)) is not None]
    rules = HOSTING[game].rating
    if rules is not None and rules.cap is None:  # with a cap, levels that play for rare large hands get less for them
        assert all(before.rating < after.rating + 2 * after.deviation for before, after in pairwise(found))
    middle = next(level for level in levels if PLAYERS[game].rank(level) == "medium")
    assert anchors().games[game][middle].rating == START


@pytest.mark.parametrize("game", [name for name, hosting in HOSTING.items() if hosting.rating])
def test_the_level_that_fits_is_the_nearest(game: str) -> None:
    for level, anchor in anchors().games[game].items():
        assert anchors().games[game][fitting_level(game, Rating(anchor.rating, 50, games=9))].rating == anchor.rating
        assert level in anchors().games[game]
    assert fitting_level(game, Rating()) != list(anchors().games[game])[-1]
    assert fitting_level("nothing", Rating()) == ""
