"""Builds the question to an adviser for a person at a practice table, or refuses the advice."""

from typing import Any, Final

import msgspec

from teahouse.players import Budget
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.errors import refused
from teahouse.service.hosting import HOSTING
from teahouse.service.tables.summary import is_practice
from teahouse.service.tables.table import Table

ADVICE_SECONDS: Final = 1.0


def advice_question(table: Table, person: str) -> MoveQuestion[Any]:
    """The question to an adviser, with only what the person sees; refused if the person may not have advice."""
    seat = table.seat_of(person)
    if seat is None:
        raise refused("table/seat")
    if not is_practice(table.info()):
        raise refused("advice/practice")
    if table.is_daily_deal:
        raise refused("advice/daily")
    moves = tuple(table.legal(seat)) if seat in table.to_move() else ()
    if not moves:
        raise refused("advice/turn")
    view, has_paid = table.game.view(table.state, seat), HOSTING[table.game.name].has_paid
    if has_paid is not None and not has_paid(view):
        raise refused("advice/price")
    return MoveQuestion(
        table.game.name,
        msgspec.to_builtins(table.game.rules),
        view,
        moves,
        Budget(seconds=ADVICE_SECONDS),
        seed=f"{table.id}/{table.deal}/{len(table.moves)}/{seat}",
        table=table.id,
        person=person,
    )
