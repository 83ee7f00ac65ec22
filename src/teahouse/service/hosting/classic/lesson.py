"""The lesson of Classic: discarding, Chow, Pong and Kong, being ready, Mahjong."""

from collections.abc import Sequence
from typing import Any, Final

from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.core.tiles import TILES, Tile
from teahouse.games.classic import (
    ClaimChow,
    ClaimPong,
    Classic,
    ClassicState,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Pass,
)
from teahouse.games.classic.scoring.score import is_mahjong
from teahouse.service.hosting.lesson import LEARNER, LessonPlan, Scene

NEAR: Final = 2
"""How far apart two tiles of a suit may be and still grow into a Chow."""


def walk(game: AnyGame, state: Any) -> Any:
    """Every seat keeps related tiles, discards the most isolated one, and claims Pongs and Mahjong."""
    seat = game.to_move(state)[0]
    return game.apply(state, seat, _modest(game, state, seat))[0]


def _modest(game: AnyGame, state: ClassicState, seat: Seat) -> Any:
    moves = game.legal_moves(state, seat)
    for kind in (DeclareMahjong, ClaimPong, DeclareKong, Pass):
        best = next((move for move in moves if isinstance(move, kind)), None)
        if best is not None:
            return best
    hand = game.view(state, seat).hand
    return min((move for move in moves if isinstance(move, Discard)), key=lambda move: _friends(move.tile, hand))


def _friends(tile: Tile, hand: Sequence[Tile]) -> int:
    """How connected a tile is in a hand: equal tiles count twice, neighbours in the suit once."""
    alike = hand.count(tile) - 1
    near = sum(_is_near(tile, other) for other in hand)
    return 2 * alike + near


def _is_near(tile: Tile, other: Tile) -> bool:
    return tile.suit is not None and tile.suit is other.suit and 0 < abs(tile.rank - other.rank) <= NEAR


def lonely(game: AnyGame, state: ClassicState) -> Sequence[Discard]:
    """The discards of isolated tiles, if other tiles are connected."""
    discards = _of(game, state, Discard)
    hand = game.view(state, LEARNER).hand
    isolated = [move for move in discards if _friends(move.tile, hand) == 0]
    return isolated if len(isolated) < len(discards) else ()


def chow(game: AnyGame, state: ClassicState) -> Sequence[ClaimChow]:
    """Every way to Chow."""
    return _of(game, state, ClaimChow)


def pong(game: AnyGame, state: ClassicState) -> Sequence[ClaimPong]:
    """The Pong."""
    return _of(game, state, ClaimPong)


def kong(game: AnyGame, state: ClassicState) -> Sequence[DeclareKong]:
    """Every Kong that can be declared."""
    return _of(game, state, DeclareKong)


def ready(game: AnyGame, state: ClassicState) -> Sequence[Discard]:
    """The discards after which one tile is missing for Mahjong, if other discards are worse."""
    discards = _of(game, state, Discard)
    if _of(game, state, DeclareMahjong):
        return ()
    best = [move for move in discards if _is_ready(game, state, move.tile)]
    return best if len(best) < len(discards) else ()


def _is_ready(game: AnyGame, state: ClassicState, tile: Tile) -> bool:
    view = game.view(state, LEARNER)
    hand = list(view.hand)
    hand.remove(tile)
    assert isinstance(game, Classic)
    ruleset = game.rules.chosen()
    return any(is_mahjong((*hand, missing), view.melds[LEARNER], ruleset) for missing in TILES[:34])


def mahjong(game: AnyGame, state: ClassicState) -> Sequence[DeclareMahjong]:
    """Mahjong."""
    return _of(game, state, DeclareMahjong)


def all_pass(game: AnyGame, state: ClassicState) -> tuple[Seat, Pass] | None:
    """Let every other seat pass on the tile on offer."""
    return next(((seat, Pass()) for seat in game.to_move(state) if Pass() in game.legal_moves(state, seat)), None)


def _of(game: AnyGame, state: ClassicState, kind: type[Any]) -> list[Any]:
    return [move for move in game.legal_moves(state, LEARNER) if isinstance(move, kind)]


def offered(game: AnyGame, state: ClassicState, move: Any) -> str:
    """The tile on offer, or the one that the move names."""
    offer = game.view(state, LEARNER).offer
    return str(offer.tile if offer is not None else move.tile)


SCENES: Final = (
    Scene("discard", "tea", walk, lonely),
    Scene("chow", "oolong", walk, chow, tile=offered, settle=all_pass),
    Scene("pong", "lesson", walk, pong, tile=offered, settle=all_pass),
    Scene("kong", "jasmine", walk, kong, tile=offered),
    Scene("ready", "river", walk, ready, after=110),
    Scene("mahjong", "river", walk, mahjong, after=120, settle=all_pass),
)

LESSON: Final = LessonPlan({"east": 0, "dealer": 0}, SCENES)
