"""The routes of one game, as its folder exports them."""

from typing import Any, NamedTuple

from fastapi import APIRouter


class WordType(NamedTuple):
    """A type in clients that is one of several words: its name, its description, and the words."""

    name: str
    description: str
    words: tuple[str, ...]


class GameRoutes(NamedTuple):
    """Routes of one game alone.

    types: those of its bodies. sent_in: those that clients send; fields with defaults may be missing in them. words:
    types in clients that are one of several words.
    """

    router: APIRouter
    types: tuple[Any, ...]
    sent_in: tuple[Any, ...] = ()
    words: tuple[WordType, ...] = ()
