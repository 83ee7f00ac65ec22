"""The types of a ruleset's fields: the meaning for people, how certain the value is, and the bounds of its numbers.

Where the rule book of `british` lacks a value, it comes from other rule books of the same family, and a table can show
its players which values are reconstructed. `Sureness` says how certain a value is: stated in the rule book; then
reconstructed, with sources that all agree, mostly agree or disagree; or chosen by the house.
"""

from typing import Annotated, Final

import msgspec

from teahouse.games.description import Sureness
from teahouse.games.option_values import within

MOST_POINTS: Final = 1_000_000
MOST_TIMES: Final = 20
MOST_FAAN: Final = 13
LONGEST_TITLE: Final = 60
KONG_BOX_SIZES: Final = range(2, 41, 2)


def about(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The meaning of a field, and how certain its value in `british` is."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness})


def points(meaning: str, sureness: Sureness = "choice", *, least: int = 0) -> msgspec.Meta:
    """The same for a number of points, tallies or tiles."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=least, le=MOST_POINTS)


def times(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of doublings, or a factor of payment."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=0, le=MOST_TIMES)


def line(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a short text."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, min_length=1, max_length=LONGEST_TITLE)


def sets(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of sets of one hand."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=0, le=4)


def fifths(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of fifths."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=0, le=5)


def parts(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of parts of a whole."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=1, le=MOST_TIMES)


def wins(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of wins in a row."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=2, le=MOST_TIMES)


def faan(meaning: str, sureness: Sureness = "choice") -> msgspec.Meta:
    """The same for a number of faan that the tables have a score for."""
    return msgspec.Meta(description=meaning, extra={"sureness": sureness}, ge=1, le=MOST_FAAN)


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A part of a ruleset; every field must be given."""


Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)]
Times = Annotated[int, msgspec.Meta(ge=0, le=MOST_TIMES)]
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)]
KongBoxSize = Annotated[int, within(KONG_BOX_SIZES[0], KONG_BOX_SIZES[-1])]
