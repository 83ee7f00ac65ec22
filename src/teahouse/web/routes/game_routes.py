"""What a game's folder in the web exports: one `GameRoutes`."""

from typing import Any, NamedTuple

from fastapi import APIRouter


class Words(NamedTuple):
    """A type of clients that is one of some words, what it says, and the words."""

    name: str
    says: str
    words: tuple[str, ...]


class GameRoutes(NamedTuple):
    """Routes of one game alone.

    types: what goes in and out there. sent_in: of these, what clients send; they may leave defaults out. words: types
    of clients that are one of some words.
    """

    router: APIRouter
    types: tuple[Any, ...]
    sent_in: tuple[Any, ...] = ()
    words: tuple[Words, ...] = ()
