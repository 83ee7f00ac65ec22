"""Reads Chromium's trace of a page: how many frames were shown while something moved, how long a click took to its
pixels, and how much processor time each kind of work cost, which other work on the machine hardly changes."""

import json
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page

CATEGORIES: Final = (
    "__metadata",
    "toplevel",
    "cc",
    "benchmark",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
)
BEGIN: Final = "move-begin"
END: Final = "move-end"
"""Marks (`performance.mark`) around each period in which something moves."""
SHOWN: Final = ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL")
MAIN: Final = "CrRendererMain"
COMPOSITOR: Final = "Compositor"
TASK: Final = "ThreadControllerImpl::RunTask"
COMMIT: Final = "Commit"
LATENCY: Final = "EventLatency"
DRAWING: Final = "EndCommitToActivation"
"""The stage of a click's way to the screen in which the changes are drawn."""

Event = Mapping[str, Any]


class Span(NamedTuple):
    """From one moment to another, in microseconds of the trace."""

    start: float
    end: float


class Trace:
    """The events of one page's process."""

    def __init__(self, events: Sequence[Event]) -> None:
        """Take the events of the process in which the marks were set."""
        self._page = next(event["pid"] for event in events if event["name"] == BEGIN)
        self._events = [event for event in events if event["pid"] == self._page]

    def moves(self) -> list[Span]:
        """The periods between the marks."""
        starts, ends = (sorted(one["ts"] for one in self._events if one["name"] == name) for name in (BEGIN, END))
        return [Span(start, end) for start, end in zip(starts, ends, strict=True)]

    def frames(self) -> list[int]:
        """How many frames were shown in each of these periods."""
        shown = [(one["ts"], one["args"]["frame_reporter"]["frame_sequence"]) for one in self._frames()]
        return [len({frame for at, frame in shown if move.start <= at < move.end}) for move in self.moves()]

    def _frames(self) -> Iterator[Event]:
        all_frames = self._named("PipelineReporter", "b")
        return (one for one in all_frames if one["args"]["frame_reporter"]["state"] in SHOWN)

    def clicks(self) -> list[float]:
        """Milliseconds from each release of the mouse button in these periods to the frame that shows its effect."""
        moves = self.moves()
        return [
            (end - start) / 1000
            for kind, start, end in self._latencies()
            if kind == "MOUSE_RELEASED" and any(move.start <= start < move.end for move in moves)
        ]

    def answers(self) -> list[float]:
        """Milliseconds of processor time that the page's own thread takes for each click, up to the frame it shows."""
        mine = self._main()
        found: list[float] = []
        for move in self.moves():
            click = next((one for one in mine if one["ts"] >= move.start and _is_click(one)), None)
            if click is None:
                continue
            start = max(one["ts"] for one in mine if one["name"] == TASK and one["ts"] <= click["ts"])
            frame = next((one for one in mine if one["name"] == COMMIT and one["ts"] > click["ts"]), None)
            if frame is not None:
                found.append(_busy(one for one in mine if start <= one["ts"] <= frame["ts"]))
        return found

    def drawn(self) -> list[float]:
        """For each frame that a click changes, milliseconds from the end of the page's part to the last pixel."""
        moves = self.moves()
        clicks: set[str] = set()
        begun: dict[str, float] = {}
        found: list[float] = []
        for event in sorted(self._events, key=lambda one: one["ts"]):
            name, key = event["name"], event.get("id2", {}).get("local", "")
            if name == LATENCY and event["ph"] == "b" and _is_release(event):
                if any(move.start <= event["ts"] < move.end for move in moves):
                    clicks.add(key)
            elif name == DRAWING and key in clicks and event["ph"] == "b":
                begun[key] = event["ts"]
            elif name == DRAWING and key in begun:
                found.append((event["ts"] - begun.pop(key)) / 1000)
        return found

    def restyled(self) -> float:
        """How many elements got another style in each of these periods, on average."""
        mine = [one for one in self._main() if one["name"] == "UpdateLayoutTree"]
        moves = self.moves()
        within = [one for one in mine if any(move.start <= one["ts"] < move.end for move in moves)]
        return sum(float(one["args"].get("elementCount", 0)) for one in within) / len(moves)

    def _latencies(self) -> Iterator[tuple[str, float, float]]:
        """Each mouse event: its type, when it happened, and when its effect was shown."""
        begun: dict[str, Event] = {}
        for event in sorted(self._events, key=lambda one: one["ts"]):
            if event["name"] != LATENCY:
                continue
            if event["ph"] == "b":
                begun[event["id2"]["local"]] = event
            elif (start := begun.pop(event["id2"]["local"], None)) is not None:
                yield start["args"]["event_latency"]["event_type"], start["ts"], event["ts"]

    def processor(self) -> dict[str, float]:
        """Milliseconds of processor time in all: the page's own thread, moving its layers, redrawing them."""
        return {
            "page": _busy(self._main()),
            "layers": _busy(self._of(COMPOSITOR)),
            "drawing": sum(one.get("tdur", 0) for one in self._named("RasterTask", "X")) / 1000,
        }

    def _main(self) -> list[Event]:
        return self._of(MAIN)

    def _of(self, name: str) -> list[Event]:
        """The events of a thread in order, the outer before the inner."""
        threads = {one["args"]["name"]: one["tid"] for one in self._named("thread_name", "M")}
        mine = [one for one in self._events if one["ph"] == "X" and one["tid"] == threads.get(name)]
        return sorted(mine, key=lambda one: (one["ts"], -one.get("dur", 0)))

    def _named(self, name: str, phase: str) -> Iterator[Event]:
        return (one for one in self._events if one["name"] == name and one["ph"] == phase)


def _is_release(event: Event) -> bool:
    return bool(event["args"]["event_latency"]["event_type"] == "MOUSE_RELEASED")


def _is_click(event: Event) -> bool:
    return bool(event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "click")


def _busy(events: Iterable[Event]) -> float:
    """Milliseconds of processor time; of events within events only the outermost count."""
    total, until = 0, 0
    for event in events:
        if event["ts"] >= until:
            total += event.get("tdur", 0)
            until = event["ts"] + event.get("dur", 0)
    return total / 1000


class Tracing:
    """Holds the trace after the end of the `tracing` block."""

    trace: Trace


@contextmanager
def tracing(browser: Browser, page: Page) -> Generator[Tracing]:
    """Trace a page for as long as the block lasts."""
    found = Tracing()
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    try:
        yield found
    finally:
        raw = browser.stop_tracing()
    found.trace = Trace(json.loads(raw)["traceEvents"])
