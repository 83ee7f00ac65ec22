"""Since when each seat's moves are as they are, so that an answer to an older table is known as stale."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from teahouse.core.seats import Seat
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import Logged
from teahouse.service.tables.table import Table, Viewer


class StaleMoveGuard:
    """What is offered to each seat, and since which version. A seat's own move makes a new offer, even of the same."""

    def __init__(self, since: dict[Seat, int] | None = None) -> None:
        """Go on from versions known already."""
        self._since = dict(since or {})
        self._moves: dict[Seat, Sequence[Any]] = {}

    def since(self, seat: Seat) -> int:
        """The version since which this seat's moves are as they are."""
        return self._since.get(seat, 0)

    def note(self, table: Table, table_events: Sequence[ev.TableEvent] = ()) -> None:
        """Look at the table after something happened."""
        movers = {one.seat for one in table_events if isinstance(one, ev.Moved | ev.Answered)}
        for seat in table.game.seats:
            moves = table.legal(seat)
            if seat in movers or moves != self._moves.get(seat, moves):
                self._since[seat] = table.versions[seat]
            self._moves[seat] = moves


class _Moment(NamedTuple):
    """A table within the deal that is played, after one of its events."""

    state: Any
    answered: frozenset[Seat]
    versions: dict[Viewer, int]
    mover: Seat | None


def replayed(logged: Sequence[Logged]) -> tuple[Table, StaleMoveGuard]:
    """A table as its log tells it, with what is offered there as if it had never left memory."""
    table, trail = Table(logged[0]), list[_Moment]()
    for one in logged[1:]:
        table.fold(one)
        if isinstance(one.event, ev.Dealt):
            trail.clear()
        mover = one.event.seat if isinstance(one.event, ev.Moved | ev.Answered) else None
        trail.append(_Moment(table.state, frozenset(table.answers), dict(table.versions), mover))
    stale_moves = StaleMoveGuard(
        {seat: _since(table, trail, seat) for seat in table.game.seats if table.status == "playing"}
    )
    stale_moves.note(table)
    return table, stale_moves


def _since(table: Table, trail: Sequence[_Moment], seat: Seat) -> int:
    """Go back as long as the seat was offered the same and did not move itself."""
    moves, since = table.legal(seat), table.versions[seat]
    for moment in reversed(trail):
        offered = () if seat in moment.answered else table.game.legal_moves(moment.state, seat)
        if list(offered) != list(moves):
            break
        since = moment.versions[seat]
        if moment.mover == seat:
            break
    return since
