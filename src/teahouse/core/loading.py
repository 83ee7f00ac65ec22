"""Objects named as `module:name`, which are imported when they are used."""

from importlib import import_module
from typing import Any


def load(place: str) -> Any:
    """The object at `module:name`.

    >>> load("teahouse.core.loading:load") is load
    True
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
