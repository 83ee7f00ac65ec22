"""What Battle adds to profiles: results as the first player, and the margin of a game."""

from collections.abc import Sequence
from typing import Final

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat, seat_after
from teahouse.games.battle import Battle, BattleState, TakePair
from teahouse.games.battle.game import pair_tile
from teahouse.service.hosting.rules import DealFigures, ProfileRules

OPENING_PAIRS: Final = 2


def variant(_rules: object) -> str:
    """There is one kind of Battle."""
    return ""


def deal_figures(game: Battle, state: BattleState, seat: Seat) -> DealFigures:
    """Whether a seat began, whether it began and won, and its margin."""
    result = game.result(state)
    assert result is not None
    margin = result.scores[seat] - result.scores[seat_after(seat, 2)]
    won = int(seat in result.winners)
    begins = game.rules.first_seat == seat
    return DealFigures({"won_beginning" if begins else "won_second": won, "margin": margin})


def openings(dealt: BattleState, moves: Sequence[TakePair | Forfeit]) -> tuple[str, ...]:
    """The tiles of the first pair, and of the first two: `5m` and `5m 7z`."""
    board, tiles, texts = dealt.board, list[str](), list[str]()
    for move in moves:
        if not isinstance(move, TakePair):
            break
        tiles.append(pair_tile(board, move))
        board = board.without(move.first, move.second)
        texts.append(" ".join(tiles))
    return tuple(texts)


PROFILE: Final = ProfileRules(
    variant, deal_figures, records=("margin",), openings=openings, opening_moves=OPENING_PAIRS
)
