"""Scored Solitaire: matching pairs off a stacked layout, alone or for the pot."""

from functools import partial
from typing import Final

from teahouse.games.description import GameDescription
from teahouse.games.positions import PositionText
from teahouse.games.solitaire.board import Board, Help
from teahouse.games.solitaire.deal_text import client_facts, deal_facts, deal_text
from teahouse.games.solitaire.deals.deal import LEVELS, Deal, DealLevel, deal_layout, usual_level
from teahouse.games.solitaire.game import Solitaire, SolitaireRules, SolitaireState
from teahouse.games.solitaire.layout import (
    LAYOUT_NAMES,
    Layout,
    Pair,
    Place,
    Slot,
    addresses,
    find_layout,
    layout_text,
    layout_warnings,
    parse_layout,
)
from teahouse.games.solitaire.match import SolitaireMatch
from teahouse.games.solitaire.moves import (
    DealShown,
    EndGame,
    Event,
    Finished,
    Hint,
    Hinted,
    Move,
    PairTaken,
    Redo,
    Shuffle,
    Shuffled,
    StartedOver,
    StartOver,
    TakePair,
    Undo,
    Undone,
)
from teahouse.games.solitaire.position import example_position, own_line, parse_position, position_text
from teahouse.games.solitaire.shape import Shape, shape_of
from teahouse.games.solitaire.view import BoardView, SolitaireView, Standing

SOLITAIRE: Final = GameDescription(
    game=Solitaire,
    matches={"single": partial(SolitaireMatch, "single"), "pot": partial(SolitaireMatch, "pot")},
    deal_text=deal_text,
    deal_facts=deal_facts,
    client_facts=client_facts,
    positions=PositionText(parse_position, position_text, example_position, own_line),
)

__all__ = [
    "LAYOUT_NAMES",
    "LEVELS",
    "SOLITAIRE",
    "Board",
    "BoardView",
    "Deal",
    "DealLevel",
    "DealShown",
    "EndGame",
    "Event",
    "Finished",
    "Help",
    "Hint",
    "Hinted",
    "Layout",
    "Move",
    "Pair",
    "PairTaken",
    "Place",
    "Redo",
    "Shape",
    "Shuffle",
    "Shuffled",
    "Slot",
    "Solitaire",
    "SolitaireMatch",
    "SolitaireRules",
    "SolitaireState",
    "SolitaireView",
    "Standing",
    "StartOver",
    "StartedOver",
    "TakePair",
    "Undo",
    "Undone",
    "addresses",
    "deal_layout",
    "find_layout",
    "layout_text",
    "layout_warnings",
    "parse_layout",
    "shape_of",
    "usual_level",
]
