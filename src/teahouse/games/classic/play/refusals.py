"""Why a text that somebody typed is not a legal move in Classic mahjong."""

from collections.abc import Sequence
from typing import assert_never

from teahouse.core.errors import InvalidText
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games.classic.play.moves import (
    ClaimChow,
    ClaimKong,
    ClaimPong,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Move,
    Pass,
    move_text,
    parse_move,
    run_text,
)
from teahouse.games.classic.play.state import ClassicState


def move_refusal(state: ClassicState, seat: Seat, text: str, legal: Sequence[Move]) -> str | None:
    """Why a text is not a legal move of that seat; None where it is one, or cannot be read."""
    try:
        move = parse_move(text)
    except InvalidText:
        return None
    if move in legal or isinstance(move, Forfeit):
        return None
    if state.window is None:
        return _no_turn(state, seat, move)
    return _no_claim(str(state.window.offer.tile), move, ", ".join(move_text(each) for each in legal))


def _no_turn(state: ClassicState, seat: Seat, move: Move) -> str:
    match move:
        case Discard():
            has = move.tile in state.hands[seat]
            return f"you are not ready after {move.tile}" if has else f"no {move.tile} in your hand"
        case DeclareKong():
            return f"no kong of {move.tile}: you need four of them, or the fourth beside your melded pong"
        case DeclareMahjong():
            return "no Mahjong: your hand is not complete, or worth too little"
        case ClaimChow() | ClaimPong() | ClaimKong() | Pass() | Forfeit():
            return "nothing is on offer now: discard a tile of your hand"
        case _:
            assert_never(move)


def _no_claim(offered: str, move: Move, choices: str) -> str:
    match move:
        case ClaimPong():
            why = f"no pong with {offered}: you need two more of them"
        case ClaimKong() | DeclareKong():
            why = f"no kong with {offered}: you need three more of them in your hand"
        case ClaimChow():
            why = f"no chow {run_text(move.first)} with {offered}"
        case DeclareMahjong():
            why = f"no Mahjong with {offered}: your hand is not complete, or worth too little"
        case Discard() | Pass() | Forfeit():
            why = f"{offered} is on offer: answer first"
        case _:
            assert_never(move)
    return f"{why} (you may {choices})"
