"""The lesson of Solitaire: free tiles, matching, the score, help and its price, clearing the board."""

from collections.abc import Sequence
from typing import Any, Final

from teahouse.core.game import AnyGame
from teahouse.core.tiles import Tile
from teahouse.games.solitaire import Hint, Shuffle, SolitaireState, TakePair, Undo
from teahouse.service.hosting.lesson import LEARNER, LessonPlan, Scene


def walk(game: AnyGame, state: Any) -> Any:
    """Take the next pair in the order that clears the deal."""
    moves = game.legal_moves(state, LEARNER)
    planned = [TakePair(*sorted(pair)) for pair in state.deal.certificate or ()]
    chosen = next((move for move in planned if move in moves), moves[0])
    return game.apply(state, LEARNER, chosen)[0]


def stumble(game: AnyGame, state: Any) -> Any:
    """Take the first pair, without a plan."""
    return game.apply(state, LEARNER, game.legal_moves(state, LEARNER)[0])[0]


def any_pair(game: AnyGame, state: SolitaireState) -> Sequence[TakePair]:
    """Every pair."""
    return _pairs(game, state)


def only_pair(game: AnyGame, state: SolitaireState) -> Sequence[TakePair]:
    """The only pair of the first plain kind."""
    pairs = _pairs(game, state)
    kinds = [_faces(game, state, pair)[0] for pair in pairs]
    return [pair for pair, kind in zip(pairs, kinds, strict=True) if kinds.count(kind) == 1 and not kind.is_bonus][:1]


def bonus_pair(game: AnyGame, state: SolitaireState) -> Sequence[TakePair]:
    """Flowers and Seasons that look different but match."""
    pairs = [pair for pair in _pairs(game, state) if _faces(game, state, pair)[0].is_bonus]
    return pairs if len(pairs) < len(_pairs(game, state)) else ()


def most_valuable(game: AnyGame, state: SolitaireState) -> Sequence[TakePair]:
    """The pairs that score most, if others score less."""
    pairs = _pairs(game, state)
    worth = {pair: _points(game, state, pair) for pair in pairs}
    most = max(worth.values(), default=0)
    best = [pair for pair in pairs if worth[pair] == most]
    return best if len(best) < len(pairs) else ()


def undo(game: AnyGame, state: SolitaireState) -> Sequence[Any]:
    """Putting the last pair back."""
    return [move for move in game.legal_moves(state, LEARNER) if isinstance(move, Undo)]


def hint(game: AnyGame, state: SolitaireState) -> Sequence[Any]:
    """Asking for a pair."""
    return [move for move in game.legal_moves(state, LEARNER) if isinstance(move, Hint)]


def shuffle(game: AnyGame, state: SolitaireState) -> Sequence[Any]:
    """Mixing what is left, if no pair is free."""
    moves = game.legal_moves(state, LEARNER)
    return [move for move in moves if isinstance(move, Shuffle)] if not _pairs(game, state) else ()


def last_pair(game: AnyGame, state: SolitaireState) -> Sequence[TakePair]:
    """The pair that clears the board."""
    pairs = _pairs(game, state)
    return [pair for pair in pairs if game.result(game.apply(state, LEARNER, pair)[0]) is not None]


def _pairs(game: AnyGame, state: SolitaireState) -> list[TakePair]:
    return [move for move in game.legal_moves(state, LEARNER) if isinstance(move, TakePair)]


def _faces(game: AnyGame, state: SolitaireState, pair: TakePair) -> tuple[Tile, Tile]:
    cells = game.view(state, LEARNER).board.cells
    return Tile(cells[pair.first]), Tile(cells[pair.second])


def _points(game: AnyGame, state: SolitaireState, pair: TakePair) -> int:
    before, after = (game.view(one, LEARNER) for one in (state, game.apply(state, LEARNER, pair)[0]))
    return int(after.standings[0].score - before.standings[0].score)


def tile_of(game: AnyGame, state: SolitaireState, pair: TakePair) -> str:
    """The tile that a move takes."""
    return str(_faces(game, state, pair)[0])


SCENES: Final = (
    Scene("pair", "lesson", walk, any_pair),
    Scene("find", "lesson", walk, only_pair, after=1, tile=tile_of),
    Scene("bonus", "oolong", walk, bonus_pair),
    Scene("dear", "lesson", walk, most_valuable, after=3),
    Scene("hint", "lesson", walk, hint, after=8),
    Scene("undo", "lesson", walk, undo, after=9),
    Scene("shuffle", "lesson", stumble, shuffle, after=20),
    Scene("clear", "lesson", walk, last_pair, after=60),
)

LESSON: Final = LessonPlan({"level": "gentle"}, SCENES)
