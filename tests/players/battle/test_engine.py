"""The engine of Battle, compared with brute force, known values, and itself with other settings."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

from teahouse.core.errors import InvalidOption
from teahouse.games.battle import Battle, Board, TakePair, parse_board
from teahouse.kernels.battle.choosing import prefer_points, promising
from teahouse.kernels.battle.moves import MIDDLING_GOAL, list_described
from teahouse.players.battle import engine as engines
from teahouse.players.battle.engine import Engine, ValueQuestion
from teahouse.players.battle.packed import FIRST, SECOND, content_keys, move_of, packed, workspace
from teahouse.players.battle.rules import ENDING, WIDTH, narrowed
from teahouse.players.compiling import compiled
from teahouse.players.player import SearchLimits
from tests.games.battle.brute_force import BruteForce, board_of, columns_of, random_board
from tests.plain_python import printed_alike

TABLE = Path(__file__).parents[2] / "tables" / "battle-positions.jsonl"
KNOWN = [json.loads(line) for line in TABLE.read_text().splitlines()]
ENGINE = Engine(16)


def known_board(known: dict[str, list[str]]) -> Board:
    return parse_board("\n".join(known["rows"]))


def agrees(seed: int, tiles: int, sample: int) -> int:
    """Compare the engine with brute force below a random position; return how many positions were compared."""
    chance, brute = random.Random(seed), BruteForce()
    root = columns_of(random_board(chance, tiles))
    brute.value(root)
    chosen = chance.sample(list(brute.seen), min(len(brute.seen), sample))
    for columns in (root, *chosen):
        found = ENGINE.solve(board_of(columns))
        assert found.value == brute.value(columns), columns
        if found.best is not None:
            _best_is_best(brute, board_of(columns), found.value or 0)
    return len(chosen) + 1


def _best_is_best(brute: BruteForce, board: Board, value: int) -> None:
    best = ENGINE.solve(board).best
    assert best is not None
    gain = int(str(board.at(best.first))[0])
    after = columns_of(board.without(best.first, best.second))
    assert gain - brute.value(after) == value


@pytest.mark.parametrize("seed", [*range(20), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(20, 40))])
def test_the_engine_agrees_with_brute_force(seed: int) -> None:
    assert agrees(seed, 14 + seed % 10 * 2, 60) > 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_the_engine_agrees_with_brute_force_up_to_32_tiles(seed: int) -> None:
    assert agrees(seed, 24 + seed % 5 * 2, 200) > 1


def test_the_engine_knows_the_known_positions() -> None:
    for known in KNOWN:
        assert ENGINE.solve(known_board(known)).value == known["value"]


@pytest.mark.parametrize(("memory", "threads"), [(0.001, 1), (0.001, 2), (64, 2), (64, 1)])
def test_memory_and_threads_change_no_value(memory: float, threads: int) -> None:
    engine = Engine(memory, threads)
    small = [known for known in KNOWN if known["tiles_left"] <= 44]
    assert small
    for known in small:
        assert engine.solve(known_board(known)).value == known["value"]


def test_what_was_learned_before_changes_no_value() -> None:
    engine = Engine(4)
    small = [known for known in KNOWN if known["tiles_left"] <= 54]
    assert len(small) >= 3
    for known in (*small, *reversed(small)):
        assert engine.solve(known_board(known)).value == known["value"]


@pytest.mark.parametrize("nodes", [1, 10, 1000, 3000, 10_000, 30_000, 100_000])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_stop_in_the_middle_gives_true_bounds(nodes: int, threads: int) -> None:
    for known in KNOWN[-4:]:
        board = known_board(known)
        found = Engine(4, threads).solve(board, SearchLimits(nodes=nodes))
        assert found.lower <= known["value"] <= found.upper
        assert found.best is not None
        assert (found.best.first, found.best.second) in board.pairs()


def test_a_stop_by_time_gives_true_bounds_and_reports_on_the_way() -> None:
    reports: list[int] = []
    board = Battle().deal(b"tea").board
    found = Engine(4, 2).solve(board, SearchLimits(seconds=0.3), lambda progress: reports.append(progress.nodes))
    assert not found.exact
    assert found.lower < found.upper
    assert reports == sorted(reports)
    assert len(reports) > 1


def test_every_move_is_valued_and_the_best_is_the_position() -> None:
    with_pairs = [known for known in KNOWN[:12] if known_board(known).has_pair()]
    assert with_pairs
    for known in with_pairs:
        board = known_board(known)
        values = ENGINE.values(board)
        assert [(each.move.first, each.move.second) for each in values] == board.pairs()
        assert all(each.lower == each.upper for each in values)
        assert max(each.lower for each in values) == known["value"]


def test_the_line_of_best_play_ends_with_the_value() -> None:
    for known in KNOWN[:8]:
        board, side, total = known_board(known), 1, 0
        for move in ENGINE.line(board):
            total += side * int(str(board.at(move.first))[0])
            side, board = -side, board.without(move.first, move.second)
        assert not board.has_pair()
        assert total == known["value"]


def test_a_search_to_the_end_is_exact() -> None:
    for known in KNOWN[:8]:
        assert ENGINE.look(known_board(known), 54).value == known["value"]


def narrow_value(board: Board, brute: BruteForce, width: int = WIDTH, *, prefers_points: bool = False) -> int:
    """The value of the narrow game by plain recursion: few moves a turn, all of them from twelve pairs left on."""
    if board.left() // 2 <= ENDING:
        return brute.value(columns_of(board))
    task = packed(board)
    _, _, frames, moves = workspace(task)
    words = np.zeros(8, np.int64)
    end = compiled(list_described)(task.position, task.ends, frames[0], moves, words, MIDDLING_GOAL)
    if prefers_points:
        compiled(prefer_points)(moves, 0, end)
    end = compiled(promising)(moves, 0, end, width)
    worth = list[int]()
    for place in range(end):
        move = move_of(board, int(moves[place].pair))
        after = board.without(move.first, move.second)
        worth.append(board.points(move.first) - narrow_value(after, brute, width, prefers_points=prefers_points))
    return max(worth, default=0)


@pytest.mark.parametrize("seed", range(8))
def test_a_narrow_search_finds_the_value_of_the_narrow_game(seed: int) -> None:
    board = random_board(random.Random(seed), 28 + seed % 3 * 2)
    engine = Engine(4)
    assert engine.narrow(board, 0).value == narrow_value(board, BruteForce())
    whole = engine.narrow(board, board.left() // 2 - ENDING)
    assert whole.value == engine.solve(board).value == Engine(4).solve(board).value


@pytest.mark.parametrize("seed", range(4))
def test_an_estimate_is_the_value_of_a_move_in_the_smaller_game_or_just_below_the_least(seed: int) -> None:
    board, engine, brute = random_board(random.Random(seed), 32), Engine(4), BruteForce()
    rules = narrowed(board, 1, 3, prefers_points=True)
    for slots in board.pairs():
        move, after = TakePair(*slots), board.without(*slots)
        worth = board.points(slots[0]) - narrow_value(after, brute, 3, prefers_points=True)
        whole, clipped = (
            engine.estimate(board, move, ValueQuestion(rules)),
            engine.estimate(board, move, ValueQuestion(rules, 0, 3)),
        )
        assert whole.lower == whole.upper == worth
        assert clipped.lower == clipped.upper == max(worth, 2)


def test_a_narrow_search_that_is_stopped_says_so_and_names_a_move() -> None:
    board = Battle().deal(b"narrow").board
    found = Engine(4).narrow(board, 4, SearchLimits(None, 2_000))
    assert not found.exact
    assert found.best is not None
    assert (found.best.first, found.best.second) in board.pairs()


def test_searches_of_different_depths_do_not_disturb_each_other() -> None:
    board = random_board(random.Random(7), 60)
    fresh = {depth: Engine(4).look(board, depth).value for depth in (2, 4, 6, 30)}
    used = Engine(4)
    assert [used.look(board, depth).value for depth in (6, 2, 30, 4)] == [fresh[depth] for depth in (6, 2, 30, 4)]


def test_a_board_without_a_pair_is_worth_nothing() -> None:
    assert ENGINE.solve(board_of(((),) * 12)).value == 0
    stuck = ENGINE.solve(board_of((("1m", "2m", "1m", "2m"), *[()] * 11)))
    assert (stuck.value, stuck.best) == (0, None)


@pytest.mark.parametrize(("memory", "threads"), [(10**9, 1), (0, 1), (16, 0), (16, 1000)])
def test_too_much_memory_or_too_many_threads_are_refused(memory: float, threads: int) -> None:
    with pytest.raises(InvalidOption, match="expected"):
        Engine(memory, threads)


SMALL = """
import json, sys
from unittest.mock import patch
from teahouse.games.battle import parse_board
from teahouse.players.battle import engine as engines
for line in sys.stdin:
    board = parse_board("\\n".join(json.loads(line)["rows"]))
    engine = engines.Engine(1)
    found, look = engine.solve(board), engine.look(board, 3)
    with patch.object(engines, "ALONE", 0):
        shared = engines.Engine(1).solve(board)
    for each in (found, look, shared):
        print(each.value, each.nodes, each.best)
"""


def test_compiled_and_plain_python_find_the_same() -> None:
    fewest = sorted(KNOWN, key=lambda known: known["tiles_left"])[:6]
    lines = "\n".join(map(json.dumps, fewest))
    assert printed_alike(SMALL, lines).count("\n") == 18


@pytest.mark.parametrize(("threads", "walkers"), [(1, 2), (1, 5), (2, 1), (3, 3)])
def test_threads_that_share_a_tree_find_the_value(threads: int, walkers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "ALONE", 0)
    monkeypatch.setattr(engines, "WALKERS", walkers)
    chance = random.Random(10 * threads + walkers)
    for _ in range(3):
        board, brute = random_board(chance, 28), BruteForce()
        engine = Engine(4, threads)
        assert engine.solve(board).value == brute.value(columns_of(board))
        assert max(each.lower for each in engine.values(board)) == brute.value(columns_of(board))
    for known in (k for k in KNOWN if 44 <= k["tiles_left"] <= 64):
        assert Engine(4, threads).solve(known_board(known)).value == known["value"]
        assert Engine(0.01, threads, is_second=True).solve(known_board(known)).value == known["value"]


def test_a_second_search_has_other_keys_and_finds_the_same_values() -> None:
    second = Engine(16, is_second=True)
    for known in (k for k in KNOWN if k["tiles_left"] <= 44):
        assert second.solve(known_board(known)).value == known["value"]
    tiles = b"\1\2\3"
    assert content_keys(tiles, FIRST) != content_keys(tiles, SECOND) == content_keys(tiles[::-1], SECOND)


def test_one_question_about_a_move_is_answered_by_its_bounds() -> None:
    for known in (k for k in KNOWN[:8] if known_board(k).has_pair()):
        board = known_board(known)
        for each in ENGINE.values(board):
            for goal in (each.lower, each.lower + 1):
                found = ENGINE.decide(board, each.move, goal)
                assert found.lower <= each.lower <= found.upper
                assert (found.lower >= goal) == (each.lower >= goal) != (found.upper < goal)
