"""The parts of Battle's compiled search, compared with their specification."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from benchmarks.battle.tune import features
from hypothesis import given
from hypothesis import strategies as some

from teahouse.games.battle import Battle, Board
from teahouse.games.battle.board import VALUES
from teahouse.kernels.arrays import Ints, dtype_of, new_record
from teahouse.kernels.battle import bounds as kernel_bounds
from teahouse.kernels.battle import choosing, evaluation, search, table
from teahouse.kernels.battle import moves as layout
from teahouse.kernels.bits import fetch, highest, largest_match, lowest, ones
from teahouse.kernels.kernel import kernel
from teahouse.players.battle.packed import Packed, content_keys, move_of, packed, workspace
from teahouse.players.battle.weights import evaluation_weights
from teahouse.players.compiling import compiled
from tests.games.battle.brute_force import BruteForce, board_of, columns_of, random_board


def keep(*row: Any) -> None:
    """Store a row in the table; compiled on the first call, not when tests are collected."""
    compiled(table.keep)(*row)


def find(words: Ints, place: int, check: int) -> int:
    """Look up a row."""
    return compiled(table.find)(words, place, check)


def test_moves_are_exchanged_with_every_field() -> None:
    moves: Any = np.zeros(2, dtype_of(layout.SearchMove))
    for number, name in enumerate(moves.dtype.names, 1):
        moves[name] = number, -number
    before = moves.copy()
    choosing.swap(moves[0], moves[1])
    assert (moves == before[::-1]).all()


@kernel
def match(table: Ints, start: int, wanted: int) -> int:
    return largest_match(table, start, 20, wanted)


@given(some.lists(some.integers(0, (1 << 22) - 1), min_size=16, max_size=16), some.integers(0, 8), some.integers(0, 3))
def test_the_largest_match_is_found_as_in_python(entries: list[int], start: int, wanted: int) -> None:
    table = np.array(entries, np.int64)
    found = compiled(match)(table, start, wanted)
    assert found == match(table, start, wanted)
    assert found in (0, *entries[start : start + 8])


@kernel
def bits(table: Ints, mask: int) -> int:
    fetch(table, 0)
    return 10_000 * ones(mask) + 100 * lowest(mask) + highest(mask)


@given(some.integers(1, (1 << 63) - 1))
def test_bits_are_counted_as_in_python(mask: int) -> None:
    table = np.zeros(8, np.int64)
    assert compiled(bits)(table, mask) == bits(table, mask)


@given(some.integers(0, 1 << 35), some.integers(0, 1 << 47), some.integers(-126, 126), some.integers(0, 1 << 40))
def test_the_table_returns_what_it_was_given(place: int, check: int, value: int, nodes: int) -> None:
    words = np.zeros(16 * table.WAYS, np.int64)
    keep(words, place, check, value, table.HIGHEST, nodes)
    entry = find(words, place, check)
    assert (table.lower(entry), table.upper(entry)) == (value, table.HIGHEST)
    keep(words, place, check, table.LOWEST, value + 1, nodes)
    entry = find(words, place, check)
    assert (table.lower(entry), table.upper(entry)) == (value, value + 1)
    assert entry >= 0


def test_an_empty_table_knows_nothing() -> None:
    words = np.zeros(16 * table.WAYS, np.int64)
    entry = find(words, 5, 0)
    assert (table.lower(entry), table.upper(entry)) == (table.LOWEST, table.HIGHEST)


def test_a_full_bucket_drops_the_row_that_cost_least() -> None:
    words = np.zeros(table.WAYS, np.int64)
    for check in range(1, table.WAYS + 1):
        keep(words, 0, check, 1, 1, 4**check)
    keep(words, 0, 99, 2, 2, 10**6)
    assert find(words, 0, 1) == table.UNKNOWN
    assert all(find(words, 0, check) for check in (*range(2, table.WAYS + 1), 99))


def most_of(board: Board) -> int:
    """By the rules, the most points that the mover can be ahead of the other player from a position on."""
    values = sorted(VALUES[tile] for tile, count in Counter(board.tiles()).items() for _ in range(count // 2))
    return max(sum(values[len(values) - turns - 1 :]) - sum(values[:turns]) for turns in range(len(values) // 2 + 1))


def least_of(board: Board) -> int:
    """By the rules, the fewest, below zero: both take as many pairs."""
    values = sorted(VALUES[tile] for tile, count in Counter(board.tiles()).items() for _ in range(count // 2))
    return min(sum(values[:turns]) - sum(values[len(values) - turns :]) for turns in range(len(values) // 2 + 1))


def test_the_bounds_of_values_are_those_of_a_full_board_and_fit_into_eight_bits() -> None:
    full = Battle().deal(b"tea").board
    assert (least_of(full), most_of(full)) == (table.LEAST, table.MOST) == (-120, 125)
    assert table.LOWEST <= table.LEAST
    assert table.MOST <= table.HIGHEST
    assert table.HIGHEST - table.LOWEST == table.BYTE


@pytest.mark.parametrize("seed", range(8))
def test_no_game_on_a_random_board_leaves_the_bounds_of_values(seed: int) -> None:
    chance, brute = random.Random(seed), BruteForce()
    board = Battle().deal(b"bounds %d" % seed).board
    lines: list[list[int]] = []
    for highest_first in (True, False):  # one player is greedy, and the other takes the lowest pair or any
        left, gains = board, list[int]()
        while pairs := left.pairs():
            by_value = sorted(pairs, key=lambda pair: left.points(pair[0]))
            is_greedy = (len(gains) % 2 == 0) == highest_first
            pair = by_value[-1] if is_greedy else chance.choice([by_value[0], chance.choice(pairs)])
            gains.append(left.points(pair[0]))
            left = left.without(*pair)
            assert table.LEAST <= least_of(left) <= most_of(left) <= table.MOST
        lines.append(gains)
    for gains in lines:
        ahead = 0
        for gain in reversed(gains):
            ahead = gain - ahead
            assert table.LEAST <= ahead <= table.MOST
    small = random_board(chance, 16)
    assert least_of(small) <= brute.value(columns_of(small)) <= most_of(small)


@pytest.mark.parametrize("bound", [-400, -137, -129, table.LOWEST, -5, table.HIGHEST, 128, 137, 400])
@pytest.mark.parametrize("is_reached", [True, False])
def test_a_bound_that_does_not_fit_is_stored_as_the_nearest_that_does(bound: int, is_reached: bool) -> None:
    words, frame = np.zeros(table.WAYS, np.int64), new_record(layout.Frame)
    frame.place, frame.check, frame.goal = 3, 77, bound if is_reached else bound + 1
    compiled(search.remember)(frame, bound, words, 10)
    entry, nearest = find(words, 3, 77), min(max(bound, table.LOWEST), table.HIGHEST)
    expected = (nearest, table.HIGHEST) if is_reached else (table.LOWEST, nearest)
    assert (table.lower(entry), table.upper(entry)) == expected
    assert np.count_nonzero(words) == 1


def bounds(task: Packed) -> tuple[int, int]:
    root = task.root
    about = root.counts, root.pairs, root.points, root.once, root.twice
    upper_bound = compiled(kernel_bounds.upper_bound)
    return -upper_bound(*about, 1), upper_bound(*about, 0)


@pytest.mark.parametrize("seed", range(6))
def test_static_bounds_hold_everywhere_below_a_position(seed: int) -> None:
    chance = random.Random(seed)
    brute = BruteForce()
    brute.value(columns_of(random_board(chance, 20)))
    positions = [columns for columns in brute.seen if brute.value(columns) or any(columns)]
    sampled = [(columns, packed(board_of(columns))) for columns in chance.sample(positions, min(len(positions), 300))]
    bounded = [(columns, task) for columns, task in sampled if task.root.once]
    assert len(bounded) >= 20
    for columns, task in bounded:
        low, high = bounds(task)
        assert low <= brute.value(columns) <= high, columns


def test_static_bounds_meet_if_everything_is_open() -> None:
    task = packed(board_of((("9m",), ("9m",), ("5s",), ("5s",), ("1p",), ("1p",), *[()] * 6)))
    assert bounds(task) == (5, 5)


@pytest.mark.parametrize("seed", range(20))
def test_a_move_describes_the_position_after_it(seed: int) -> None:
    board = random_board(random.Random(seed), 60)
    task = packed(board)
    space = workspace(task)
    words = np.zeros(8, np.int64)
    end = compiled(layout.list_described)(task.position, task.ends, space.frames[0], space.moves, words, 0)
    assert end == len(board.pairs())
    for place in range(end):
        space.positions[1] = task.position
        layout.take(space.positions[1], task.ends, int(space.moves[place].pair))
        taken = move_of(board, int(space.moves[place].pair))
        _check_described(space.positions[1], packed(board.without(taken.first, taken.second)), space.moves[place])


def _check_described(position: layout.BattlePosition, after: Packed, move: layout.SearchMove) -> None:
    """Check the position after a move, as described by the move and as made by taking the pair, against the board."""
    assert (move.place, move.check) == (after.root.place, after.root.check)
    assert (move.once, move.twice, move.choices) == (after.root.once, after.root.twice, after.root.choices)
    assert list(position.left) == list(after.position.left)
    assert position.free[layout.NOTHING] == 0
    counts = [[int(mask).bit_count() for mask in each.free] for each in (position, after.position)]
    assert counts[0] == counts[1]


def test_keys_depend_on_contents_and_not_on_directions() -> None:
    assert content_keys(b"\1\2\3") == content_keys(b"\3\2\1") != content_keys(b"\2\1\3")
    assert packed(board_of((("9m", "1s"), ("5p",), *[()] * 10))).root.check == (
        packed(board_of((*[()] * 10, ("5p",), ("1s", "9m")))).root.check
    )


def test_a_column_of_two_is_two_columns_of_one_but_a_column_of_three_is_not() -> None:
    one, pair, three = (
        (("9m",), ("1s",), ("5p",), *[()] * 9),
        (("1s", "9m"), ("5p",), *[()] * 10),
        (("9m", "1s", "5p"),),
    )
    keys = [packed(board_of(columns)).root.check for columns in (one, pair, (*three, *[()] * 11))]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.parametrize("seed", range(20))
def test_the_evaluation_is_the_weighted_sum_of_the_features(seed: int) -> None:
    board = random_board(random.Random(seed), 20 + 4 * seed)
    weights = evaluation_weights()
    assert len(weights) == evaluation.WEIGHTS
    root = packed(board).root
    about = root.once, root.twice, root.pairs, root.choices
    total = sum(weight * seen for weight, seen in zip(weights, features(board), strict=True))
    assert (
        compiled(evaluation.estimated_value)(np.array(weights, np.int64), *about)
        == (total + evaluation.HALF) // evaluation.UNIT
    )
