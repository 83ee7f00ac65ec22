"""Structs: msgspec learns all of them before threads use them, and JSON that is none of them is described."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final, get_args

import msgspec

from teahouse.core.errors import plain, shown

READING_ERRORS: Final = (msgspec.DecodeError, UnicodeError, RecursionError)
"""What msgspec raises when it cannot read JSON."""
PLACE: Final = re.compile(r" - at `\$(.*)`$")
STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
MALFORMED: Final = re.compile(r"JSON is malformed: (.*) \(byte (\d+)\)")
SHOWN_BYTES: Final = 12
UNREADABLE: Final = "\ufffd"
MISSING: Final = "Object missing required field "
SUPERFLUOUS: Final = "Object contains unknown field "
UNLISTED: Final = ("Invalid value ", "Invalid enum value ")


def learn_structs() -> None:
    """Let msgspec load every struct that exists now.

    It loads a struct when it first decodes one. Another thread that decodes the same struct meanwhile finds it half
    loaded, and the process crashes: a server with several tables in play did, one start in four.
    """
    for kind in _structs(msgspec.Struct):
        with suppress(AttributeError, NameError, TypeError):  # what can be written only is never read
            msgspec.json.Decoder(kind)


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for narrower in kind.__subclasses__():
        yield narrower
        yield from _structs(narrower)


# -- JSON that cannot be read ------------------------------------------------------------------------------------------


def complaint_about(error: Exception, data: str | bytes, kind: Any, root: str = "") -> str:
    """What was expected in JSON that is no value of a type, what came and where; `root` is where the JSON stood.

    >>> class Tea(msgspec.Struct):
    ...     leaves: int
    >>> def complaint(data):
    ...     try:
    ...         msgspec.json.decode(data, type=Tea)
    ...     except READING_ERRORS as error:
    ...         return complaint_about(error, data, Tea)
    >>> complaint('{"leaves": "many"}')
    'expected int, got str at leaves'
    >>> complaint("{}")
    'expected a value, got none at leaves'
    """
    match error:
        case msgspec.ValidationError():
            return _misfit(error, data, kind, root)
        case UnicodeEncodeError():
            return f"expected UTF-8, got {error.object[error.start]!a} at character {error.start}"
        case UnicodeDecodeError():
            at = _text(data).find(UNREADABLE)
            return f"expected UTF-8, got 0x{error.object[error.start]:02x} at character {at}"
        case RecursionError():
            return f"expected JSON with less nesting, got {shown(_text(data))}"
        case _:
            return _malformed(str(error), data if isinstance(data, bytes) else data.encode())


def _malformed(text: str, data: bytes) -> str:
    if not data:
        return "expected JSON, got nothing"
    if "truncated" in text:
        return f"expected JSON, got text that ends at byte {len(data)}"
    if (found := MALFORMED.fullmatch(text)) is None:
        return plain(ValueError(text))
    expected, at = found[1].removeprefix("expected "), int(found[2])
    what = expected if expected != found[1] else "JSON"
    return f"expected {what}, got {_bytes_at(data, at, SHOWN_BYTES)} at byte {at}"


def _bytes_at(data: bytes, at: int, most: int) -> str:
    """Some bytes of a text, as text if they are."""
    try:
        return shown(data[at : at + most].decode())
    except UnicodeDecodeError:
        return f"0x{data[at]:02x}"


def _text(data: str | bytes) -> str:
    """A text as it is; bytes that are none become the sign for that."""
    return data if isinstance(data, str) else data.decode(errors="replace")


def _misfit(error: Exception, data: str | bytes, kind: Any, root: str) -> str:
    """What is wrong with JSON that can be read, but is no value of the type."""
    found = PLACE.search(str(error))
    path, text = "" if found is None else found[1], PLACE.sub("", str(error)).replace("`", "")
    expected, is_told, got = text.removeprefix("Expected ").partition(", got ")
    if text.startswith(MISSING):
        expected, got, path = "a value", "none", f"{path}.{text.removeprefix(MISSING)}"
    elif text.startswith(SUPERFLUOUS):
        expected, got = "only known fields", shown(text.removeprefix(SUPERFLUOUS))
    elif text.startswith(UNLISTED):
        expected, got = _listed(kind, path), _shown_at(data, path)
    elif not is_told:
        got = _shown_at(data, path)
    place = f"{root}{path}".strip(".")
    return f"expected {expected}, got {got}" + (f" at {place}" if place else "")


def _listed(kind: Any, path: str) -> str:
    """The tags of a union's structs, if the path is that of their tag."""
    configs = [one.__struct_config__ for one in get_args(kind) if hasattr(one, "__struct_config__")]
    tags = [str(one.tag) for one in configs if f".{one.tag_field}" == path]
    return f"one of {', '.join(tags)}" if tags else "a known value"


def _shown_at(data: str | bytes, path: str) -> str:
    """The value at a path in JSON, as it is quoted; its place may be in JSON that ends too early."""
    try:
        value = msgspec.json.decode(data)
        for name, number in STEP.findall(path):
            value = value[name] if name else value[int(number)]
    except (*READING_ERRORS, LookupError, TypeError):
        return "something else"
    return shown(value)
