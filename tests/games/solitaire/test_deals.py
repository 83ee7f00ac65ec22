"""Deals at every level: every certificate clears its board, and every deal has the right tiles."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.shuffle import Stream
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import (
    LAYOUT_NAMES,
    DealLevel,
    Layout,
    Pair,
    Place,
    Shape,
    Solitaire,
    SolitaireRules,
    TakePair,
    deal_layout,
    find_layout,
    layout_text,
    parse_layout,
    shape_of,
)
from teahouse.games.solitaire.deals.clearing import clearing_order
from teahouse.games.solitaire.deals.deal import deal_note, deal_text
from teahouse.games.solitaire.layout import make_layout
from teahouse.games.solitaire.sets import faces_of, material
from teahouse.games.solitaire.shape import bits

YOU = Seat(0)
DOUBLE = "z0 y0/2/4/6/8/10/12/14: 0-34\nz1 y0/2/4/6/8/10/12/14: 0-34"


def clears(layout: str, level: DealLevel, seed: bytes) -> bool:
    game = Solitaire(SolitaireRules(layout=layout, level=level, uses=0))
    state = game.deal(seed)
    assert state.deal.certificate is not None
    for first, second in state.deal.certificate:
        state, _ = game.apply(state, YOU, TakePair(first, second))
    result = game.result(state)
    return result is not None and result.ending == "cleared" and result.winners == (YOU,)


@pytest.mark.parametrize("layout", [*LAYOUT_NAMES, DOUBLE, "z0 y0: 0-6\nz1 y0: 0-6\nz2 y0: 0-6"])
@settings(max_examples=12, deadline=None)
@given(seed=st.binary(min_size=1, max_size=16))
def test_the_certificate_of_a_gentle_deal_clears_its_board(layout: str, seed: bytes) -> None:
    assert clears(layout, "gentle", seed)


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_dealing_never_fails(layout: str) -> None:
    for number in range(60):
        deal_layout(find_layout(layout), "gentle", b"never %d" % number)


@pytest.mark.parametrize("level", ["gentle", "wild"])
@pytest.mark.parametrize("layout", ["turtle", DOUBLE, "z0 y0: 0-26"])
def test_a_deal_uses_the_tiles_that_fit_its_layout(layout: str, level: DealLevel) -> None:
    deal = deal_layout(find_layout(layout), level, b"material")
    faces = faces_of(parse_tiles(deal.tiles))
    assert Counter(faces) == Counter(material(len(faces)))


def test_a_whole_set_has_four_of_each_kind_and_one_of_each_bonus_tile() -> None:
    counts = Counter(material(144))
    assert [counts[face] for face in range(42)] == [4] * 34 + [1] * 8


def test_wild_deals_carry_no_certificate_and_differ_from_gentle_ones() -> None:
    turtle = find_layout("turtle")
    wild, gentle = (deal_layout(turtle, level, b"tea") for level in ("wild", "gentle"))
    assert wild.certificate is None
    assert wild.tiles != gentle.tiles


@pytest.mark.parametrize("layout", ["turtle", "five-spot", "nine-pillars", "z0 y0: 0-26"])
@settings(max_examples=8)
@given(seed=st.binary(min_size=1, max_size=16))
def test_a_classic_deal_carries_its_proof(layout: str, seed: bytes) -> None:
    assert clears(layout, "classic", seed)


def test_a_classic_deal_is_a_uniform_one_that_can_be_cleared() -> None:
    deal = deal_layout(find_layout("turtle"), "classic", b"tea")
    assert (deal.level, deal.dealt, deal_note(deal.level, deal.dealt)) == ("classic", "classic", "")
    assert deal_text(deal).startswith("# turtle, level classic, dealt classic, version 2\na1: ")
    faces = faces_of(parse_tiles(deal.tiles))
    assert Counter(faces) == Counter(material(len(faces)))


def test_if_no_uniform_deal_can_be_cleared_a_classic_deal_is_gentle_and_says_so() -> None:
    deal = deal_layout(find_layout("escalator"), "classic", b"tea")
    assert (deal.level, deal.dealt) == ("classic", "gentle")
    assert "dealt gentle" in deal_note(deal.level, deal.dealt)
    assert clears("escalator", "classic", b"tea")


def test_a_layout_that_cannot_be_cleared_is_refused_for_clearable_deals() -> None:
    tower = "z0 y0: 0\nz1 y0: 0"
    with pytest.raises(InvalidOption, match="expected a layout that can be cleared by pairs"):
        Solitaire(SolitaireRules(layout=tower, level="gentle")).deal(b"tea")
    game = Solitaire(SolitaireRules(layout=tower, level="wild"))
    result = game.result(game.deal(b"tea"))
    assert result is not None
    assert result.ending == "stuck"


@pytest.mark.parametrize("name", ["", "mine", "turtle"])
def test_the_deal_of_a_layout_of_any_name_can_be_written(name: str) -> None:
    text = deal_text(deal_layout(parse_layout("z0 y0: 0,2,4,6 # mine", name), "wild", b"tea"))
    assert text.startswith("# a layout of its own, level wild, dealt wild, version 2\na1: ")
    assert len(text.partition("a1: ")[2].split()) == 4
    copy = parse_layout(layout_text(find_layout("moat")), name)
    assert deal_layout(copy, "gentle", b"tea") == deal_layout(find_layout("moat"), "gentle", b"tea")


def staircase(steps: int, piles: int) -> str:
    """One tile on each layer, each half over the one below, and piles of two beside it."""
    beside = ",".join(str(4 * pile) for pile in range(piles))
    layers = [f"z{z} y0: {z}" + (f"; y4: {beside}" if z < 2 else "") for z in range(steps)]
    return "\n".join(layers)


@pytest.mark.parametrize("steps", [12, 16, 26])
def test_a_staircase_that_only_one_kind_of_order_clears_is_dealt(steps: int) -> None:
    for number in range(10):
        assert clears(staircase(steps, steps // 2), "gentle", b"stairs %d" % number)


def test_a_chain_of_more_than_half_the_tiles_cannot_be_cleared() -> None:
    layout = find_layout(staircase(16, 6))
    with pytest.raises(InvalidOption, match="got one with 16 tiles in a chain among 28"):
        deal_layout(layout, "gentle", b"tea")


def test_a_layout_that_no_order_clears_is_refused_without_a_long_chain_too() -> None:
    roof = find_layout("z0 y0/2: 0-2\nz1 y1: 1\nz2 y1: 1")
    with pytest.raises(InvalidOption, match="got one that no order of pairs clears"):
        deal_layout(roof, "gentle", b"tea")


def tall_heap(seed: int) -> Layout:
    rng = random.Random(seed)
    places: list[Place] = []
    while len(places) < 10:
        place = Place(rng.randrange(6), rng.choice((0, 0, 4)), rng.randrange(4))
        if not any(place.z == other.z and place.overlaps(other) for other in places):
            places.append(place)
    return make_layout("heap", places)


def by_brute_force(shape: Shape, left: int, met: set[int]) -> bool:
    if not left:
        return True
    met.add(left)
    free = [slot for slot in bits(left) if shape.is_free(slot, left)]
    afters = (left & ~(1 << first | 1 << second) for first, second in combinations(free, 2))
    return any(by_brute_force(shape, after, met) for after in afters if after not in met)


@pytest.mark.parametrize("seed", range(60))
def test_dealing_fails_exactly_where_brute_force_finds_no_order(seed: int) -> None:
    shape = shape_of(tall_heap(seed))
    order: tuple[Pair, ...] = ()
    complaint = ""
    try:
        order = clearing_order(shape, Stream(b"tea", "test"))
    except InvalidOption as error:
        complaint = str(error)
    assert "found no way" not in complaint
    assert bool(order) == by_brute_force(shape, shape.full, set())
    assert order == () or sorted(slot for pair in order for slot in pair) == list(range(len(shape.above)))


def test_every_seat_of_a_contest_has_the_same_deal() -> None:
    state = Solitaire(SolitaireRules(players=12)).deal(b"tea")
    assert len({board.faces for board in state.boards}) == 1
    assert state.deal == Solitaire().deal(b"tea").deal
