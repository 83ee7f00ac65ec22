"""Clients that store the clocks of the last message, and continue them like a browser."""

from typing import Any, NamedTuple

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.viewers.bus import Mailbox, Viewer
from tests.service.world import World


class Face(NamedTuple):
    """The clocks as a client sees them at a moment."""

    clocks: tuple[int, ...]
    turns: tuple[int, ...]
    running: tuple[Seat, ...]
    window: int

    def after(self, ms: float) -> "Face":
        """The same clocks a while later: first the turn time runs down, then the bank."""
        turns = self.turns or (0,) * len(self.clocks)
        gone = [ms if seat in self.running else 0 for seat in range(len(self.clocks))]
        clocks = [max(0, left - max(0, one - turn)) for left, turn, one in zip(self.clocks, turns, gone, strict=True)]
        left = [max(0, turn - one) for turn, one in zip(self.turns, gone, strict=False)]
        return Face(tuple(map(round, clocks)), tuple(map(round, left)), self.running, max(0, round(self.window - ms)))

    def is_near(self, other: "Face") -> bool:
        """Are they the same up to a millisecond of rounding?"""
        pairs = zip((*self.clocks, *self.turns, self.window), (*other.clocks, *other.turns, other.window), strict=True)
        return self.running == other.running and all(abs(one - two) <= 1 for one, two in pairs)


def face_of(message: dict[str, Any]) -> Face:
    """The clocks in a message; fields that are left out are empty."""
    clocks, turns = tuple(message.get("clocks", ())), tuple(message.get("turns", ()))
    return Face(clocks, turns, tuple(message.get("running", ())), message.get("window", 0))


class Watcher:
    """A client that watches a table from the beginning and stores only the last clocks."""

    def __init__(self, world: World, actor: Actor, viewer: Viewer) -> None:
        self.world, self.actor, self.viewer = world, actor, viewer
        self.received: list[dict[str, Any]] = []
        self.at, self.face = world.timers.now(), self.fresh()
        self.line = Mailbox(self._receive)
        world.bus.listen(actor.table.id, viewer, self.line)

    def _receive(self) -> None:
        for envelope in self.line.take():
            message = msgspec.json.decode(envelope.message)
            self.received.append(message)
            if message["t"] in ("snapshot", "events", "clock"):
                self.at, self.face = self.world.timers.now(), face_of(message)

    def fresh(self) -> Face:
        """The clocks of a new snapshot."""
        return face_of(msgspec.json.decode(msgspec.json.encode(self.actor.announcer.snapshot(self.viewer))))

    def now(self) -> Face:
        """The clocks that this client sees now."""
        return self.face.after(self.world.timers.now() - self.at)


def watchers(world: World, actor: Actor) -> list[Watcher]:
    """One for each seat and an onlooker."""
    return [Watcher(world, actor, viewer) for viewer in actor.table.viewers]
