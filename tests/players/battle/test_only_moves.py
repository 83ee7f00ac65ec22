"""Only-moves: positions in which only one move keeps the value, and how often a player finds it."""

import random

import pytest

from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.games.battle import BattleState, TakePair
from teahouse.games.battle.board import Slot
from teahouse.players import PLAYERS
from teahouse.players.battle.engine import Engine
from teahouse.players.battle.only_moves import counted, longest_run, only_move
from teahouse.players.battle.solution import MoveValue
from teahouse.players.player import SearchLimits

MOVES = [TakePair(Slot(place), Slot(place + 1)) for place in range(3)]


LATE = 36
"""Tiles left from which positions are solved at once."""


def values(*worth: int) -> list[MoveValue]:
    return [MoveValue(move, one, one) for move, one in zip(MOVES, worth, strict=False)]


@pytest.mark.parametrize(
    ("worth", "expected"),
    [((5, 3, 1), 0), ((1, 3, 5), 2), ((5, 5, 1), None), ((5,), None), ((), None), ((-4, -9), 0)],
    ids=["first", "last", "two as good", "nothing to choose", "no move", "losing"],
)
def test_an_only_move_is_better_than_every_other(worth: tuple[int, ...], expected: int | None) -> None:
    assert only_move(values(*worth)) == (None if expected is None else MOVES[expected])


@pytest.mark.parametrize(("hits", "run"), [("", 0), ("..", 0), ("x", 1), ("xx.xxx.x", 3), ("xxx.", 3)])
def test_the_longest_run_of_hits(hits: str, run: int) -> None:
    assert longest_run([one == "x" for one in hits]) == run


def played_out(seed: str, finder: Engine | None) -> tuple[list[BattleState], list[TakePair]]:
    """A game in which seat 0 plays the engine's moves if there is an engine; all other moves are random."""
    game, rng = make_game("battle"), random.Random(seed)
    states, moves = [game.deal(seed.encode())], list[TakePair]()
    while game.result(states[-1]) is None:
        state = states[-1]
        legal = [move for move in game.legal_moves(state, state.mover) if isinstance(move, TakePair)]
        move = rng.choice(legal)
        if finder is not None and state.mover == 0 and state.board.left() <= LATE:
            move = finder.solve(state.board).best or move
        moves.append(move)
        states.append(game.apply(state, Seat(state.mover), move)[0])
    return states, moves


def test_engine_moves_find_every_only_move_and_random_moves_do_not() -> None:
    engine = Engine(64)
    found = guessed = positions = 0
    for seed in ("a", "b", "c"):
        states, moves = played_out(seed, engine)
        late = slice(next(ply for ply, state in enumerate(states) if state.board.left() <= LATE), None)
        exact = counted(states[late], moves[late], Seat(0), engine, SearchLimits(seconds=20.0))
        other = counted(states[late], moves[late], Seat(1), engine, SearchLimits(seconds=20.0))
        assert exact.found == exact.positions
        assert exact.longest == exact.found
        assert 0 <= exact.chance <= exact.positions
        found, guessed, positions = found + exact.found, guessed + other.found, positions + other.positions
    assert found > 0
    assert guessed < positions


def test_the_shares_of_the_levels_grow_with_their_strength() -> None:
    counter = PLAYERS["battle"].only_moves
    assert counter is not None
    assert list(counter.baseline) == [level for level in PLAYERS["battle"].levels if level in counter.baseline]
    assert list(counter.baseline.values()) == sorted(counter.baseline.values())
    assert counter.level in counter.baseline
