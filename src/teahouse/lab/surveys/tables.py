"""What surveys share: a survey of played deals, and tables of what was found."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple, Protocol

import msgspec

from teahouse.core.game import AnyGame


class Table(msgspec.Struct, frozen=True):
    """A table of what was found; it draws itself in a notebook."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.header)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        return f"<table><caption>{escape(self.title)}</caption><tr>{head}</tr>{body}</table>"


class Found(Protocol):
    """What a survey found, taken together."""

    def tables(self) -> Iterator[Table]:
        """The tables that tell it."""
        ...


class DealSurvey(NamedTuple):
    """A survey of deals that are played.

    player: who plays every seat unless told otherwise. look: what is written down of a deal, from its number, the
    game, the first and the last state, the events, and the moves it took. together: takes such deals together. plot:
    draws what was found in a form such as `svg`.
    """

    player: str
    look: Callable[[int, AnyGame, tuple[Any, Any], Sequence[Any], int], msgspec.Struct]
    together: Callable[[Sequence[Any]], Found]
    plot: Callable[[Any, Sequence[Any], str], bytes]
