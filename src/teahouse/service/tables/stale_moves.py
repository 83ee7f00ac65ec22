"""The version since which each seat's moves are unchanged, so that an outdated move is recognised."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from teahouse.core.seats import Seat
from teahouse.service.errors import Refused, refused
from teahouse.service.tables import events as ev
from teahouse.service.tables.log import Logged
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.bus import Viewer

MOVING: Final = (ev.Moved, ev.Answered, ev.Withdrawn)


class StaleMoveGuard:
    """The moves offered to each seat, and since which version. A seat's own move starts a new offer."""

    def __init__(self, since: dict[Seat, int] | None = None) -> None:
        """Start with known versions."""
        self._since = dict(since or {})
        self._moves: dict[Seat, Sequence[Any]] = {}

    def since(self, seat: Seat) -> int:
        """The version since which this seat's moves are unchanged."""
        return self._since.get(seat, 0)

    def check(self, table: Table, seat: Seat, seen: int) -> None:
        """Refuse what was chosen before the seat's moves changed, or for a version that the table has not reached.

        An honest client has seen such a version only if the log was restored from an older backup. It needs a snapshot:
        `newest` in the refusal says so to its connection.
        """
        newest = table.versions[seat]
        if seen > newest:
            text = f"the table has not come so far: expected at most version {newest}, got {seen} at v"
            raise Refused("move/stale", text, values={"newest": newest})
        if seen < self.since(seat):
            raise refused("move/stale")

    def update(self, table: Table, table_events: Sequence[ev.TableEvent] = ()) -> None:
        """Update after an event."""
        movers = {one.seat for one in table_events if isinstance(one, MOVING)}
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


def replay_table(logged: Sequence[Logged]) -> tuple[Table, StaleMoveGuard]:
    """A table replayed from its log, with the offers as if it had never left memory."""
    table, trail = Table(logged[0]), list[_Moment]()
    for one in logged[1:]:
        table.fold(one)
        if isinstance(one.event, ev.Dealt):
            trail.clear()
        mover = one.event.seat if isinstance(one.event, MOVING) else None
        trail.append(_Moment(table.state, frozenset(table.answers), dict(table.versions), mover))
    stale_moves = StaleMoveGuard(
        {seat: _since(table, trail, seat) for seat in table.game.seats if table.status == "playing"}
    )
    stale_moves.update(table)
    return table, stale_moves


def _since(table: Table, trail: Sequence[_Moment], seat: Seat) -> int:
    """Go back while the seat had the same moves and did not move itself."""
    moves, since = table.legal(seat), table.versions[seat]
    for moment in reversed(trail):
        offered = () if seat in moment.answered else table.game.legal_moves(moment.state, seat)
        if list(offered) != list(moves):
            break
        since = moment.versions[seat]
        if moment.mover == seat:
            break
    return since
