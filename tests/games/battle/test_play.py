"""The rules of Battle, compared with the rule book and a second implementation."""

import random
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import IllegalMove, InvalidOption, InvalidText
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile
from teahouse.games.battle import (
    Battle,
    BattleRules,
    BattleState,
    Board,
    PairTaken,
    Slot,
    TakePair,
    board_text,
    parse_board,
    parse_slot,
    slot_text,
)
from teahouse.games.battle.board import TOTAL
from teahouse.games.battle.game import dealt_board

TABLES = Path(__file__).parents[2] / "tables"
ENDING = TABLES.joinpath("battle-ending.txt").read_text()


def grid(board: Board) -> list[list[str]]:
    return [row.split() for row in board_text(board).splitlines()]


def slow_pairs(board: Board) -> list[tuple[str, str]]:
    """Pairs by the rule book's definition of a free tile: nothing above, or nothing below, in its own column."""
    rows = grid(board)
    free: list[tuple[str, str]] = []
    for column in range(12):
        for row in range(9):
            above = all(rows[up][column] == ".." for up in range(row))
            below = all(rows[down][column] == ".." for down in range(row + 1, 9))
            if rows[row][column] != ".." and (above or below):
                free.append(("abcdefghijkl"[column] + str(row + 1), rows[row][column]))
    return [(a, b) for (a, tile), (b, other) in combinations(free, 2) if tile == other]


def random_state(seed: int, plies: int) -> BattleState:
    game, rng = Battle(), random.Random(seed)
    state = game.deal(b"%d" % seed)
    for _ in range(plies):
        moves = game.legal_moves(state, state.mover)
        if not moves:
            break
        state, _ = game.apply(state, state.mover, rng.choice(moves))
    return state


positions = st.builds(random_state, st.integers(0, 10**6), st.integers(0, 54))


@given(positions)
def test_the_moves_are_those_of_the_rule_book(state: BattleState) -> None:
    moves = [(slot_text(move.first), slot_text(move.second)) for move in Battle().legal_moves(state, state.mover)]
    assert moves == slow_pairs(state.board)
    assert state.board.has_pair() == bool(moves)


@given(positions)
def test_a_board_survives_its_text(state: BattleState) -> None:
    board = parse_board(board_text(state.board))
    assert board == state.board


@given(st.integers(0, 107))
def test_a_slot_survives_its_text(number: int) -> None:
    assert parse_slot(slot_text(Slot(number))) == number


@given(st.integers(0, 10**9))
def test_a_deal_has_24_free_tiles_and_270_points(seed: int) -> None:
    state = Battle().deal(b"%d" % seed)
    assert len(list(state.board.free())) == 24
    assert state.board.value() == TOTAL == 270
    assert state.board.left() == 108
    assert all(list(state.board.tiles()).count(tile) == 4 for tile in set(state.board.tiles()))


def test_a_deal_with_too_few_moves_is_dealt_again_from_the_same_seed() -> None:
    seed = next(b"%d" % n for n in range(10**5) if len(dealt_board(b"%d" % n, 0).pairs()) < 4)
    easy, picky = Battle(BattleRules(least_opening_moves=0)), Battle(BattleRules(least_opening_moves=4))
    assert easy.deal(seed).board == dealt_board(seed, 0)
    assert picky.deal(seed).board != dealt_board(seed, 0)
    assert len(picky.deal(seed).board.pairs()) >= 4


def test_the_first_seat_is_an_option() -> None:
    assert Battle().deal(b"tea").mover == 0
    assert Battle(BattleRules(first_seat=Seat(1))).deal(b"tea").mover == 1


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"least_opening_moves": -1}, "expected least_opening_moves from 0 to 12, got -1"),
        ({"least_opening_moves": 13}, "expected least_opening_moves from 0 to 12, got 13"),
        ({"first_seat": 2}, "expected first_seat from 0 to 1, got 2"),
    ],
)
def test_an_impossible_option_is_refused(options: dict[str, int], complaint: str) -> None:
    with pytest.raises(InvalidOption, match=complaint):
        BattleRules(**options)  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - plain numbers are meant


def test_a_pair_scores_its_rank_once_and_the_turn_passes() -> None:
    game = Battle()
    state = game.deal(b"tea")
    assert state.board.points(parse_slot("c9")) == 9
    after, events = game.apply(state, Seat(0), TakePair(parse_slot("c9"), parse_slot("i1")))
    assert after.scores == (9, 0)
    assert after.board.left() == 106
    assert after.mover == 1
    assert events == (PairTaken(Seat(0), parse_slot("c9"), parse_slot("i1"), Tile.P9, 9),)
    assert after.board.at(parse_slot("c9")) is None
    assert after.board.is_free(parse_slot("c8"))


def test_both_ends_of_one_column_may_be_taken() -> None:
    game = Battle()
    after, _ = game.apply(game.deal(b"tea"), Seat(0), TakePair(parse_slot("l1"), parse_slot("l9")))
    assert after.scores == (5, 0)
    assert len(after.board.columns[11]) == 7


@pytest.mark.parametrize(
    ("seat", "move", "complaint"),
    [
        (1, "c9i1", "expected a move of seat 0, got one of seat 1"),
        (0, "a2b1", "expected a free tile, got 2m in a2"),
        (0, "a1b1", "expected two identical tiles, got 5s in a1 and 5p in b1"),
        (0, "c9c9", "expected two slots in their order, got c9 c9"),
    ],
)
def test_what_the_rules_forbid_is_refused(seat: int, move: str, complaint: str) -> None:
    game = Battle()
    with pytest.raises(IllegalMove, match=complaint):
        game.apply(game.deal(b"tea"), Seat(seat), game.parse_move(move))


@pytest.mark.parametrize("slot", [-1, 108, 10**9])
def test_a_slot_outside_the_field_is_refused(slot: int) -> None:
    with pytest.raises(IllegalMove, match="expected slots from 0 to 107"):
        Battle().apply(Battle().deal(b"tea"), Seat(0), TakePair(Slot(0), Slot(slot)))


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_a_seat_that_is_not_at_the_table_can_do_nothing(seat: int) -> None:
    game = Battle()
    for move in (Forfeit(), game.parse_move("c9i1")):
        with pytest.raises(IllegalMove):
            game.apply(game.deal(b"tea"), Seat(seat), move)


@pytest.mark.parametrize(
    "text", ['{"columns":[],"tops":[]}', '{"columns":[["1z"]],"tops":[50]}', '{"columns":[[],[]],"tops":[0,0]}']
)
def test_a_board_of_the_wrong_shape_is_not_decoded(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Board)


@pytest.mark.parametrize("text", ["c9i1", "i1c9", "c9 i1", "c9,i1", "c9-i1"])
def test_slots_may_be_typed_apart_and_in_any_order(text: str) -> None:
    assert Battle().parse_move(text) == TakePair(parse_slot("c9"), parse_slot("i1"))


def test_the_last_tile_of_a_column_is_free_once() -> None:
    board = parse_board(ENDING)
    assert [slot_text(slot) for _, slot in board.free()] == ["b4", "b5", "d9", "g1"]
    assert board.pairs() == [(parse_slot("b4"), parse_slot("d9")), (parse_slot("b5"), parse_slot("g1"))]


def test_more_points_win_and_equal_points_are_a_draw() -> None:
    game = Battle()
    state = game.start(parse_board(ENDING))
    state, _ = game.apply(state, Seat(0), game.parse_move("b4d9"))
    assert game.result(state) is None
    state, events = game.apply(state, Seat(1), game.parse_move("b5g1"))
    result = game.result(state)
    assert result is not None
    assert (result.scores, result.winners, result.ending) == ((7, 7), (), "no_pairs")
    assert len(events) == 2


def test_a_player_who_gives_up_loses_and_the_other_gets_what_is_left() -> None:
    game = Battle()
    state, _ = game.apply(game.deal(b"tea"), Seat(0), game.parse_move("c9i1"))
    state, _ = game.apply(state, Seat(0), Forfeit("time"))
    result = game.result(state)
    assert result is not None
    assert (result.scores, result.winners, result.ending) == ((9, 261), (1,), "time")
    assert game.to_move(state) == ()


FULL = board_text(dealt_board(b"tea", 0))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected 9 rows, got 0"),
        ("5m", "expected 9 rows, got 1"),
        (FULL + "\n" + FULL, "expected 9 rows, got 18"),
        (FULL.replace("5s 5p", "5s", 1), "row 1: expected 12 cells, got 11"),
        (FULL.replace("5s 5p", "5x 5p", 1), "a1: expected a tile from 1m to 9s or .., got '5x'"),
        (FULL.replace("5s 5p", "1z 5p", 1), "a1: expected a tile from 1m to 9s or .., got '1z'"),
        (FULL.replace("5s 5p", ".. 5p", 1), "expected 0, 2 or 4 tiles 5s, got 3"),
        (FULL.replace("5s 5p", "5p 5p", 1), "tiles 5p, got 5"),
        (FULL.replace("2m 1m", ".. 1m", 1), "column a: expected tiles without a hole"),
        ("x" * 10**6, "expected 9 rows, got 1"),
    ],
)
def test_an_invalid_board_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(InvalidText, match=complaint):
        parse_board(text)


def test_the_facts_of_the_rule_book_hold_on_average() -> None:
    moves = [len(Battle().deal(b"fact %d" % n).board.pairs()) for n in range(600)]
    assert 7.3 < sum(moves) / len(moves) < 8.1
    ends = [random_state(n, 54) for n in range(60)]
    plies = [(108 - len(list(state.board.tiles()))) / 2 for state in ends]
    assert 51 < sum(plies) / len(plies) < 53
