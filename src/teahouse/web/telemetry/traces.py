"""OpenTelemetry traces of requests, socket messages, commits and engines; imported only if they are wanted."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from opentelemetry import context as current
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, Tracer
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from teahouse import __version__
from teahouse.players.advice import Advice
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.store.jobs import Job
from teahouse.service.store.store import Store
from teahouse.service.tables.bots import ChosenMove, Thinker
from teahouse.service.tables.requests import Reply

T = TypeVar("T")

API: Final = "/api/v1"
SERVER_ERROR: Final = 500


class Traces:
    """Creates spans and sends them in the background. They name tables, never people, and contain no moves."""

    def __init__(self, exporter: SpanExporter, instance: str) -> None:
        """Send spans through this exporter, as this copy of the server."""
        attributes = {"service.name": "teahouse", "service.version": __version__, "service.instance.id": instance}
        self._provider: Final = TracerProvider(resource=Resource.create(attributes), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self.tracer: Final[Tracer] = self._provider.get_tracer("teahouse", __version__)

    def app(self, app: ASGIApp) -> ASGIApp:
        """An app whose requests to the API are traced."""
        return TracedApp(app, self.tracer)

    def store(self, store: Store) -> Store:
        """A store whose transactions are traced."""
        return TracedStore(store, self.tracer)

    def thinker(self, thinker: Thinker) -> Thinker:
        """A thinker whose questions are traced."""
        return TracedThinker(thinker, self.tracer)

    async def message(self, kind: str, table: str, answering: Awaitable[Reply]) -> Reply:
        """Trace a message of a socket until it is answered."""
        attributes = {"teahouse.table": table, "teahouse.message": kind}
        with self.tracer.start_as_current_span(f"socket {kind}", kind=SpanKind.SERVER, attributes=attributes) as span:
            reply = await answering
            span.set_attribute("teahouse.code", reply.code or "done")
            return reply

    def in_current_span(self, job: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """A job for another task, as part of the span that is open now."""
        here = current.get_current()

        async def run() -> None:
            token = current.attach(here)
            try:
                await job()
            finally:
                current.detach(token)

        return run

    def flush(self) -> None:
        """Send the waiting spans."""
        self._provider.force_flush()

    def close(self) -> None:
        """Send the waiting spans, and stop."""
        self._provider.shutdown()


def traces_to(address: str, instance: str) -> Traces:
    """Traces that go to a collector, by OTLP over HTTP."""
    return Traces(OTLPSpanExporter(endpoint=f"{address.rstrip('/')}/v1/traces"), instance)


class TracedApp:
    """An app whose requests to the API are traced, by their route: addresses may hold invite codes."""

    def __init__(self, app: ASGIApp, tracer: Tracer) -> None:
        """Wrap an app."""
        self._app: Final = app
        self._tracer: Final = tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on within a span. Trace headers of the visitor are ignored."""
        if scope["type"] != "http" or not str(scope["path"]).startswith(API):
            await self._app(scope, receive, send)
            return
        method = str(scope["method"])
        attributes = {"http.request.method": method}
        with self._tracer.start_as_current_span(method, kind=SpanKind.SERVER, attributes=attributes) as span:
            await self._app(scope, receive, _with_status(span, scope, send))


def _with_status(span: Span, scope: Scope, send: Send) -> Send:
    async def send_and_note(message: Message) -> None:
        if message["type"] == "http.response.start":
            status, route = int(message["status"]), _route(scope)
            span.set_attribute("http.response.status_code", status)
            if route:
                span.update_name(f"{scope['method']} {route}")
                span.set_attribute("http.route", route)
            if status >= SERVER_ERROR:
                span.set_status(Status(StatusCode.ERROR))
        await send(message)

    return send_and_note


def _route(scope: Scope) -> str:
    """The route's path without its parameters' values; empty without a route. Routers store it without their prefix."""
    path = str(getattr(scope.get("route"), "path", ""))
    return API + path.removeprefix(API) if path else ""


class TracedStore:
    """A store whose transactions are traced; a commit may be shared with others that came at the same time."""

    def __init__(self, store: Store, tracer: Tracer) -> None:
        """Wrap a store."""
        self._store: Final = store
        self._tracer: Final = tracer

    async def write(self, job: Job[T]) -> T:
        """Write, until it is committed."""
        with self._tracer.start_as_current_span("store commit", kind=SpanKind.CLIENT):
            return await self._store.write(job)

    async def read(self, job: Job[T]) -> T:
        """Read."""
        with self._tracer.start_as_current_span("store read", kind=SpanKind.CLIENT):
            return await self._store.read(job)

    async def close(self) -> None:
        """Close."""
        await self._store.close()


class TracedThinker:
    """A thinker whose questions are traced."""

    def __init__(self, thinker: Thinker, tracer: Tracer) -> None:
        """Wrap a thinker."""
        self._thinker: Final = thinker
        self._tracer: Final = tracer

    def expect(self, game: str, level: str) -> None:
        """Note that a bot sits at a table."""
        self._thinker.expect(game, level)

    async def choose(self, level: str, question: MoveQuestion[Any]) -> ChosenMove:
        """One of the moves."""
        with self._question_span("engine choose", question) as span:
            span.set_attribute("teahouse.level", level)
            choice = await self._thinker.choose(level, question)
            span.set_attribute("teahouse.fallback", choice.fallback or "none")
            return choice

    async def advise(self, question: MoveQuestion[Any]) -> Advice | None:
        """The moves ranked."""
        with self._question_span("engine advise", question):
            return await self._thinker.advise(question)

    def _question_span(self, name: str, question: MoveQuestion[Any]) -> Any:
        attributes = {"teahouse.game": question.game, "teahouse.table": question.table}
        return self._tracer.start_as_current_span(name, kind=SpanKind.CLIENT, attributes=attributes)
