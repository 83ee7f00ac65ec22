"""Writes a position as text."""

from collections.abc import Sequence
from typing import Any

import msgspec

from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import tiles_text
from teahouse.games.classic.game import Classic
from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.play.state import (
    ClassicState,
    Exchange,
)
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset


def position_text(game: Classic, state: ClassicState, seat: Seat) -> str:
    """Write a position with every tile in its place; the history of claims and dice is left out."""
    winds, offer = [wind.lower() for wind in state.opening.winds], None if state.window is None else state.window.offer
    house = next((name for name in RULESETS if load_ruleset(name) == game.ruleset), None)
    facts: dict[str, Any] = {
        "ruleset": house or msgspec.json.encode(game.ruleset).decode(),
        "seats": " ".join(winds),
        "prevailing": state.opening.prevailing.lower(),
        "dealer": winds[state.opening.dealer],
        "heaps": state.opening.heaps,
        "turn": winds[state.turn] if offer is None else "",
        **{wind: hand_text(state.hands[place], state.melds[place]) for place, wind in enumerate(winds)},
        "drawn": state.drawn if offer is None else None,
        "offer": "" if offer is None else f"{offer.tile}@{winds[offer.seat]} {offer.kind}",
        "bonus": " ".join(f"{tile}@{winds[place]}" for place, tiles in enumerate(state.bonus) for tile in tiles),
        "discards": " ".join(f"{laid.tile}@{winds[laid.seat]}" for laid in state.discards),
        "came": state.came,
        "kongs": state.kongs or "",
        "turns": " ".join(map(str, state.turns)),
        "unchanged": _named(winds, state.unchanged),
        "ready": _named(winds, state.ready),
        "gone": _named(winds, state.gone),
        "tail": state.tail or "",
        "exchange": "" if state.exchange is None else _exchange_text(state.exchange, winds),
    }
    supplies = [f"wall: {tiles_text(state.wall)}", f"box: {tiles_text(state.box)}"]
    return "\n".join([*(f"{name}: {value}" for name, value in facts.items() if value not in ("", None)), *supplies])


def _exchange_text(exchange: Exchange, winds: Sequence[str]) -> str:
    laid = [f"{tile}@{winds[seat]}" for seat, tiles in enumerate(exchange.given) for tile in tiles]
    return " ".join((str(exchange.number + 1), *laid))


def _named(winds: Sequence[str], which: BySeat[bool]) -> str:
    return " ".join(wind for wind, is_named in zip(winds, which, strict=True) if is_named)
