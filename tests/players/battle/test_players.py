"""The players of Battle: legal moves, within the budget, and each level stronger than the one before."""

import random
import subprocess
import sys

import pytest
from benchmarks.battle.positions import random_position

from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleRules, Slot, TakePair
from teahouse.players import PLAYERS, AnyPlayer, Budget, make_player
from teahouse.players.battle.engine import Engine
from teahouse.players.battle.thinking import Candidate, think, within_reach
from teahouse.players.player import SearchLimits
from tests.games.battle.brute_force import random_board

QUICK = Budget(seconds=60, nodes=3000)
LARGE = Budget(seconds=600, nodes=1_000_000)


def playing(seed: bytes, players: tuple[AnyPlayer, AnyPlayer], first: int, budget: Budget = QUICK) -> int:
    """The margin of the first player; every move is checked."""
    game, rng = Battle(BattleRules(first_seat=Seat(first))), random.Random(1)
    state = game.deal(seed)
    while game.to_move(state):
        moves = game.legal_moves(state, state.mover)
        move = players[state.mover].choose(game.view(state, state.mover), moves, budget, rng)
        assert move in moves
        state, _ = game.apply(state, state.mover, move)
    return state.scores[0] - state.scores[1]


@pytest.mark.parametrize("name", list(PLAYERS["battle"].levels))
def test_every_player_plays_legal_moves_to_the_end(name: str) -> None:
    playing(b"legal", (make_player("battle", name), make_player("battle", "random")), 0)


def test_a_level_beats_the_one_below_it() -> None:
    for better, worse, deals in (("greedy", "random", 4), ("easy", "greedy", 8)):
        pair = make_player("battle", better), make_player("battle", worse)
        assert sum(playing(b"ladder %d" % deal, pair, first) for deal in range(deals) for first in (0, 1)) > 0


def test_perfect_play_of_both_sides_ends_with_the_value() -> None:
    board = random_board(random.Random(3), 40)
    value = Engine(16).solve(board).value
    game, rng = Battle(), random.Random(1)
    state = game.start(board)
    pair = make_player("battle", "perfect"), make_player("battle", "perfect")
    while game.to_move(state):
        moves = game.legal_moves(state, state.mover)
        move = pair[state.mover].choose(game.view(state, state.mover), moves, Budget(seconds=60), rng)
        state, _ = game.apply(state, state.mover, move)
    assert state.scores[0] - state.scores[1] == value


def test_a_choice_keeps_to_its_nodes() -> None:
    engine = Engine(16)
    board = Battle().deal(b"tea").board
    few, many = (think(engine, board, Budget(seconds=600, nodes=nodes)) for nodes in (5000, 50_000))
    assert few.best is not None
    assert few.nodes <= 5000 + 1000
    assert few.nodes < many.nodes <= 50_000 + 1000


def test_a_choice_is_exact_if_the_budget_allows_it() -> None:
    board = random_board(random.Random(5), 44)
    exact = Engine(16).solve(board, SearchLimits())
    assert think(Engine(16), board, Budget(seconds=600)).value == exact.value


def test_a_large_board_is_solved_if_a_quick_search_predicts_that_the_budget_is_enough() -> None:
    board, depths = random_position("foretold 1", 76), list[int]()
    assert not within_reach(board, LARGE)
    found = think(Engine(64), board, LARGE, lambda depth, _: depths.append(depth))
    assert depths == [4, 8, 12, 16, board.left() // 2]
    assert found.value == Engine(64).solve(board).value


def test_quick_searches_continue_if_an_exact_search_is_predicted_to_take_too_long() -> None:
    board, depths = random_position("foretold 3", 76), list[int]()
    few = Budget(seconds=600, nodes=200_000)
    found = think(Engine(64), board, few, lambda depth, _: depths.append(depth))
    assert depths[:5] == [4, 8, 12, 16, 20]
    assert board.left() // 2 not in depths
    assert found.best is not None
    assert (found.best.first, found.best.second) in board.pairs()


def test_the_depth_distinguishes_the_mean_of_quick_searches_from_a_solution() -> None:
    board, found = random_position("told apart", 60), list[tuple[int, int | None]]()
    think(Engine(16), board, Budget(seconds=600, nodes=10_000), lambda depth, each: found.append((depth, each.value)))
    assert found
    assert all(depth < board.left() // 2 for depth, _ in found)


@pytest.mark.parametrize(("value", "weight"), [(9, 2), (-3, 1), (0, 6)])
def test_a_candidate_needs_the_value_that_raises_its_mean_to_the_wanted_one(value: int, weight: int) -> None:
    candidate = Candidate(TakePair(Slot(0), Slot(1))).after(value, 3)
    needed = candidate.needs(2.5, weight)
    assert candidate.after(needed - 1, weight).value < 2.5 <= candidate.after(needed, weight).value


def test_naming_a_player_loads_no_compiler() -> None:
    code = (
        "import sys; from teahouse.players import PLAYERS\n"
        "players = [make() for make in PLAYERS['battle'].levels.values()]\n"
        "assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_searching_players_are_those_with_an_engine() -> None:
    assert [name for name in PLAYERS["battle"].levels if hasattr(make_player("battle", name), "_thinking")] == list(
        PLAYERS["battle"].searching
    )
