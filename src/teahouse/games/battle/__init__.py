"""Mahjong Battle: two players, perfect information."""

from functools import partial
from typing import Final

from teahouse.games.battle.board import Board, Slot, board_text, parse_board, parse_slot, slot_text
from teahouse.games.battle.deal_text import deal_facts, deal_text
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
from teahouse.games.battle.position import example_position, parse_position, position_text
from teahouse.games.description import GameDescription
from teahouse.games.positions import PositionText

BATTLE: Final = GameDescription(
    game=Battle,
    matches={"single": partial(BattleMatch, "single"), "double": partial(BattleMatch, "double")},
    deal_text=deal_text,
    deal_facts=deal_facts,
    positions=PositionText(parse_position, position_text, example_position),
)

__all__ = [
    "BATTLE",
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
