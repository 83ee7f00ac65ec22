"""Parameters that several routes take, and how a wrong one is refused."""

from collections.abc import Collection, Iterator, Mapping
from inspect import Parameter, Signature
from typing import Annotated, Any, Final, Generic, TypeVar, get_args, get_type_hints

import msgspec
from fastapi import Depends, Path, Query
from fastapi.exceptions import RequestValidationError
from msgspec import Meta

from teahouse.core.errors import plain, shown
from teahouse.games import GAMES
from teahouse.service.errors import Refused, check_among, refused
from teahouse.service.pages import LONGEST_CURSOR

RowId = Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")]
"""The id of anything that the database holds."""
TableId = RowId
PersonId = RowId
Invite = Annotated[str, Query(max_length=40)]
PAGE_END: Final = "where an earlier page ended"
Cursor = Annotated[str, Query(max_length=LONGEST_CURSOR, description=PAGE_END)]
CursorText = Annotated[str, Meta(max_length=LONGEST_CURSOR, description=PAGE_END)]
"""The same as a field of a struct."""
Kind = TypeVar("Kind", bound=msgspec.Struct)

LIMITS: Final = ("ge", "le", "max_length", "pattern", "description")
"""What a field of a struct says about the parameter that it is read from."""

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


class FromQuery(Generic[Kind]):
    """A dependency that reads a struct from the parameters of the query: one for each field, with its limits."""

    def __init__(self, kind: type[Kind], besides: Collection[str] = ()) -> None:
        """Read this kind of struct. besides: fields that are not in the query."""
        self._kind = kind
        types, annotated = get_type_hints(kind), get_type_hints(kind, include_extras=True)
        self.__signature__ = Signature(
            [
                Parameter(
                    field.name,
                    Parameter.KEYWORD_ONLY,
                    default=field.default,
                    annotation=Annotated[types[field.name], Query(**_limits(annotated[field.name]))],
                )
                for field in msgspec.structs.fields(kind)
                if field.name not in besides
            ]
        )

    async def __call__(self, **values: Any) -> Kind:
        """The struct with these values, which are checked already."""
        return self._kind(**values)


def _limits(annotation: Any) -> dict[str, Any]:
    found = ((name, getattr(meta, name)) for meta in _metas(annotation) for name in LIMITS)
    return {name: limit for name, limit in found if limit is not None}


def _metas(annotation: Any) -> Iterator[Meta]:
    for part in get_args(annotation):
        if isinstance(part, Meta):
            yield part
        else:
            yield from _metas(part)


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
