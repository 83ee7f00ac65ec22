"""The analysis of Battle games: what each move gave away, also in a game that a player gave up."""

import random

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.play import Play
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleState, TakePair
from teahouse.players.battle.analysis import analyse, played
from teahouse.players.battle.engine import Engine
from teahouse.players.player import SearchLimits

ENOUGH = SearchLimits(nodes=2_000_000)
"""Solves every position of at most `SOLVED` tiles."""
SOLVED = 56
GIVEN_UP = 40
"""The tiles that were left when a player gave up."""


def random_game(seed: int) -> tuple[list[BattleState], list[TakePair]]:
    """A game of random moves from `SOLVED` tiles to its end."""
    game, rng = Battle(), random.Random(seed)
    states, moves = [game.deal(b"judged %d" % seed)], list[TakePair]()
    while game.to_move(states[-1]):
        move = rng.choice(game.legal_moves(states[-1], states[-1].mover))
        assert isinstance(move, TakePair)
        states.append(game.apply(states[-1], states[-1].mover, move)[0])
        moves.append(move)
    first = next(ply for ply, state in enumerate(states) if state.board.left() <= SOLVED)
    return states[first:], moves[first:]


@pytest.mark.parametrize("who", [Seat(0), Seat(1)])
def test_giving_up_changes_no_judgement_of_the_moves_before_and_ends_with_the_result(who: Seat) -> None:
    game, engine = Battle(), Engine(memory=16)
    states, moves = random_game(1)
    whole = analyse(states, moves, engine, ENOUGH)
    assert whole.given_up is None
    ply = next(ply for ply, state in enumerate(states) if state.board.left() <= GIVEN_UP)
    end, _ = game.apply(states[ply], who, Forfeit())
    cut = analyse([*states[:ply], end], moves[:ply], engine, ENOUGH)
    assert [(one.ahead, one.lost, one.exact) for one in cut.moves] == [
        (one.ahead, one.lost, one.exact) for one in whole.moves[:ply]
    ]
    result = game.result(end)
    assert result is not None
    assert cut.final == result.scores[0] - result.scores[1]
    assert cut.curve == [*whole.curve[: ply + 1], cut.final]
    assert cut.exact_from == whole.exact_from == 0


def test_a_game_given_up_before_it_can_be_solved_is_estimated() -> None:
    game = Battle()
    state = game.deal(b"early")
    end, _ = game.apply(state, state.mover, Forfeit())
    judged = analyse([end], [], Engine(memory=16), SearchLimits(nodes=2000))
    assert judged.exact_from is None
    assert judged.given_up is not None
    assert abs(judged.given_up) < abs(judged.final) == end.board.value()
    assert judged.curve == [judged.given_up, judged.final]


def test_the_last_state_of_a_record_knows_which_seat_gave_up() -> None:
    table = Play(Battle(), b"record")
    table.play(table.moves[0])
    table.play("resign")
    states, moves = played(Battle(), table.record())
    assert len(states) == len(moves) + 1 == 2
    assert states[-1].forfeit is not None
