"""The built web app: its files, compressed if the browser accepts it, and its pages."""

import hashlib
import re
from collections.abc import Collection, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from teahouse.games import GAMES
from teahouse.web.sharing import origin_of, preview_of, with_tags

DOCS: Final = "/api/docs"
HASHED: Final = "assets/"  # the builder puts a hash of the content into these names
SERVERS_OWN: Final = ("api", "ws", "health")
FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
FIRST_PAGE: Final = "index.html"
READ_METHODS: Final = ("GET", "HEAD")

SUFFIXES: Final[Mapping[str, str]] = {"br": ".br", "gzip": ".gz"}
"""The suffix of a compressed copy of a file, for each coding, the smallest first."""
NEVER: Final = re.compile(r"q=0(\.0*)?")

ANY: Final = re.compile(r".+")
GAME: Final = re.compile("|".join(GAMES))
DEAL: Final = re.compile(r"\d+")
PERSON: Final = re.compile(r"@.+")
PAGES: Final[Collection[tuple[str | re.Pattern[str], ...]]] = (
    (),
    ("table", ANY),
    ("join", ANY),
    ("learn",),
    ("learn", GAME),
    ("rules", GAME),
    ("scorer",),
    ("scorer", "table"),
    ("rulesets",),
    ("rulesets", ANY),
    ("scorebook",),
    ("scorebook", ANY),
    ("console",),
    ("games",),
    ("deal",),
    ("deal", re.compile("[0-9a-f]{16}")),
    ("days",),
    ("days", re.compile(r"\d{4}-\d\d-\d\d")),
    ("account",),
    ("purse",),
    ("replay",),
    ("replay", ANY, DEAL),
    ("review", ANY, DEAL),
    ("analysis",),
    ("train",),
    ("analysis", ANY),
    (PERSON,),
    (PERSON, PERSON),
    ("leaders",),
    ("leaders", GAME),
)
"""The addresses of the app's pages, part by part, as in `frontend/src/lib/page/router.svelte.ts`."""


def app_folder() -> Path:
    """The folder of the built web app, in the package."""
    return Path(str(files("teahouse.web"))) / "static"


class WebApp(StaticFiles):
    """The built files. An address without a file is a page of the app; one that the app does not know is a 404."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the app's page."""
        try:
            response = await self._file(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _may_be_page(path):
                raise
            response = await self._page(path, scope) if is_page(path) else await self._missing(scope)
        response.headers["cache-control"] = FOREVER if path.startswith(HASHED) else ASK_AGAIN
        response.headers["vary"] = "Accept-Encoding"
        return response

    async def _page(self, path: str, scope: Scope) -> Response:
        """The app's page, with the preview of its link if it has one."""
        preview = await preview_of(Request(scope), parts_of(path)) if scope["method"] in READ_METHODS else None
        if preview is None:
            return await self._file(FIRST_PAGE, scope)
        full_path, _ = await anyio.to_thread.run_sync(self.lookup_path, FIRST_PAGE)
        page = await anyio.Path(full_path).read_text(encoding="utf-8")
        html = with_tags(page, preview, origin_of(Request(scope)), f"/{path.strip('./')}")
        tag = {"etag": f'"{hashlib.sha256(html.encode()).hexdigest()[:32]}"'}
        is_known = tag["etag"] in Headers(scope=scope).get("if-none-match", "")
        return Response(status_code=304, headers=tag) if is_known else HTMLResponse(html, headers=tag)

    async def _file(self, path: str, scope: Scope) -> Response:
        if path.endswith(tuple(SUFFIXES.values())):
            raise HTTPException(404)  # a compressed copy has no address of its own
        for coding in _codings(scope):
            if await anyio.to_thread.run_sync(self._is_file, path + SUFFIXES[coding]):
                response = await super().get_response(path + SUFFIXES[coding], scope)
                if response.status_code != 304:
                    response.headers["content-encoding"] = coding
                return response
        return await super().get_response(path, scope)

    def _is_file(self, path: str) -> bool:
        try:
            return bool(self.lookup_path(path)[0])
        except (OSError, ValueError):
            return False

    async def _missing(self, scope: Scope) -> Response:
        """The app's page with status 404; never "not modified"."""
        full_path, stat = await anyio.to_thread.run_sync(self.lookup_path, FIRST_PAGE)
        if scope["method"] not in READ_METHODS or stat is None:
            raise HTTPException(404)
        return FileResponse(full_path, 404, stat_result=stat)


def _codings(scope: Scope) -> list[str]:
    """The codings to try; a range request always reads the plain file."""
    headers = Headers(scope=scope)
    return [] if "range" in headers else accepted(headers.get("accept-encoding", ""))


def accepted(header: str) -> list[str]:
    """The codings that a request accepts, the smaller first.

    >>> accepted("gzip, deflate, br;q=0.5"), accepted("*, br;q=0"), accepted("identity")
    (['br', 'gzip'], ['gzip'], [])
    """
    accepts: dict[str, bool] = {}
    for part in header.lower().split(","):
        coding, *weight = (piece.strip() for piece in part.split(";"))
        accepts[coding] = not any(NEVER.fullmatch(one) for one in weight)
    return [coding for coding in SUFFIXES if accepts.get(coding, accepts.get("*", False))]


def is_page(path: str) -> bool:
    """Does the app have a page at this address?

    >>> is_page("replay/0a1b/3"), is_page("rules/chess"), is_page(".")
    (True, False, True)
    """
    parts = parts_of(path)
    return any(len(page) == len(parts) and all(map(_fits, page, parts)) for page in PAGES)


def parts_of(path: str) -> list[str]:
    """The parts of an address."""
    return [part for part in path.split("/") if part not in ("", ".")]


def _fits(pattern: str | re.Pattern[str], part: str) -> bool:
    return part == pattern if isinstance(pattern, str) else pattern.fullmatch(part) is not None


def _may_be_page(path: str) -> bool:
    """Is it neither a path of the server nor a file name? A person's name may have dots."""
    first, last = path.partition("/")[0], path.rpartition("/")[2]
    return path == "." or (first not in SERVERS_OWN and ("." not in last or last.startswith("@")))


async def to_docs(_request: object) -> Response:
    """Without a web app, redirect to the API's page."""
    return RedirectResponse(DOCS)
