"""The laboratory's optional libraries: imported when they are used, and missed in one line."""

from importlib import import_module
from typing import Any

from teahouse.core.errors import TeahouseError


class MissingExtra(TeahouseError):
    """A library that is not installed, with the words that install it."""


def extra(module: str, name: str) -> Any:
    """The module of an optional library, or `MissingExtra` naming the extra that brings it.

    >>> extra("no_such_library", "lab")
    Traceback (most recent call last):
    teahouse.lab.extras.MissingExtra: expected no_such_library to be installed: pip install "teahouse[lab]"
    """
    try:
        return import_module(module)
    except ImportError:
        library = module.partition(".")[0]
        raise MissingExtra(f'expected {library} to be installed: pip install "teahouse[{name}]"') from None
