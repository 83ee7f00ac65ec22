"""A deal of Battle laid open, as text and as plain facts."""

from typing import Any

from teahouse.games.battle.board import board_text
from teahouse.games.battle.game import BattleState


def deal_text(state: BattleState) -> str:
    """The board, a row a line."""
    return board_text(state.board)


def deal_facts(state: BattleState) -> dict[str, Any]:
    """The same for a program."""
    return {"rows": deal_text(state).splitlines()}
