"""Routes that belong to one game. `GAME_ROUTES` has a `GameRoutes` for each game that has some."""

from collections.abc import Mapping
from typing import Any, Final

from teahouse.web.routes.classic import CLASSIC
from teahouse.web.routes.game_routes import GameRoutes
from teahouse.web.schemas import TYPES

GAME_ROUTES: Final[Mapping[str, GameRoutes]] = {"classic": CLASSIC}


def wire_structs() -> tuple[Any, ...]:
    """The types of all bodies that are sent over HTTP."""
    return TYPES + tuple(kind for routes in GAME_ROUTES.values() for kind in routes.types)
