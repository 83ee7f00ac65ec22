"""A simulated world: one store, one process after another, and people at tables, all in virtual time."""

import logging
import math
from itertools import count
from random import Random
from typing import Final, NamedTuple

from teahouse.core.seats import Seat
from teahouse.service.engines.engines import Engines
from teahouse.service.errors import CODES
from teahouse.service.tables import requests as r
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.services import Services
from teahouse.service.tables.table import ClaimKey
from teahouse.service.tables.viewers.bus import LocalBus
from teahouse.service.tables.viewers.connections import STAY_EVERY_MS
from tests.fakes import FakeTimers, InThreads
from tests.folding import Folded
from tests.service.world import settings_with
from tests.simulation.engines import SimulatedMachine
from tests.simulation.process import Process
from tests.simulation.steps import Setting
from tests.simulation.store import FaultyStore, add_people
from tests.simulation.tab import Tab
from tests.simulation.thinker import NotingThinker, Thoughts
from tests.simulation.witness import Witness

PEOPLE: Final = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hope", "iris", "jack", "kim", "leo")
HOUR: Final = 3_600_000
CLOSING_MS: Final = HOUR
ENGINES: Final = 2
DESERTED_MS: Final = 10 * 60_000  # half an hour on a real server
PRACTICE_MS: Final = 20 * 60_000  # a month on a real server


class Fault(NamedTuple):
    """An invariant that did not hold, at which table, and how."""

    invariant: str
    table: str
    text: str


class World:
    """Everything in one simulation. Steps change it (`actions`), invariants check it."""

    def __init__(self, setting: Setting) -> None:
        """Begin with people, no table, and a server that has just started."""
        seed = setting.seed
        self.setting: Final = setting
        self.timers: Final = FakeTimers()
        self.store: Final = FaultyStore(self.timers, Random(f"store {seed}"), setting.delay)
        self.machine: Final = SimulatedMachine(self.timers, Random(f"bots {seed}"), setting.think)
        self.thoughts: Final[Thoughts] = {}
        self.luck: Final = Random(f"luck {seed}")
        self.tables: Final[dict[str, str]] = {}
        self.letters: Final[dict[str, str]] = {}
        self.tabs: Final[dict[tuple[str, str], Tab]] = {}
        self._tabs_at: Final[dict[str, list[Tab]]] = {}
        self.witnesses: Final[dict[str, Witness]] = {}
        self.faults: Final[list[Fault]] = []
        self.acknowledged: Final[set[tuple[str, str, str]]] = set()
        self.refusals: Final[dict[str, int]] = {}
        self.shutting: Final[set[str]] = set()  # closed tables whose logs are being read again
        self.written: Final[set[str]] = set()  # tables whose logs have grown since the last check
        self.changed: set[str] = set()  # tables, and tabs, to be checked
        self.updated: Final[set[Tab]] = set()
        self.looked_at: Final[dict[str, Actor]] = {}
        self.woken: Final[dict[Tab, None]] = {}
        self.stuck_since: Final[dict[str, tuple[float, int]]] = {}  # since when, and after how many failures
        self.claims: Final[dict[str, tuple[tuple[Actor, ClaimKey], float, float]]] = {}
        self.away_since: Final[dict[tuple[str, Seat], tuple[Actor, float]]] = {}
        self.clocks: Final[dict[str, tuple[Actor, int, Folded]]] = {}
        self.booked = self.read_until = 0
        self.moments = self.messages = self.kills = self.restarts = 0
        self._news = (0, 0, 0)
        self._numbers = count(1)
        self._dead: list[Process] = []
        self._complaints = Complaints()
        add_people(self.store, PEOPLE, self.timers.date(), setting.spent)
        self.process = self._new_process()

    def _new_process(self) -> Process:
        engines = Engines(ENGINES, machine=self.machine.machine)
        process = Process(
            Services(
                self.store,
                LocalBus(),
                NotingThinker(engines, self.thoughts),
                self.timers,
                self.luck.randbytes,
                InThreads(),
                settings_with(pace_ms=self.setting.pace, deserted_ms=DESERTED_MS, practice_ms=PRACTICE_MS),
            ),
            engines,
        )
        process.loop.run_until_rest()
        return process

    def has_news(self) -> bool:
        """Was anything logged, refused or sent since the last call?"""
        before, self._news = self._news, (self.store.last_event, self.store.failures, self.messages)
        return before != self._news

    def next_number(self) -> str:
        """A number for the next request."""
        return str(next(self._numbers))

    # -- time ------------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Run everything that can run now."""
        while True:
            if not self.process.loop.run_until_rest():
                self.fault("rest", "", "the server never comes to rest")
                return
            if not self.woken:
                return
            woken = list(self.woken)
            self.woken.clear()
            for tab in woken:
                tab.pump()

    def next_moment(self, until: float) -> bool:
        """Advance to the next timer and run it; False if there is none before that moment."""
        due, beat_at = self.timers.due, self._beat_at()
        if min(due, beat_at) > until:
            self.timers.advance(until - self.timers.now())
            return False
        if due <= beat_at:
            self.process.loop.call_soon(self.timers.fire_one)
            self.settle()
        else:
            self.timers.advance(beat_at - self.timers.now())
            self._beat()
        return True

    def _beat_at(self) -> float:
        """When open tabs next report that they are still there."""
        if not any(tab.is_open for tab in self.tabs.values()):
            return math.inf
        return (self.timers.now() // STAY_EVERY_MS + 1) * STAY_EVERY_MS

    def _beat(self) -> None:
        gone = [
            tab.subscription
            for tab in self.tabs.values()
            if tab.subscription is not None and not tab.subscription.is_kept()
        ]
        for subscription in gone:
            self.process.start(subscription.stay())
        if gone:
            self.settle()

    # -- the server ------------------------------------------------------------------------------------------------

    def kill(self) -> None:
        """Kill the server in the middle of its work, and start another one."""
        self.kills += 1
        self._replace_server()

    def restart(self) -> None:
        """Stop the server cleanly, and start another one."""
        self.restarts += 1
        for tab in self.tabs.values():
            tab.lose_server()
        closing, until = self.process.close(), self.timers.now() + CLOSING_MS
        self.process.loop.run_until_rest()
        while not closing.done() and self.timers.due <= until:
            self.process.loop.call_soon(self.timers.fire_one)
            self.process.loop.run_until_rest()
        if not closing.done():
            self.fault("rest", "", "the server does not stop")
        self._replace_server()

    def _replace_server(self) -> None:
        for tab in self.tabs.values():
            tab.lose_server()
        self.woken.clear()
        self.shutting.clear()
        self.timers.clear()
        self.note_complaints()
        self._dead.append(self.process)
        self.process = self._new_process()
        self.changed.update(self.tables)

    # -- notes -------------------------------------------------------------------------------------------------------

    def fault(self, invariant: str, letter: str, text: str) -> None:
        """Note that an invariant did not hold, once for each table."""
        fault = Fault(invariant, letter, text)
        if not any(f.invariant == invariant and f.table == letter for f in self.faults):
            self.faults.append(fault)

    def note_refusal(self, letter: str, code: str) -> None:
        """Check that a refusal has a known reason."""
        self.refusals[code] = self.refusals.get(code, 0) + 1
        if code not in CODES or code == "wire/failed":
            self.fault("codes", letter, f"refused with {code!r}")

    def note_reply(self, tab: Tab, request: r.AnyRequest, reply: r.Reply) -> None:
        """Note an answer; acknowledged requests must be in the log."""
        if reply.code:
            self.note_refusal(tab.letter, reply.code)
        else:
            kind = str(request.__struct_config__.tag)
            self.acknowledged.add((tab.letter, kind, getattr(request, "id", "")))

    def note_complaints(self) -> None:
        """Check that the server logs no errors except expected ones."""
        for text in self._complaints.take():
            self.fault("errors", "", text)
        for error in self.process.loop.errors:
            self.fault("errors", "", f"{error.get('message')}: {error.get('exception')!r}")
        self.process.loop.errors.clear()

    def actor(self, letter: str) -> Actor | None:
        """A table's actor, if it is in memory and has nothing to do."""
        actor = self.process.house.live.get(self.tables[letter])
        return actor if actor is not None and actor.is_at_rest and not actor.is_lost else None

    def add_table(self, letter: str, table_id: str) -> None:
        """Add an opened table, and read its log from the beginning."""
        self.tables[letter], self.letters[table_id] = table_id, letter
        self.witnesses[letter] = Witness(self.store.raw, table_id)
        self.read_until = 0

    def tab(self, letter: str, who: str) -> Tab:
        """A person's tab at a table, open or not."""
        tab = self.tabs.get((letter, who))
        if tab is None:
            tab = self.tabs[letter, who] = Tab(self, who, letter)
            self._tabs_at.setdefault(letter, []).append(tab)
        return tab

    def tabs_at(self, letter: str) -> list[Tab]:
        """The tabs that are open at a table."""
        return [tab for tab in self._tabs_at.get(letter, ()) if tab.is_open]

    def end(self) -> None:
        """End the world, and drop the unfinished tasks of killed processes."""
        for process in (*self._dead, self.process):
            process.bury()
        self._complaints.stop()
        self.store.dispose()


class Complaints(logging.Handler):
    """Collects what the service logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._texts: list[str] = []
        self._logger = logging.getLogger("teahouse")
        self._propagated = self._logger.propagate
        self._logger.addHandler(self)
        self._logger.propagate = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep errors, and records with a traceback."""
        if record.levelno < logging.ERROR and not record.exc_info:
            return
        error = record.exc_info[1] if record.exc_info else None
        self._texts.append(record.getMessage() + (f": {type(error).__name__}: {error}" if error else ""))

    def take(self) -> list[str]:
        """Return and forget the collected errors."""
        taken, self._texts = self._texts, []
        return taken

    def stop(self) -> None:
        """Stop collecting."""
        self._logger.removeHandler(self)
        self._logger.propagate = self._propagated
