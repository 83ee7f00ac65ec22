"""A deal of Classic with every tile shown, as text and as data."""

from typing import Any, Final

from teahouse.core.tiles import tiles_text
from teahouse.games.classic.play.state import ClassicState

ROW: Final = 36
"""Tiles of the wall in a row of text: one side of the wall."""


def deal_text(state: ClassicState) -> str:
    """The dice, every hand with its bonus tiles, the Kong Box and the wall in the order in which tiles are taken."""
    opening = state.opening
    rolls = [f"seat {roll.seat} rolls {'+'.join(map(str, roll.dice))} ({roll.purpose})" for roll in opening.rolls]
    seats = [seat_text(state, seat) for seat in range(len(state.hands))]
    rows = [tiles_text(state.wall[start : start + ROW]) for start in range(0, len(state.wall), ROW)]
    return "\n".join(
        (
            *rolls,
            f"prevailing wind {opening.prevailing}",
            *seats,
            f"Kong Box  {tiles_text(state.box)}",
            *(f"wall      {row}" for row in rows),
        )
    )


def seat_text(state: ClassicState, seat: int) -> str:
    """A seat's wind and hand."""
    dealer = ", dealer" if seat == state.opening.dealer else ""
    bonus = f"   bonus {tiles_text(state.bonus[seat])}" if state.bonus[seat] else ""
    return f"seat {seat} ({state.opening.winds[seat]}{dealer})  {tiles_text(state.hands[seat])}{bonus}"


def deal_facts(state: ClassicState) -> dict[str, Any]:
    """The deal as data."""
    opening = state.opening
    return {
        "rolls": [{"seat": roll.seat, "purpose": roll.purpose, "dice": list(roll.dice)} for roll in opening.rolls],
        "winds": list(opening.winds),
        "prevailing": opening.prevailing,
        "dealer": opening.dealer,
        "hands": [tiles_text(hand) for hand in state.hands],
        "bonus": [tiles_text(bonus) for bonus in state.bonus],
        "kong_box": tiles_text(state.box),
        "wall": tiles_text(state.wall),
    }
