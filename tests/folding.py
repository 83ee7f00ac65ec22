"""A client's state of a table, built only from messages: snapshots, events, news and presence."""

from collections.abc import Sequence
from typing import Any

import msgspec

from teahouse.core.game import AnyGame
from teahouse.games import make_game

Fields = dict[str, Any]
COUNTED = ("snapshot", "events", "news")


class Gap(Exception):
    """A message is missing before this one."""


class Folded:
    """The state of a client that begins with a snapshot and applies all messages after it."""

    def __init__(self) -> None:
        """Begin without a snapshot."""
        self.v = -1
        self.seat: int | None = None
        self.game: AnyGame | None = None
        self.table: Fields = {}
        self.view: Any = None
        self.moves: list[Any] = []
        self.answer: Any = None
        self.clocks: list[int] = []
        self.turns: list[int] = []
        self.running: Sequence[int] = ()
        self.window = 0
        self.presence: Fields = {}
        self.presence_at = 0.0
        self.updated_at = 0.0

    @property
    def has_begun(self) -> bool:
        """Has a snapshot arrived?"""
        return self.v >= 0

    @property
    def status(self) -> str:
        """The table's status: open, playing, between deals or over."""
        return str(self.table.get("status", ""))

    def fold(self, message: bytes, now: float = 0.0) -> None:
        """Apply a message that arrives at this moment; raise `Gap` if one before it is missing."""
        fields: Fields = msgspec.json.decode(message)
        kind = fields["t"]
        if kind == "presence":
            self.presence, self.presence_at = fields, now
        if kind == "clock":
            self._take_clocks(fields, now)
        if kind not in COUNTED:
            return
        if kind != "snapshot" and fields["v"] != self.v + 1:
            raise Gap(f"version {fields['v']} after {self.v}")
        self.v = fields["v"]
        if "table" in fields:
            self._take_table(fields["table"])
        if kind == "snapshot":
            self.seat, self.view = fields.get("seat"), self._typed_view(fields.get("view"))
        if kind == "events":
            self._follow(fields["events"])
        if kind != "news":
            self._take_turn(fields, now)

    def _take_table(self, table: Fields) -> None:
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

    def _take_turn(self, fields: Fields, now: float) -> None:
        self.moves, self.answer = fields.get("moves", []), fields.get("answer")
        self._take_clocks(fields, now)

    def _take_clocks(self, fields: Fields, now: float) -> None:
        self.clocks, self.turns = fields.get("clocks", []), fields.get("turns", [])
        self.running, self.window = fields.get("running", ()), fields.get("window", 0)
        self.updated_at = now

    def clocks_at(self, now: float) -> tuple[list[float], list[float], float]:
        """The clocks shown at this moment: every bank, every turn, and the time left for the open claim."""
        gone = now - self.updated_at
        banks: list[float] = list(self.clocks)
        turns: list[float] = list(self.turns)
        for seat in self.running if banks else ():
            free = turns[seat] if turns else 0.0
            banks[seat] = max(0.0, banks[seat] - max(0.0, gone - free))
            if turns:
                turns[seat] = max(0.0, free - gone)
        return banks, turns, max(0.0, self.window - gone)
