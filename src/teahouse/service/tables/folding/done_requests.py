"""The requests that a table has carried out, by their ids, so that nothing is done twice."""

from collections import deque
from collections.abc import Mapping
from typing import Final

from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.standing import TableStanding
from teahouse.service.tables.log import Logged

REMEMBERED_ACTIONS: Final = 256  # of each person and kind: as many as can wait to be answered

# The kind of request behind each event. An id is unique among one person's requests of one kind.
REQUEST_KINDS: Final[Mapping[type[ev.TableEvent], str]] = {
    ev.Moved: "act",
    ev.Answered: "act",
    ev.Withdrawn: "withdraw",
    ev.Paused: "pause",
    ev.Sat: "sit",
    ev.Left: "leave",
    ev.Leaving: "leave",
    ev.Readied: "ready",
    ev.Chatted: "chat",
    ev.HostMuted: "hush",
    ev.Removed: "remove",
    ev.AbsenceClaimed: "absent",
    ev.MatchEnded: "end",
}

NAMING_PERSON: Final = (ev.Sat, ev.Chatted)  # events that name their person


class DoneRequests:
    """The requests that were done, each by its asker, its kind and its id."""

    def __init__(self) -> None:
        """Start with none."""
        self.done: dict[tuple[str, str, str], int] = {}
        self._ids: dict[tuple[str, str], deque[str]] = {}

    def __contains__(self, request: tuple[str, str, str]) -> bool:
        """Was it done, and not so long ago that it is forgotten?"""
        return request in self.done

    def add(self, logged: Logged, standing: TableStanding) -> None:
        """Note who sent the request behind an event, before the event is folded in."""
        client: str | None = getattr(logged.event, "client", None)
        if client is None:
            return
        asker, kind = asker_of(logged.event, standing), REQUEST_KINDS[type(logged.event)]
        ids = self._ids.setdefault((asker, kind), deque())
        if (asker, kind, client) not in self.done:
            ids.append(client)
        self.done[asker, kind, client] = logged.seq
        if len(ids) > REMEMBERED_ACTIONS:  # per person and kind: chat pushes out no moves
            del self.done[asker, kind, ids.popleft()]


def asker_of(table_event: ev.TableEvent, standing: TableStanding) -> str:
    """The person behind an event; for bots and what only hosts do this is the host."""
    if isinstance(table_event, ev.HostMuted | ev.Removed):
        return standing.host
    if isinstance(table_event, NAMING_PERSON):
        person = table_event.person
    else:
        asking = table_event.by if isinstance(table_event, ev.AbsenceClaimed) else getattr(table_event, "seat", 0)
        holder = standing.holders[asking]
        person = holder.person if holder is not None else None
    return person or standing.host
