"""Lets msgspec learn the fields of every struct before threads use them."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def learn_structs() -> None:
    """Let msgspec learn every struct there is now.

    It learns a struct when it first reads one. Another thread that reads that struct meanwhile finds it half learnt,
    and the process ends with a segmentation fault: a server with several tables in play did, one start in four.
    """
    for kind in _structs(msgspec.Struct):
        with suppress(AttributeError, NameError, TypeError):  # what can be written only is never read
            msgspec.json.Decoder(kind)


def _structs(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for narrower in kind.__subclasses__():
        yield narrower
        yield from _structs(narrower)
