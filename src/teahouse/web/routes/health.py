"""Health checks and metrics."""

from collections.abc import Mapping

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.engines.wire import Reason
from teahouse.service.errors import Refused
from teahouse.service.store.migrate import prove_write
from teahouse.web.answers import answer
from teahouse.web.auth import context_of
from teahouse.web.bodies import EngineHealth, Health
from teahouse.web.schemas import Answers, gives

router = APIRouter(tags=["operations"])
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
    bots = EngineHealth(
        stats.engines, stats.compiling, stats.cold, _words(stats.fallbacks), _words(stats.recent), stats.memory_mb
    )
    return answer(Health("degraded" if stats.is_degraded else "ready", bots))


def _words(counts: Mapping[Reason, int]) -> dict[str, int]:
    return {str(reason): count for reason, count in counts.items()}


@router.get("/metrics", responses={200: {"description": "Figures.", "content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    return Response(context_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)
