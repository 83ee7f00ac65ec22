"""A deal of Battle with every tile shown, as text and as data."""

from typing import Any

from teahouse.games.battle.board import board_text
from teahouse.games.battle.game import BattleState


def deal_text(state: BattleState) -> str:
    """The board, one row on each line."""
    return board_text(state.board)


def deal_facts(state: BattleState) -> dict[str, Any]:
    """The deal as data."""
    return {"rows": deal_text(state).splitlines()}
