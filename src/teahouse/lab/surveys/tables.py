"""What surveys share: a survey of played deals, and tables of results."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple, Protocol

import msgspec

from teahouse.core.game import AnyGame


class ResultTable(msgspec.Struct, frozen=True):
    """A table of results; a notebook shows it as a picture."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.header)
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows)
        return f"<table><caption>{escape(self.title)}</caption><tr>{head}</tr>{body}</table>"


class SurveySummary(Protocol):
    """The summary of a survey."""

    def tables(self) -> Iterator[ResultTable]:
        """The tables of the survey."""
        ...


class DealSurvey(NamedTuple):
    """A survey of deals that are played.

    player: the default player of every seat. look: the facts of a deal, from its number, the game, the first and the
    last state, the events, and the number of moves. together: summarises the facts of all deals. plot: draws the
    summary in a format such as `svg`.
    """

    player: str
    look: Callable[[int, AnyGame, tuple[Any, Any], Sequence[Any], int], msgspec.Struct]
    together: Callable[[Sequence[Any]], SurveySummary]
    plot: Callable[[Any, Sequence[Any], str], bytes]
