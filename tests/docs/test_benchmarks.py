"""The page of figures."""

from typing import Any

from benchmarks.__main__ import SUBJECTS
from benchmarks.browser_trace import BEGIN, END, Trace
from benchmarks.measure import Figure
from benchmarks.page import PAGE, page, promise, row, section, sections

RATE = Figure("a figure", "moves/s", 300.0, 100.0, "a peer 1.2", 2.0, "a note")
TIME = Figure("a wait", "ms", 3.0, 1.5, "a peer 1.2")


def test_the_page_holds_nothing_but_subjects() -> None:
    found = sections(PAGE.read_text(encoding="utf-8"))
    assert set(found) <= set(SUBJECTS)
    assert any("ratio" in body for body in found.values())


def test_measuring_a_subject_replaces_its_section_alone() -> None:
    text = page({"battle": "old battle\n", "classic": "old classic\n"}, SUBJECTS)
    found = sections(text)
    assert list(found) == list(SUBJECTS)
    found["battle"] = section("battle", [RATE, TIME], (0.5, 1.5))
    again = sections(page(found, SUBJECTS))
    assert again["classic"].strip() == "old classic"
    assert "| a figure | 300 moves/s | 100 moves/s | 3 × | 2 ×, kept | a peer 1.2 | a note |" in again["battle"]
    assert "under a load of 0.5 before and 1.5 after" in again["battle"]
    assert "Not measured yet: `python -m benchmarks solitaire --write`" in again["solitaire"]


def test_a_ratio_of_times_is_told_as_one_and_a_broken_promise_as_broken() -> None:
    assert "2 × the time" in row(TIME)
    assert promise(RATE._replace(ours=150.0)) == "2 ×, missed"
    assert promise(TIME) == ""


def event(name: str, phase: str, at: int, *, thread: int = 1, **more: Any) -> dict[str, Any]:
    """An event of a trace, all in one process."""
    return {"name": name, "ph": phase, "ts": at, "pid": 7, "tid": thread, **more}


def frame(at: int, number: int, state: str) -> dict[str, Any]:
    return event("PipelineReporter", "b", at, args={"frame_reporter": {"state": state, "frame_sequence": number}})


def test_a_trace_counts_the_frames_that_were_shown_while_something_moved() -> None:
    shown = [
        frame(5, 1, "STATE_PRESENTED_ALL"),
        frame(12, 2, "STATE_PRESENTED_PARTIAL"),
        frame(13, 2, "STATE_PRESENTED_ALL"),
    ]
    others = [frame(15, 3, "STATE_DROPPED"), frame(30, 4, "STATE_PRESENTED_ALL")]
    trace = Trace([event(BEGIN, "I", 10), *shown, *others, event(END, "I", 20)])
    assert trace.frames() == [1]


def test_a_trace_counts_processor_time_once_and_by_kind() -> None:
    names = [event("thread_name", "M", 0, args={"name": "CrRendererMain"})]
    work = [event("RunTask", "X", 10, dur=9000, tdur=6000), event("Layout", "X", 12, dur=4000, tdur=3000)]
    drawn = [event("RasterTask", "X", 10, thread=2, dur=5000, tdur=2000)]
    trace = Trace([event(BEGIN, "I", 0), *names, *work, *drawn, event(END, "I", 9)])
    assert trace.processor() == {"page": 6.0, "layers": 0.0, "drawing": 2.0}


def test_a_trace_times_the_clicks_between_the_marks() -> None:
    def released(at: int, seen: int, number: str) -> list[dict[str, Any]]:
        kind = {"event_latency": {"event_type": "MOUSE_RELEASED"}}
        ends = [event("EventLatency", "b", at, args=kind), event("EventLatency", "e", seen, args={})]
        return [{**one, "id2": {"local": number}} for one in ends]

    trace = Trace([*released(1, 9, "a"), event(BEGIN, "I", 10), *released(1000, 41_000, "a"), event(END, "I", 90_000)])
    assert trace.clicks() == [40.0]
