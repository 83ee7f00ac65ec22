"""The web app, when it was built: its files, and its first page for every address the app itself draws."""

from importlib.resources import files
from pathlib import Path
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

DOCS: Final = "/api/docs"
HASHED: Final = "assets/"  # the builder puts a hash of the content into these names
SERVERS_OWN: Final = ("api/", "ws/", "health/")
FOREVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"


def app_folder() -> Path:
    """Where the built web app lies, in the package."""
    return Path(str(files("teahouse.web"))) / "static"


class WebApp(StaticFiles):
    """The built files. An address without a file is the app's own, unless it looks like a file's."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the first page."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or not _is_apps_own(path):
                raise
            response = await super().get_response("index.html", scope)
        response.headers["cache-control"] = FOREVER if path.startswith(HASHED) else ASK_AGAIN
        return response


def _is_apps_own(path: str) -> bool:
    return path == "." or not (path.startswith(SERVERS_OWN) or "." in path.rpartition("/")[2])


async def to_docs(_request: object) -> Response:
    """Without a web app the API's page is the first."""
    return RedirectResponse(DOCS)
