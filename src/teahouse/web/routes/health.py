"""Health checks and metrics."""

import hmac
import ipaddress
from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.engines.wire import FailureReason
from teahouse.service.errors import Refused, refused
from teahouse.service.store.migrate import prove_write
from teahouse.web.answers import answer
from teahouse.web.auth import context_of
from teahouse.web.bodies.house import EngineHealth, Health, RequestArrival
from teahouse.web.schemas import Answers, gives

router = APIRouter(tags=["operations"])
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")  # headers in which proxies name a visitor
NOT_READY: Answers = {503: {"description": "Not ready: the store is in trouble, or the server stops."}}


@router.get("/health/live", responses=gives(Health))
async def live() -> Response:
    """The server answers."""
    return answer(Health("alive"))


@router.get("/health/ready", responses=gives(Health) | NOT_READY)
async def ready(request: Request) -> Response:
    """The server can work: the store commits what is written, and the server is not stopping.

    It is `degraded` when no engine runs or when bots failed in the last five minutes; tables go on with weaker bots.
    """
    context = context_of(request)
    if context.hub.is_stopping:
        return answer(Health("stopping"), 503)
    try:
        await context.store.write(prove_write)
    except Refused as error:
        return answer(Health(error.code), 503)
    stats = context.engine_stats()
    if stats is None:
        return answer(Health("ready"))
    engines = EngineHealth(
        stats.engines, stats.compiling, stats.cold, _words(stats.fallbacks), _words(stats.recent), stats.memory_mb
    )
    return answer(Health("degraded" if stats.is_degraded else "ready", engines))


def _words(counts: Mapping[FailureReason, int]) -> dict[str, int]:
    return {str(reason): count for reason, count in counts.items()}


@router.get("/health/door", responses=gives(RequestArrival))
async def request_arrival(request: Request) -> Response:
    """How this request arrived; a host sees whether the proxy passes visitors' addresses on."""
    address, port = ("", 0) if request.client is None else request.client
    forwarded = ", ".join(request.headers.getlist("x-forwarded-for"))
    is_believed = bool(forwarded) and (port == 0 or f"{address}:{port}" in forwarded)  # no visitor has port 0
    return answer(RequestArrival(address, request.url.scheme, bool(forwarded), is_believed))


@router.get("/metrics", responses={200: {"description": "Figures.", "content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    """Figures for Prometheus: for private networks without a proxy, or with the token."""
    if not may_read_metrics(request, context_of(request).settings.metrics_token):
        raise refused("metrics/closed")
    return Response(context_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)


def may_read_metrics(request: Request, token: str) -> bool:
    """May this request read the metrics: does it show `metrics_token`, or without one come from a private address?"""
    if token:
        authorization = request.headers.get("authorization", "")
        return hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode())
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    return _is_private(request.client.host)


def _is_private(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
