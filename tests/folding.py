"""A client's picture of a table, made only from its messages: snapshots, events, news and presence."""

from collections.abc import Sequence
from typing import Any

import msgspec

from teahouse.core.game import AnyGame
from teahouse.games import make_game

Told = dict[str, Any]
COUNTED = ("snapshot", "events", "news")


class Gap(Exception):
    """A message that does not follow the one before it."""


class Folded:
    """The picture of a client that begins with a snapshot and takes in all messages after it."""

    def __init__(self) -> None:
        """Start without a picture."""
        self.v = -1
        self.seat: int | None = None
        self.game: AnyGame | None = None
        self.table: Told = {}
        self.view: Any = None
        self.moves: list[Any] = []
        self.answer: Any = None
        self.clocks: list[int] = []
        self.turns: list[int] = []
        self.running: Sequence[int] = ()
        self.window = 0
        self.presence: Told = {}
        self.presence_at = 0.0
        self.told_at = 0.0

    @property
    def has_begun(self) -> bool:
        """Has a snapshot arrived?"""
        return self.v >= 0

    @property
    def status(self) -> str:
        """Whether the table is open, playing, between deals or over."""
        return str(self.table.get("status", ""))

    def fold(self, message: bytes, now: float = 0.0) -> None:
        """Take in a message that arrives at this moment; `Gap` if a message before it is missing."""
        told: Told = msgspec.json.decode(message)
        kind = told["t"]
        if kind == "presence":
            self.presence, self.presence_at = told, now
        if kind == "clock":
            self._take_clocks(told, now)
        if kind not in COUNTED:
            return
        if kind != "snapshot" and told["v"] != self.v + 1:
            raise Gap(f"version {told['v']} after {self.v}")
        self.v = told["v"]
        if "table" in told:
            self._take_table(told["table"])
        if kind == "snapshot":
            self.seat, self.view = told.get("seat"), self._typed_view(told.get("view"))
        if kind == "events":
            self._follow(told["events"])
        if kind != "news":
            self._take_turn(told, now)

    def _take_table(self, table: Told) -> None:
        if self.game is None or self.table.get("options") != table["options"]:
            self.game = make_game(table["game"], table["options"])
        self.table = table

    def _typed_view(self, view: Any) -> Any:
        assert self.game is not None
        return None if view is None else msgspec.convert(view, self.game.types.view)

    def _follow(self, events: list[Any]) -> None:
        assert self.game is not None
        for event in events:
            self.view = self.game.follow(self.view, msgspec.convert(event, self.game.types.event))

    def _take_turn(self, told: Told, now: float) -> None:
        self.moves, self.answer = told.get("moves", []), told.get("answer")
        self._take_clocks(told, now)

    def _take_clocks(self, told: Told, now: float) -> None:
        self.clocks, self.turns = told.get("clocks", []), told.get("turns", [])
        self.running, self.window = told.get("running", ()), told.get("window", 0)
        self.told_at = now

    def clocks_at(self, now: float) -> tuple[list[float], list[float], float]:
        """What the client shows at this moment: every bank, every turn, and the time left for the open claim."""
        gone = now - self.told_at
        banks: list[float] = list(self.clocks)
        turns: list[float] = list(self.turns)
        for seat in self.running if banks else ():
            free = turns[seat] if turns else 0.0
            banks[seat] = max(0.0, banks[seat] - max(0.0, gone - free))
            if turns:
                turns[seat] = max(0.0, free - gone)
        return banks, turns, max(0.0, self.window - gone)
