"""Lets msgspec load the fields of every struct before threads use them."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec


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
