"""The plans of Classic: distances compared with exact ones, useful tiles with counting, special hands with examples."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from teahouse.core.tiles import HONOUR_TILES, SUIT_TILES, TILES, Tile, parse_tiles
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.kernels.arrays import Ints, new_record
from teahouse.kernels.classic.plans import reach, special, suits
from teahouse.players.classic.engine import NO_DOUBLINGS, Style, open_plans, suit_table, weighing_context
from teahouse.players.classic.hands import look
from teahouse.players.classic.holdings import counts
from teahouse.players.compiling import compiled

ALL_PLANS = (1 << 2 * reach.FORMS) - 1
DECK = [tile for tile in (*SUIT_TILES, *HONOUR_TILES) for _ in range(4)]
RULES = {"british": suits.ANY_CHOW, "bmja": suits.ONE_CHOW}

PLAYED = {
    name: [which for which in range(special.ALL_HONOURS) if weighing_context(load_ruleset(name), Style()).worths[which]]
    for name in RULES
}

NEAR_GATES = ("1111234567899m", "1112345567899s")
"""One tile short of the Gates of Heaven; for the first, that tile leaves a fourth 1 as the extra tile."""


def distances(
    tiles: tuple[Tile, ...], sets: int, chow_limit: int, pong_doublings: Ints = NO_DOUBLINGS
) -> np.ndarray[tuple[int, ...]]:
    """The number of tiles lacking for each plan: by form, pongs and doublings."""
    return prepared(tiles, sets, chow_limit, pong_doublings).missing.reshape(reach.FORMS, 2, reach.DOUBLING_COUNTS)


def prepared(tiles: tuple[Tile, ...], sets: int, chow_limit: int, pong_doublings: Ints = NO_DOUBLINGS) -> reach.Vectors:
    """The vectors of a hand, and the number of tiles it lacks for each plan."""
    vectors = new_record(reach.Vectors)
    compiled(reach.prepare)(suit_table(), vectors, counts(tiles), pong_doublings, chow_limit)
    compiled(reach.distances)(vectors, sets, ALL_PLANS)
    return vectors


def hands(number: int, seed: str) -> list[tuple[Tile, ...]]:
    """Random hands; every second one has only one suit and honours, so that special and pure hands are near."""
    rng, found = Random(seed), list[tuple[Tile, ...]]()
    for turn in range(number):
        deck = [tile for tile in DECK if turn % 2 or tile.suit in (None, "m")]
        found.append(tuple(rng.sample(deck, 13)))
    return found


@pytest.mark.parametrize("name", RULES)
def test_the_distance_of_the_nearest_plan_is_that_of_the_hand(name: str) -> None:
    ruleset = load_ruleset(name)
    for tiles in [*hands(120, name), *map(parse_tiles, NEAR_GATES)]:
        plain = int(distances(tiles, 4, RULES[name])[0, 0, 0])
        specials = [compiled(special.special_missing)(counts(tiles), which, 4) for which in PLAYED[name]]
        assert min(plain, *specials) == look(tiles, (), ruleset).distance, tiles


@pytest.mark.parametrize(
    ("text", "form", "pongs", "expected"),
    [
        ("123m 456m 789m 22p 34p", 0, 0, 1),
        ("123m 456m 789m 22p 34p", 1, 0, 5),  # a suit and honours: a set and a pair are lacking
        ("123m 456m 789m 22p 34p", 0, 1, 8),  # without chows
        ("111m 222m 333m 55z 4m 66z", 1, 0, 1),
        ("111m 222m 333m 55z 4m 66z", 4, 0, 4),  # the suit alone
        ("111m 222m 333m 55z 4m 66z", 1, 1, 1),
    ],
)
def test_a_plan_lacks_what_its_restrictions_cost(text: str, form: int, pongs: int, expected: int) -> None:
    assert distances(parse_tiles(text), 4, suits.ANY_CHOW)[form, pongs, 0] == expected


def test_a_plan_with_doublings_needs_the_honours_that_bring_them() -> None:
    pong_doublings = np.array([1 if tile.dragon else 0 for tile in TILES[: reach.KINDS]], np.int64)
    found = distances(parse_tiles("123m 456m 789m 55z 6z 34p"), 4, suits.ANY_CHOW, pong_doublings)[0, 0]
    assert list(found[:3]) == [1, 2, 4]


@pytest.mark.parametrize(
    ("which", "text", "expected"),
    [
        (special.WONDERS, "19m 19p 19s 1234567z", 1),
        (special.GATES, "1112345678999m", 1),
        (special.GATES, "1112345567899m", 1),
        (special.GATES_LAST, "1112345678999m", 1),
        (special.GATES_LAST, "1112345567899m", 2),  # the 9 would come after the 5, which must be last
        (special.SNAKE, "1123456789m 123z", 1),
        (special.KNITTING + 2, "1234567m 123456p", 1),
        (special.KNITTING + 2, "111m 111p 22m 22p 33m 3p", 1),
        (special.TRIPLE, "123m 123p 123s 44m 44p", 1),
        (special.TRIPLE, "1234m 1234p 1234s 5m", 1),
        (special.PAIRS, "1199m 1199p 11s 22z 3z", 1),
        (special.ALL_HONOURS, "111z 222z 333z 55z 66z", 1),
    ],
)
def test_a_special_hand_lacks_what_its_tiles_lack(which: int, text: str, expected: int) -> None:
    assert compiled(special.special_missing)(counts(parse_tiles(text)), which, 4) == expected


def test_useful_tiles_agree_with_exact_ones() -> None:
    ruleset = load_ruleset("british")
    compared = 0
    for tiles in hands(40, "rates"):
        hand, vectors = counts(tiles), prepared(tiles, 4, suits.ANY_CHOW)
        unseen = 4 - hand
        flow = reach.Flow(unseen, 0.0)
        planned = reach.PlannedHand(hand, NO_DOUBLINGS, suits.ANY_CHOW, 4)
        compiled(reach.find_rates)(suit_table(), vectors, planned, flow, 20)
        found = look(tiles, (), ruleset)
        if (
            found.distance
            == vectors.missing[0]
            < min(compiled(special.special_missing)(hand, n, 4) for n in PLAYED["british"])
        ):
            assert vectors.rates[0] == sum(int(unseen[tile.code]) for tile in found.useful), tiles
            compared += 1
    assert compared >= 20


def test_melds_leave_open_the_plans_they_fit() -> None:
    def opened(*melds: Meld) -> list[int]:
        return [place for place in range(2 * reach.FORMS) if open_plans(melds) >> place & 1]

    assert opened() == list(range(2 * reach.FORMS))
    assert opened(Meld("chow", Tile.P3)) == [0, 4, 10]  # any, circles with honours, circles alone; with chows only
    assert opened(Meld("pong", Tile.RED)) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert opened(Meld("pong", Tile.M1), Meld("pong", Tile.S1)) == [0, 1]


def test_a_thread_has_a_table_of_suits_of_its_own() -> None:
    with ThreadPoolExecutor(1) as pool:
        elsewhere = [pool.submit(suit_table).result() for _ in range(2)]
    assert suit_table() is suit_table()
    assert elsewhere[0] is elsewhere[1]
    assert suit_table() is not elsewhere[0]
