"""Parameters that several routes take, and how a wrong one is refused."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Query
from fastapi.exceptions import RequestValidationError

from teahouse.core.errors import plain, shown
from teahouse.games import GAMES
from teahouse.service.errors import Refused, check_among, refused

RowId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
"""The id of anything that the database holds."""
TableId = RowId
PersonId = RowId
Invite = Annotated[str, Query(max_length=40)]

EXPECTED: Final[Mapping[str, str]] = {
    "missing": "a value",
    "int_parsing": "an integer",
    "int_parsing_size": "an integer",
    "int_from_float": "an integer",
    "bool_parsing": "true or false",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "string_too_short": "at least {min_length} characters",
    "string_too_long": "at most {max_length} characters",
    "string_pattern_mismatch": "text of the form {pattern}",
    "literal_error": "{expected}",
}
"""What was expected, by the kind of pydantic's errors."""


def _game(game: Annotated[str, Query(max_length=32)]) -> str:
    check_among(game, GAMES, "a game", "game")
    return game


def _any_game(game: Annotated[str, Query(max_length=32, description="one game alone")] = "") -> str:
    return _game(game) if game else game


GameQuery = Annotated[str, Depends(_game)]
AnyGameQuery = Annotated[str, Depends(_any_game)]
"""A game, or empty for every game."""


def refused_parameter(error: RequestValidationError) -> Refused:
    """The refusal of a request by its first wrong parameter: what was expected, what came and where."""
    first = error.errors()[0]
    source, *place = first["loc"]
    code = "wire/unknown" if source == "path" else "wire/unreadable"
    got = "none" if first["type"] == "missing" else shown(first["input"])
    return refused(code, f"expected {_expected(first)}, got {got} at {'.'.join(map(str, place)) or source}")


def _expected(error: Mapping[str, Any]) -> str:
    known = EXPECTED.get(error["type"])
    return plain(ValueError(error["msg"])) if known is None else known.format_map(error.get("ctx", {}))
