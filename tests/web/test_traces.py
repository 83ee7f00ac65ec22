"""Traces: requests become spans, the spans of a move form one trace, and without traces nothing is loaded."""

import sys
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from teahouse.core.errors import InvalidOption
from teahouse.web.context import open_traces
from teahouse.web.telemetry.traces import Traces
from tests.web.live import SHARE, Live, living

SECRET = "5f3c9a0e7dSECRET"  # noqa: S105 - an invite code that opens nothing


class Traced(NamedTuple):
    """A server and its spans."""

    live: Live
    traces: Traces
    exporter: InMemorySpanExporter

    def spans(self) -> list[ReadableSpan]:
        self.traces.flush()
        return list(self.exporter.get_finished_spans())

    def forget(self) -> None:
        self.traces.flush()
        self.exporter.clear()

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.spans() if span.name == name]


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Generator[Traced]:
    exporter = InMemorySpanExporter()
    traces = Traces(exporter, "the test")
    with living(tmp_path_factory.mktemp("traced"), traces=traces) as live:
        yield Traced(live, traces, exporter)
    traces.close()


def parent_of(span: ReadableSpan) -> int:
    assert span.parent is not None, span.name
    return int(span.parent.span_id)


def id_of(span: ReadableSpan) -> int:
    assert span.context is not None
    return int(span.context.span_id)


def attributes(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


def test_a_move_is_traced_from_the_socket_to_the_commit_and_the_bots_answer(traced: Traced) -> None:
    ann = traced.live.visitor().guest()
    table = ann.open_table(bots={"1": "random"})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        offered = tab.moves()
        traced.forget()
        tab.do("act", v=offered["v"], move=offered["moves"][0])
        tab.moves()
    (act,) = traced.named("socket act")
    assert attributes(act) == {"teahouse.table": table, "teahouse.message": "act", "teahouse.code": "done"}
    assert id_of(act) in map(parent_of, traced.named("store commit"))
    chosen = [span for span in traced.named("engine choose") if attributes(span)["teahouse.table"] == table]
    assert attributes(chosen[0])["teahouse.level"] == "random"
    assert {span.context.trace_id for span in (act, *chosen[:1]) if span.context} == {_trace(act)}


def _trace(span: ReadableSpan) -> int:
    assert span.context is not None
    return int(span.context.trace_id)


def test_a_request_is_named_by_its_route_and_holds_no_secret(traced: Traced) -> None:
    ann = traced.live.visitor().guest()
    table = ann.open_table()
    traced.forget()
    ann.http.get(f"/tables/{table}?invite={SECRET}", headers={"traceparent": f"00-{'a' * 32}-{'b' * 16}-01"})
    ann.http.get("/nothing")
    (look,) = traced.named("GET /api/v1/tables/{table}")
    assert attributes(look) == {
        "http.request.method": "GET", "http.route": "/api/v1/tables/{table}", "http.response.status_code": 200
    }  # fmt: skip
    assert look.parent is None  # a visitor's trace header is ignored
    assert id_of(look) in [parent_of(span) for span in traced.named("store read") if span.parent]
    assert not any(SECRET in span.to_json() for span in traced.spans())
    assert any(attributes(span).get("http.response.status_code") == 404 for span in traced.spans())


def test_pages_and_health_are_not_traced(traced: Traced) -> None:
    traced.forget()
    for path in ("/", "/health/live", "/metrics"):
        traced.live.visitor().http.get(traced.live.url + path)
    assert not [span for span in traced.spans() if span.name.startswith("GET")]


def test_traces_without_their_library_are_refused_with_the_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "teahouse.web.telemetry.traces")
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(InvalidOption, match=r'pip install "teahouse\[traces\]"'):
        open_traces("http://127.0.0.1:4318")


def test_a_server_traces_nothing_by_default(tmp_path: Path) -> None:
    with living(tmp_path) as live:
        assert live.context.traces is None
