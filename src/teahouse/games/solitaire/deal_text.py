"""A deal of Solitaire laid open, as text and as plain facts."""

from typing import Any

import msgspec

from teahouse.games.solitaire.deal import deal_note
from teahouse.games.solitaire.deal import deal_text as text_of
from teahouse.games.solitaire.game import SolitaireState


def deal_text(state: SolitaireState) -> str:
    """The layout with its tiles, layer by layer."""
    return text_of(state.deal)


def deal_facts(state: SolitaireState) -> dict[str, Any]:
    """The same for a program, with a note where the deal is another than was asked for."""
    facts: dict[str, Any] = msgspec.to_builtins(state.deal)
    note = deal_note(state.deal.level, state.deal.dealt)
    return facts | {"note": note} if note else facts
