"""A deal of Solitaire with every tile shown, as text and as data, and the facts that are the same in every deal."""

from typing import Any

import msgspec

from teahouse.games.solitaire.board import HELP_PRICE
from teahouse.games.solitaire.deals.deal import deal_note, usual_level
from teahouse.games.solitaire.deals.deal import deal_text as text_of
from teahouse.games.solitaire.game import SolitaireState
from teahouse.games.solitaire.layout import LAYOUT_NAMES, find_layout, layout_text
from teahouse.games.solitaire.sets import TEXTS, VALUES


def deal_text(state: SolitaireState) -> str:
    """The layout with its tiles, layer by layer."""
    return text_of(state.deal)


def deal_facts(state: SolitaireState) -> dict[str, Any]:
    """The same as data, with a note if the deal is not of the level asked for."""
    facts: dict[str, Any] = msgspec.to_builtins(state.deal)
    note = deal_note(state.deal.level, state.deal.dealt)
    return facts | {"note": note} if note else facts


def client_facts() -> dict[str, Any]:
    """Where the tiles of each layout lie and its usual level, what a tile is worth, the price of help for each pair."""
    layouts = {name: layout_text(find_layout(name)) for name in LAYOUT_NAMES}
    levels = {name: usual_level(name) for name in LAYOUT_NAMES}
    values = dict(zip(TEXTS, VALUES, strict=True))
    return {"layouts": layouts, "levels": levels, "values": values, "helpPrice": HELP_PRICE}
