"""What a table waits for."""

from typing import Literal, NamedTuple

from teahouse.core.seats import Seat
from teahouse.service.tables.bots import TableBots
from teahouse.service.tables.table import Table
from teahouse.service.tables.waiting.claim_window import ClaimWindow
from teahouse.service.tables.waiting.clocks import TableClocks


class Wait(NamedTuple):
    """Something that must happen before the table goes on.

    person: a person's move. bot: a bot's move. claim: the end of an open claim. ready: a person getting ready. seat: a
    free seat being taken. ms: the time until the table goes on by itself; None if it waits without a limit.
    """

    what: Literal["person", "bot", "claim", "ready", "seat"]
    seat: Seat | None = None
    ms: float | None = None


def waits_on(table: Table, clocks: TableClocks, window: ClaimWindow, bots: TableBots) -> tuple[Wait, ...]:
    """Everything a table waits for; empty if it is over, or stuck."""
    if table.status == "over":
        return ()
    if table.status != "playing":
        free = [Seat(seat) for seat, holder in enumerate(table.holders) if holder is None]
        return (*(Wait("seat", seat) for seat in free), *(Wait("ready", seat) for seat in table.waits_for))
    claim = (Wait("claim", ms=window.until()),) if table.has_window() else ()
    thinking = (Wait("bot", seat) for seat in table.to_move() if table.bot_at(seat) and bots.is_at_work(seat))
    persons = (Wait("person", seat, clocks.until_flag(seat)) for seat in table.to_move() if not table.bot_at(seat))
    return (*claim, *thinking, *persons)
