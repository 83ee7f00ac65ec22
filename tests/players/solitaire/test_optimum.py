"""The bound by prices and the search by layers, compared with brute force on small boards and with the rules."""

import random
from collections.abc import Sequence

import pytest

from teahouse.core.errors import InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.tiles import TILES, parse_tiles
from teahouse.games.solitaire import (
    Shape,
    Slot,
    Solitaire,
    SolitaireRules,
    TakePair,
    deal_layout,
    find_layout,
    layout_text,
    parse_layout,
    shape_of,
)
from teahouse.games.solitaire.layout import Pair
from teahouse.games.solitaire.sets import faces_of
from teahouse.kernels.kernel import F
from teahouse.players.memory import MEGABYTE
from teahouse.players.solitaire.bound import earlier_tiles
from teahouse.players.solitaire.optimum import layers, prices, proving
from teahouse.players.solitaire.optimum.gain_bounds import GainBounds
from teahouse.players.solitaire.optimum.layers import LayerSearch, LayerSearchResult, bytes_of_position
from teahouse.players.solitaire.optimum.prices import PriceSearch
from teahouse.players.solitaire.optimum.program import pair_step, steps_before
from teahouse.players.solitaire.optimum.proving import MOST_TILES, proven_line
from teahouse.players.solitaire.oracle import best_line
from tests.games.solitaire.brute_force import best_score, random_faces, random_layout

YOU = Seat(0)
PYRAMID = "z0 y0/2/4/6: 0-10\nz1 y1/3/5: 3-7\nz2 y2/4: 5\nz3 y3: 5"


def small(seed: int) -> tuple[Shape, bytes]:
    chance = random.Random(seed)
    tiles = 2 * chance.randint(1, 7)
    return shape_of(random_layout(chance, tiles)), random_faces(chance, tiles, (2, 4, 8))


def dealt(layout: str, seed: bytes) -> tuple[Shape, bytes]:
    found = find_layout(layout)
    return shape_of(found), faces_of(parse_tiles(deal_layout(found, "wild", seed).tiles))


def never() -> bool:
    return False


def rules_score(shape: Shape, faces: bytes, line: Sequence[Pair]) -> int:
    game = Solitaire(SolitaireRules(layout=layout_text(shape.layout), uses=0))
    state = game.start([TILES[face] for face in faces])
    for first, second in line:
        state, _ = game.apply(state, YOU, TakePair(first, second))
    return state.boards[0].score


def test_on_small_boards_prices_give_valid_bounds_and_layers_the_best_total() -> None:
    tight = 0
    for seed in range(150):
        shape, faces = small(seed)
        best = best_score(shape, faces)
        search = PriceSearch(shape, faces)
        for _ in range(3):
            assert search.bound >= best, seed
            found = LayerSearch(shape, faces, search.gain_bounds, 1000).search(0, never)
            assert found.score == found.bound == best, seed
            assert rules_score(shape, faces, found.line or ()) == best, seed
            search.round()
        tight += search.bound == best
    assert tight > 100


def test_a_search_without_time_gives_the_bound_of_the_prices() -> None:
    shape, faces = small(5)
    search = PriceSearch(shape, faces)
    assert LayerSearch(shape, faces, search.gain_bounds, 9).search(1, lambda: True) == (None, 1, search.bound, 0)


def test_a_search_that_drops_positions_keeps_a_valid_bound() -> None:
    for seed in range(60):
        shape, faces = small(seed)
        search = PriceSearch(shape, faces)
        search.round()
        found = LayerSearch(shape, faces, search.gain_bounds, 1).search(0, never)
        assert found.score <= best_score(shape, faces) <= found.bound, seed


def test_an_unreachable_goal_gives_no_line_and_is_the_bound() -> None:
    shape, faces = small(5)
    best = best_score(shape, faces)
    search = PriceSearch(shape, faces)
    found = LayerSearch(shape, faces, search.gain_bounds, 100).search(best, never)
    assert (found.line, found.score, found.bound) == (None, best, best)


def test_the_longer_the_search_the_lower_the_bound_of_a_large_board() -> None:
    shape, faces = dealt("turtle", b"bench 0")
    search, line = PriceSearch(shape, faces), best_line(shape, faces, plays=3000)
    bounds = [search.bound]
    for _ in range(5):
        search.round()
        bounds.append(search.bound)
    assert bounds == sorted(bounds, reverse=True)
    assert line.score < bounds[-1] < line.bound


def test_a_deal_of_36_tiles_is_solved_and_a_spent_time_leaves_a_valid_bound() -> None:
    shape, faces = dealt(PYRAMID, b"whole")
    proved = proven_line(shape, faces, 600.0)
    assert proved.gap == 0
    assert rules_score(shape, faces, proved.line) == proved.score
    hurried = proven_line(shape, faces, 0.001)
    assert hurried.score <= proved.score <= hurried.bound


def test_a_search_by_layers_keeps_to_half_of_the_free_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, faces = dealt(PYRAMID, b"memory")
    widths: list[int] = []

    class Noted(LayerSearch):
        def __init__(self, shape: Shape, faces: Sequence[int], gain_bounds: GainBounds, width: int) -> None:
            widths.append(width)
            super().__init__(shape, faces, gain_bounds, width)

    monkeypatch.setattr(proving, "LayerSearch", Noted)
    monkeypatch.setattr(proving, "memory_left", lambda: 1)
    found = proven_line(shape, faces, 5.0)
    assert found.score <= found.bound
    assert 0 < max(widths) * bytes_of_position(len(faces)) <= MEGABYTE / 2


def test_a_thinned_layer_still_finds_a_line_that_the_rules_allow() -> None:
    shape, faces = dealt("turtle", b"thin")
    search = PriceSearch(shape, faces)
    found = LayerSearch(shape, faces, search.gain_bounds, 20).search(0, never)
    assert found.line is not None
    assert rules_score(shape, faces, found.line) == found.score <= found.bound


def test_a_board_without_a_pair_is_worth_nothing() -> None:
    shape, faces = shape_of(parse_layout("z0 y0: 0-6")), bytes([1, 2, 2, 1])
    assert proven_line(shape, faces, 1.0).bound == 2 * 1 + 1 * 1
    stuck = shape_of(parse_layout("z0 y0: 0\nz1 y0: 0"))
    assert (proven_line(stuck, b"\1\1", 1.0).score, PriceSearch(stuck, b"\1\1").bound) == (0, 0)


def test_a_pair_waits_until_both_tiles_are_uncovered_and_equal_pairs_go_together() -> None:
    before = earlier_tiles(shape_of(parse_layout("z0 y0: 0-4; y2: 0\nz1 y0/2: 0")))
    faces = [1, 2, 1, 2, 2, 2]
    assert [steps_before(each.tiles, faces) for each in before] == [1, 0, 0, 1, 0, 0]
    assert [steps_before(mask, faces) for mask in (0b110010, 0b111)] == [2, 2]
    assert pair_step(before, faces, (Slot(0), Slot(2))) == 1
    assert pair_step(before, faces, (Slot(3), Slot(4))) == 1
    assert pair_step(before, faces, (Slot(3), Slot(5))) is None


def test_a_board_too_large_for_a_proof_is_refused() -> None:
    shape = shape_of(parse_layout(f"z0 y0: 0-{2 * MOST_TILES + 2}"))
    with pytest.raises(InvalidOption, match="expected a layout of at most 288 tiles for a proof, got 290"):
        proven_line(shape, bytes(MOST_TILES + 2), 1.0)


def plain(function: F) -> F:
    return function


def test_the_kernels_give_the_same_plain_and_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    shape, faces = small(7)
    found: list[tuple[int, LayerSearchResult]] = []
    for _ in range(2):
        search = PriceSearch(shape, faces)
        search.round()
        found.append((search.bound, LayerSearch(shape, faces, search.gain_bounds, 50).search(0, never)))
        for module in (layers, prices):
            monkeypatch.setattr(module, "compiled", plain)
    assert found[0] == found[1]
