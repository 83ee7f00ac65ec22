"""Explains why a typed text is not a legal move in Classic mahjong."""

from collections.abc import Sequence
from typing import assert_never

from teahouse.core.errors import InvalidText
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.core.tiles import Tile
from teahouse.games.classic.play.mahjong import lacks_declaration
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
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.games.classic.scoring.score import is_mahjong


def move_refusal(state: ClassicState, seat: Seat, text: str, legal: Sequence[Move], ruleset: Ruleset) -> str | None:
    """Why a text is not a legal move of that seat; None if it is one, or cannot be read."""
    try:
        move = parse_move(text)
    except InvalidText:
        return None
    if move in legal or isinstance(move, Forfeit):
        return None
    if state.window is None:
        return _no_turn(state, seat, move, ruleset)
    tile = state.window.offer.tile
    if isinstance(move, DeclareMahjong):
        why = f"no Mahjong with {tile}: {_no_mahjong((*state.hands[seat], tile), state, seat, ruleset)}"
    else:
        why = _no_claim(str(tile), move)
    return f"{why} (you may {', '.join(move_text(each) for each in legal)})"


def _no_mahjong(hand: Sequence[Tile], state: ClassicState, seat: Seat, ruleset: Ruleset) -> str:
    """Why a seat may not go Mahjong with these tiles."""
    if not is_mahjong(hand, state.melds[seat], ruleset):
        return "your hand is not complete"
    if lacks_declaration(state, seat, ruleset):
        return "you have not declared that you are ready (fishing)"
    return "your hand is worth too little"


def _no_turn(state: ClassicState, seat: Seat, move: Move, ruleset: Ruleset) -> str:
    if state.exchange is not None and not isinstance(move, Discard):
        return "three tiles are passed on first: name a tile of your hand"
    match move:
        case Discard():
            has = move.tile in state.hands[seat]
            return f"you are not ready after {move.tile}" if has else f"no {move.tile} in your hand"
        case DeclareKong():
            return f"no kong of {move.tile}: you need four of them, or the fourth beside your melded pong"
        case DeclareMahjong():
            if state.came == "claim":
                return "no Mahjong with a tile that you claimed for a set: discard first"
            return f"no Mahjong: {_no_mahjong(state.hands[seat], state, seat, ruleset)}"
        case ClaimChow() | ClaimPong() | ClaimKong() | Pass() | Forfeit():
            return "nothing is on offer now: discard a tile of your hand"
        case _:
            assert_never(move)


def _no_claim(offered: str, move: Move) -> str:
    match move:
        case ClaimPong():
            return f"no pong with {offered}: you need two more of them"
        case ClaimKong() | DeclareKong():
            return f"no kong with {offered}: you need three more of them in your hand"
        case ClaimChow():
            return f"no chow {run_text(move.first)} with {offered}"
        case Discard() | Pass() | Forfeit() | DeclareMahjong():
            return f"{offered} is on offer: answer first"
        case _:
            assert_never(move)
