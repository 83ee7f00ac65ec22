"""The lesson of Battle: free tiles, pairs, their value, and what a pair uncovers."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from teahouse.core.game import AnyGame
from teahouse.core.tiles import Tile
from teahouse.games.battle import BattleState, TakePair
from teahouse.service.hosting.lesson import LEARNER, LessonPlan, Scene

CHOICES: Final = 3
"""Three of a kind free give three pairs to choose from."""


def walk(game: AnyGame, state: Any) -> Any:
    """The seat to move takes the first pair."""
    (seat,) = game.to_move(state)
    return game.apply(state, seat, game.legal_moves(state, seat)[0])[0]


def any_pair(game: AnyGame, state: BattleState) -> Sequence[TakePair]:
    """Every pair."""
    return game.legal_moves(state, LEARNER)


def only_pair(game: AnyGame, state: BattleState) -> Sequence[TakePair]:
    """The only pair of its kind, if there are other pairs to confuse it with."""
    moves = game.legal_moves(state, LEARNER)
    kinds = [_tile(state, move) for move in moves]
    single = [move for move, kind in zip(moves, kinds, strict=True) if kinds.count(kind) == 1]
    return single[:1] if len(moves) > CHOICES else ()


def most_valuable(game: AnyGame, state: BattleState) -> Sequence[TakePair]:
    """The pairs that score most, if others score less."""
    return _best(game.legal_moves(state, LEARNER), lambda move: _tile(state, move).rank)


def best_two_of_three(game: AnyGame, state: BattleState) -> Sequence[TakePair]:
    """Of three equal tiles, the pair that leaves the opponent the least."""
    moves = game.legal_moves(state, LEARNER)
    for kind in dict.fromkeys(_tile(state, move) for move in moves):
        alike = [move for move in moves if _tile(state, move) is kind]
        best_moves = _best(alike, lambda move: -_reply(game, state, move)) if len(alike) == CHOICES else ()
        if best_moves:
            return best_moves
    return ()


def not_the_most_valuable(game: AnyGame, state: BattleState) -> Sequence[TakePair]:
    """The pairs that are best when the answer counts too, if none of them scores the most."""
    moves = game.legal_moves(state, LEARNER)
    best = _best(moves, lambda move: _tile(state, move).rank - _reply(game, state, move))
    most = max((_tile(state, move).rank for move in moves), default=0)
    return best if all(_tile(state, move).rank < most for move in best) else ()


def last_pair(game: AnyGame, state: BattleState) -> Sequence[TakePair]:
    """A pair that ends the game."""
    moves = game.legal_moves(state, LEARNER)
    return [move for move in moves if game.result(game.apply(state, LEARNER, move)[0]) is not None]


def _tile(state: BattleState, move: TakePair) -> Tile:
    tile = state.board.at(move.first)
    assert tile is not None, "a move takes what is there"
    return tile


def _reply(game: AnyGame, state: BattleState, move: TakePair) -> int:
    """The most that the opponent can take afterwards."""
    after, _ = game.apply(state, LEARNER, move)
    replies = (reply for seat in game.to_move(after) for reply in game.legal_moves(after, seat))
    return max((_tile(after, reply).rank for reply in replies), default=0)


def _best(moves: Sequence[TakePair], worth: Callable[[TakePair], int]) -> Sequence[TakePair]:
    """The moves with the highest value, unless all are equal."""
    most = max(map(worth, moves), default=0)
    best = [move for move in moves if worth(move) == most]
    return best if len(best) < len(moves) else ()


def tile_of(_: AnyGame, state: BattleState, move: TakePair) -> str:
    """The tile that a move takes."""
    return str(_tile(state, move))


SCENES: Final = (
    Scene("pair", "lesson", walk, any_pair),
    Scene("find", "tea", walk, only_pair, after=2, tile=tile_of),
    Scene("dear", "jasmine", walk, most_valuable, after=4),
    Scene("which", "oolong", walk, best_two_of_three, after=6, tile=tile_of),
    Scene("mind", "bamboo", walk, not_the_most_valuable, after=12),
    Scene("last", "oolong", walk, last_pair, after=40),
)

LESSON: Final = LessonPlan({}, SCENES)
