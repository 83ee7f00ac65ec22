"""Figures read from a browser's trace."""

from typing import Any

from benchmarks.app.trace import BEGIN, END, Trace


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
