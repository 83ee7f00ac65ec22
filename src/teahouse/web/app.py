"""The application: every route behind the guard, over a server context that opens and closes with it."""

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute

from teahouse import __version__
from teahouse.service.errors import CODES, Refused
from teahouse.web.answers import Problem, answer, problem
from teahouse.web.auth import context_of
from teahouse.web.context import ServerContext
from teahouse.web.middleware.compression import Compression
from teahouse.web.middleware.guard import Guard
from teahouse.web.routes import bots, console, deals, games, health, moderation, people, previews, records, tables
from teahouse.web.routes.access import account, personal, signing_in
from teahouse.web.routes.by_game import GAME_ROUTES, wire_structs
from teahouse.web.routes.docs_page import STYLE, docs_page
from teahouse.web.routes.parameters import refused_parameter
from teahouse.web.routes.social import friends, profiles, ratings, seeks
from teahouse.web.routes.study import analysis, training
from teahouse.web.schemas import components
from teahouse.web.socket.route import table_socket
from teahouse.web.static import DOCS, WebApp, app_folder, to_docs

log: Final = logging.getLogger("teahouse.web")

API: Final = "/api/v1"
DESCRIPTION: Final = (
    "Tables, people and records of a house where mahjong games are played. Games are played over the socket "
    "/ws/tables/{id}. Coins are for play; they are never money."
)


def create_app(
    opening: Callable[[], AbstractAsyncContextManager[ServerContext]], static: Path | None = None
) -> FastAPI:
    """The application over the context that `opening` opens; `static` is the folder of the built web app."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with opening() as context:
            app.state.context = context
            yield

    app = FastAPI(
        title="Teahouse",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.add_middleware(Compression)
    app.add_middleware(Guard)
    own = (routes.router for routes in GAME_ROUTES.values())
    access = (signing_in.router, account.router, personal.router)
    social = (ratings.router, seeks.router, profiles.router, friends.router)
    study = (analysis.router, training.router)
    shared = (
        games.router,
        people.router,
        *access,
        moderation.router,
        tables.router,
        records.router,
        deals.router,
        previews.router,
    )
    for router in (*shared, *study, *social, *own, bots.router, console.router, health.router):
        app.include_router(router, prefix=API)
    app.include_router(health.router, include_in_schema=False)
    app.router.routes += [
        Route("/api/openapi.json", read_description),
        Route(DOCS, read_docs),
        Route("/api/docs.css", read_style),
        WebSocketRoute("/ws/tables/{table}", table_socket),
        _front(static or app_folder()),
    ]
    _answer_errors(app)
    return app


def _front(folder: Path) -> Mount | Route:
    if (folder / "index.html").is_file():
        return Mount("/", WebApp(directory=folder))
    return Route("/", to_docs)


async def read_description(request: Request) -> Response:
    """The OpenAPI description."""
    return answer(description(request.app))


async def read_docs(request: Request) -> Response:
    """The API's page for people."""
    return HTMLResponse(docs_page(description(request.app)))


async def read_style(_request: Request) -> Response:
    """The style of the API's page."""
    return Response(STYLE, media_type="text/css")


def description(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with the house's own schemas."""
    if app.openapi_schema is None:
        api = app.openapi()
        api["components"] = {"schemas": dict(components(wire_structs()))}
        for methods in api["paths"].values():
            for route in methods.values():
                route["responses"].pop("422", None)  # the house answers 400 and says what is wrong
    return app.openapi()


def _answer_errors(app: FastAPI) -> None:
    """Turn every error into a problem with a code, without internals."""

    @app.exception_handler(Refused)
    async def refuse(request: Request, error: Refused) -> Response:
        context_of(request).refusals[error.code] += 1
        return problem(error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(_request: Request, error: RequestValidationError) -> Response:
        return problem(refused_parameter(error))

    @app.exception_handler(HTTPException)
    async def elsewhere(_request: Request, error: HTTPException) -> Response:
        response = answer(Problem("wire/unknown", CODES["wire/unknown"]), error.status_code)
        response.headers.update(error.headers or {})
        return response

    @app.exception_handler(Exception)
    async def broken(_request: Request, _error: Exception) -> Response:
        return answer(Problem("wire/failed", CODES["wire/failed"]), 500)
