"""Mahjong Battle: two players, perfect information."""

from teahouse.games.battle.board import Board, Slot, board_text, parse_board, parse_slot, slot_text
from teahouse.games.battle.game import (
    Battle,
    BattleRules,
    BattleState,
    BattleView,
    Event,
    Move,
    PairTaken,
    TakePair,
)
from teahouse.games.battle.match import BattleMatch

__all__ = [
    "Battle",
    "BattleMatch",
    "BattleRules",
    "BattleState",
    "BattleView",
    "Board",
    "Event",
    "Move",
    "PairTaken",
    "Slot",
    "TakePair",
    "board_text",
    "parse_board",
    "parse_slot",
    "slot_text",
]
