"""Libraries that come with an extra, and a clear error if one is missing."""

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from teahouse.core.errors import TeahouseError


class MissingExtra(TeahouseError, ImportError):
    """A library is not installed; the error names the extra that installs it."""


@contextmanager
def extra(name: str) -> Generator[None]:
    """Import libraries of an extra; if one is missing, the error names what to install.

    >>> with extra("lab"):
    ...     import no_such_library
    Traceback (most recent call last):
    teahouse.lab.extras.MissingExtra: expected the library no_such_library, got none (pip install "teahouse[lab]")
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(
            f'expected the library {error.name}, got none (pip install "teahouse[{name}]")', name=error.name
        ) from None


def library(module: str, name: str) -> Any:
    """A module of an extra, imported now.

    >>> library("no_such_library", "ray")
    Traceback (most recent call last):
    teahouse.lab.extras.MissingExtra: expected the library no_such_library, got none (pip install "teahouse[ray]")
    """
    with extra(name):
        return import_module(module)
