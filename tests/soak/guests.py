"""Simulated people who use HTTP and sockets, each from their own IP address."""

import random
import secrets
import time
from collections.abc import Mapping
from itertools import count
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed

from tests.soak.report import Report
from tests.web.live import Frame, Tab, Visitor

ADDRESSES: Final = count(2)
PATIENCE: Final = 60.0  # seconds that a busy machine may take to answer
UNHURRIED: Final = ("hint", "shuffle", "undo", "start_over", "end_game", "pass")  # chosen rarely: deals must go on
SELDOM: Final = 0.06


class Guest(Visitor):
    """A guest; every answer they get is counted."""

    def __init__(self, url: str, report: Report) -> None:
        """Use a loopback address of their own."""
        number = next(ADDRESSES)
        self.report: Final = report
        super().__init__(url, f"127.0.{number // 250}.{number % 250 + 1}")
        self.http.event_hooks = {"response": [self._note]}

    def _note(self, response: httpx.Response) -> None:
        code = ""
        if response.status_code >= 400:
            response.read()
            code = _code(response)
        self.report.answered(response.status_code, code, f"{response.request.method} {response.request.url.path}")

    def ask(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Send a GET request, or with a body a POST request; refusals are noted and returned."""
        if body is None:
            return self.http.get(path, **more)
        if isinstance(body, bytes):
            return self.http.post(path, content=body, **more)
        return self.http.post(path, json=body, **more)


def _code(response: httpx.Response) -> str:
    try:
        return str(response.json().get("code", ""))
    except ValueError:
        return ""


class Player:
    """A guest at a table: plays a move on offer, chats, asks for advice, loses the connection and reconnects."""

    def __init__(self, guest: Guest, table: str, *, invite: str = "", practice: bool = False) -> None:
        """Connect to the table."""
        self.guest: Final = guest
        self.report: Final = guest.report
        self.table: Final = table
        self._practice: Final = practice
        self._invite: Final = invite
        self._random: Final = random.Random(secrets.randbits(32))
        self._pending = ""
        self._advised = False
        self._seen: set[str] = set()
        self._moves: list[Any] = []
        self.info: Mapping[str, Any] = {}
        self.away: list[int | None] = []
        self.version = -1
        self.seat: int | None = None
        self._tab = self._connected()

    def _connected(self) -> Tab:
        seen: dict[str, Any] = {} if self.version < 0 else {"seat": self.seat}
        return self.guest.tab(self.table, v=self.version, invite=self._invite, **seen)

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.info.get("game", "?"))

    @property
    def status(self) -> str:
        """The status of the table."""
        return str(self.info.get("status", ""))

    def reconnect(self) -> None:
        """Close the socket and reconnect with the last version seen."""
        self.close()
        self._tab = self._connected()
        self.report.count("reconnects")

    def close(self) -> None:
        """Close the socket."""
        self._tab.__exit__()

    def do(self, kind: str, **fields: Any) -> str:
        """Send a request and wait for its answer; return the code of a refusal, or an empty text."""
        self._send(kind, **fields)
        until = time.monotonic() + PATIENCE
        while self._pending:
            frame = self._take(1.0)
            if frame is not None and frame["t"] == "nack" and not self._pending:
                return str(frame["code"])
            assert time.monotonic() < until, f"{kind} was not answered at {self.table}"
        return ""

    def _send(self, kind: str, **fields: Any) -> None:
        self._pending = secrets.token_hex(8)
        self._tab.send(t=kind, id=self._pending, **fields)

    def ready(self) -> None:
        """Declare ready for the next deal."""
        self.do("ready", share=secrets.token_hex(32))

    def play(self, until: float, deal: int = 0) -> bool:
        """Play until a deal is over, or give up when it takes too long; return whether it was played to its end."""
        while time.monotonic() < until or (self._has_more_to_see and time.monotonic() < until + PATIENCE):
            if self.is_done(deal):
                self.report.count("deals", self.game)
                return True
            if self._moves and not self._pending and self.status == "playing":
                self._turn()
            self._take(0.2)
        self.do("leave")
        self.report.count("given up", self.game)
        return False

    @property
    def _has_more_to_see(self) -> bool:
        """Is there a bot that has not moved yet, or has no advice been asked for yet?"""
        bots = {str(one["bot"]) for one in self.info.get("seats", ()) if one and one.get("bot")}
        return not bots <= self._seen or (self._practice and not self._advised)

    def listen(self, seconds: float) -> None:
        """Read the messages that have arrived."""
        self._take(seconds)

    def waits_for_the_end(self, seconds: float) -> bool:
        """Is the first deal over or about to end?"""
        until = time.monotonic() + seconds
        while not self.is_done(0) and time.monotonic() < until:
            self._take(0.2)
        return self.is_done(0)

    def is_done(self, deal: int) -> bool:
        """Is a deal of the table over?"""
        return len(self.info.get("results", ())) > deal or self.status == "over"

    def _turn(self) -> None:
        """Take a turn as a person would; actions that nobody has tried yet come first."""
        chance = self._random.random()
        if chance < 0.03 or self._is_new("reconnects"):
            self.reconnect()
        elif chance < 0.06 or self._is_new("chat"):
            self.do("chat", text=self._random.choice(("hello", "good game", "my turn?")))
            self.report.count("chat")
        elif self._practice and (not self._advised or chance < 0.09):
            self.advice()
        else:
            time.sleep(0.02 + 0.1 * self._random.random())
            self._act(self._chosen())

    def _is_new(self, what: str) -> bool:
        """Has nobody done this yet?"""
        return not self.report.counts[(what,)]

    def advice(self) -> None:
        """Ask for advice."""
        self._advised = True
        hints = [move for move in self._moves if move["type"] == "hint"]
        if hints:  # the hint that pays for it comes first
            self.do("act", v=self.version, move=hints[0])
        answer = self.guest.ask(f"/tables/{self.table}/advice")
        if answer.status_code == 200:
            assert answer.json()["moves"]
            self.report.count("advice", self.game)

    def _chosen(self) -> Any:
        brisk = [move for move in self._moves if move["type"] not in UNHURRIED]
        return self._random.choice(brisk if brisk and self._random.random() > SELDOM else self._moves)

    def _act(self, move: Any) -> None:
        self._moves = []
        self._send("act", v=self.version, move=move)

    def _take(self, seconds: float) -> Frame | None:
        """The next frame, which is counted; None if none arrives in time."""
        try:
            frame = self._tab.take(seconds)
        except TimeoutError:
            return None
        except ConnectionClosed as closed:
            self.report.fault(f"a socket was closed: {closed}")
            raise
        self._tab.received.clear()
        self._receive(frame)
        return frame

    def _receive(self, frame: Frame) -> None:
        kind = frame["t"]
        if kind in ("snapshot", "events"):
            self._moves = list(frame.get("moves", ()))
        if kind == "snapshot":
            self.seat = frame.get("seat")
        if kind in ("snapshot", "news"):
            self.info = frame["table"]
            self._look_for_weakness()
        if kind in ("snapshot", "events", "news"):
            self.version = frame["v"]
        if kind == "presence":
            self.away = list(frame.get("away", ()))
        if kind == "events":
            self._count_moves(frame["events"])
        if kind in ("ack", "nack") and frame["id"] == self._pending:
            self._answered(frame)

    def _answered(self, frame: Frame) -> None:
        self._pending = ""
        self.report.count("acknowledged", self.game)
        if frame["t"] == "nack":
            self.report.nack(frame["code"], f"{self.game} table {self.table}: {frame['text']}")

    def _count_moves(self, events: list[Any]) -> None:
        for event in events:
            sitting = self._sitting(event.get("seat"))
            if sitting is not None and sitting.get("bot"):
                self._seen.add(str(sitting["bot"]))
                self.report.count("bot events", self.game, str(sitting["bot"]))

    def _sitting(self, seat: Any) -> Mapping[str, Any] | None:
        seats = self.info.get("seats", ())
        found: Mapping[str, Any] | None = seats[seat] if isinstance(seat, int) and seat < len(seats) else None
        return found

    def _look_for_weakness(self) -> None:
        for sitting in self.info.get("seats", ()):
            if sitting and sitting.get("weakened"):
                self.report.fault(
                    f"{sitting['weakened']} plays for {sitting['bot']} at the {self.game} table {self.table}"
                )
