"""Whether the server lives and is ready, and its figures."""

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response

from teahouse.service.errors import Refused
from teahouse.web.answers import answer
from teahouse.web.bodies import Health
from teahouse.web.door import premises_of
from teahouse.web.schemas import Answers, gives

router = APIRouter(tags=["operations"])
NOT_READY: Answers = {503: {"description": "Not ready: the store is in trouble, or the server stops."}}


@router.get("/health/live", responses=gives(Health))
async def live() -> Response:
    """The server answers."""
    return answer(Health("alive"))


@router.get("/health/ready", responses=gives(Health) | NOT_READY)
async def ready(request: Request) -> Response:
    """The server can work: the store takes a transaction, and the server is not about to stop."""
    premises = premises_of(request)
    if premises.hub.is_stopping:
        return answer(Health("stopping"), 503)
    try:
        await premises.store.write(lambda connection: connection.execute(select(1)).scalar())
    except Refused as error:
        return answer(Health(error.code), 503)
    return answer(Health("ready"))


@router.get("/metrics", responses={200: {"description": "Figures.", "content": {"text/plain": {}}}})
async def metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    return Response(premises_of(request).metrics.text(), media_type=CONTENT_TYPE_LATEST)
