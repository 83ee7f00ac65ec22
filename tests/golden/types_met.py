"""Finds the message types in some values: every struct, and every word that a field can have."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any

import msgspec
import msgspec.inspect as mi


def types_of(kind: Any) -> set[str]:
    """The structs within a type, and each word of their literal fields: `Drew.supply wall`."""
    found: set[str] = set()
    _collect(mi.type_info(kind), "", found)
    return found


def _collect(info: mi.Type, field: str, found: set[str]) -> None:
    if isinstance(info, mi.StructType):
        if info.cls.__name__ in found:
            return
        found.add(info.cls.__name__)
        for one in info.fields:
            _collect(one.type, f"{info.cls.__name__}.{one.name}", found)
    elif isinstance(info, mi.LiteralType):
        found.update(f"{field} {word}" for word in info.values)
    else:
        for part in _parts(info):
            _collect(part, field, found)


def _parts(info: mi.Type) -> Iterable[mi.Type]:
    match info:
        case mi.UnionType(types=types) | mi.TupleType(item_types=types):
            return types
        case mi.VarTupleType(item_type=item) | mi.ListType(item_type=item):
            return (item,)
        case mi.DictType(value_type=value):
            return (value,)
        case mi.Metadata(type=inner):
            return (inner,)
        case _:
            return ()


def types_in(values: Iterable[Any]) -> set[str]:
    """The structs and words that occur in these values."""
    return {name for value in values for name in _met(value, "")}


def _met(value: Any, field: str) -> Iterator[str]:
    if isinstance(value, msgspec.Struct):
        name = type(value).__name__
        yield name
        for key in value.__struct_fields__:
            yield from _met(getattr(value, key), f"{name}.{key}")
    elif isinstance(value, tuple):
        for one in value:  # pyright: ignore[reportUnknownVariableType] - of anything
            yield from _met(one, field)
    elif isinstance(value, str | int) and not isinstance(value, Enum | bool):
        yield f"{field} {value}"
