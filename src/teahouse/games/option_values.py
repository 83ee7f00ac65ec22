"""What an option can be, read from its type: a number with its bounds, one of several words, a list."""

from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

import msgspec

OptionKind = Literal["number", "choice", "flag", "text", "list", "table", "none"]

OptionDefault = bool | int | str | None | tuple[int | str, ...]
"""A value of an option as JSON has it."""


class OptionValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """One kind of value that an option can have.

    least, most: the bounds of a number. choices: the values to choose from; for a text, only those that have a name in
    the house. items: what a list holds; count: how many items it has, if that is fixed.
    """

    kind: OptionKind
    least: int | None = None
    most: int | None = None
    choices: tuple[str | int, ...] = ()
    items: tuple["OptionValue", ...] = ()
    count: int | None = None


def within(least: int, most: int) -> msgspec.Meta:
    """The bounds of a number, for display; the rules themselves refuse other values, with their own errors."""
    return msgspec.Meta(extra={"least": least, "most": most})


def named(*choices: str) -> msgspec.Meta:
    """The texts that have a name in the house; others are accepted too."""
    return msgspec.Meta(extra={"choices": choices})


def accepted(kind: Any) -> tuple[OptionValue, ...]:
    """Every kind of value that a type accepts, in the order in which it names them.

    >>> [(value.kind, value.choices) for value in accepted(Literal["dice"] | None)]
    [('choice', ('dice',)), ('none', ())]
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return tuple(_narrowed(value, meta) for meta in args[1:] for value in accepted(args[0]))
    if origin in (Union, UnionType):
        return tuple(value for one in args for value in accepted(one))
    if origin is Literal:
        return (OptionValue("choice", choices=args),)
    if origin is tuple:
        return (OptionValue("list", items=accepted(args[0]), count=None if args[-1] is ... else len(args)),)
    return (_plain(getattr(kind, "__supertype__", kind)),)


def values_text(values: tuple[OptionValue, ...]) -> str:
    """What a value can be, in words.

    >>> values_text(accepted(Annotated[int, msgspec.Meta(ge=0, le=12)]))
    'a number from 0 to 12'
    >>> values_text(accepted(Literal["east", "west"] | None))
    'east, west or none'
    """
    words = [word for value in values for word in _value_words(value)]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _value_words(value: OptionValue) -> tuple[str, ...]:
    match value.kind:
        case "number":
            return (f"a number from {value.least} to {value.most}" if value.most is not None else "a number",)
        case "choice":
            return tuple(map(str, value.choices))
        case "flag":
            return ("true or false",)
        case "text" | "list" | "table":
            return (f"a {value.kind}",)
        case "none":
            return ("none",)


def _narrowed(value: OptionValue, meta: msgspec.Meta) -> OptionValue:
    extra = {"least": meta.ge, "most": meta.le} | (meta.extra or {})
    fields = {"number": ("least", "most"), "text": ("choices",)}.get(value.kind, ())
    return msgspec.structs.replace(value, **{name: extra[name] for name in fields if extra.get(name) is not None})


def _plain(kind: type[Any]) -> OptionValue:
    if issubclass(kind, Enum):
        return OptionValue("choice", choices=tuple(member.value for member in kind))
    return OptionValue("table" if issubclass(kind, msgspec.Struct) else PLAIN[kind])


PLAIN: Final[dict[type[Any], OptionKind]] = {bool: "flag", int: "number", str: "text", NoneType: "none"}
