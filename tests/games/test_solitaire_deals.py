"""Dealing at its levels: every certificate clears its board, every deal uses the right tiles."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import LAYOUT_NAMES, Level, Solitaire, SolitaireRules, TakePair, deal_layout, find_layout
from teahouse.games.solitaire.deal import deal_note, deal_text
from teahouse.games.solitaire.sets import faces_of, material

YOU = Seat(0)
DOUBLE = "z0 y0/2/4/6/8/10/12/14: 0-34\nz1 y0/2/4/6/8/10/12/14: 0-34"


def clears(layout: str, level: Level, seed: bytes) -> bool:
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
def test_a_deal_uses_the_tiles_that_fit_its_layout(layout: str, level: Level) -> None:
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


def test_a_classic_deal_is_dealt_gentle_and_says_so() -> None:
    deal = deal_layout(find_layout("turtle"), "classic", b"tea")
    assert (deal.level, deal.dealt) == ("classic", "gentle")
    assert "dealt gentle" in deal_note(deal.level, deal.dealt)
    assert deal_text(deal).startswith("# turtle, level classic, dealt gentle, version 1\na1: ")


def test_a_layout_that_no_deal_can_clear_is_refused_when_it_should_be_cleared() -> None:
    tower = "z0 y0: 0\nz1 y0: 0"
    with pytest.raises(InvalidOption, match="expected a layout that can be cleared by pairs"):
        Solitaire(SolitaireRules(layout=tower, level="gentle")).deal(b"tea")
    game = Solitaire(SolitaireRules(layout=tower, level="wild"))
    result = game.result(game.deal(b"tea"))
    assert result is not None
    assert result.ending == "stuck"


def test_every_seat_of_a_contest_has_the_same_deal() -> None:
    state = Solitaire(SolitaireRules(players=12)).deal(b"tea")
    assert len({board.faces for board in state.boards}) == 1
    assert state.deal == Solitaire().deal(b"tea").deal
