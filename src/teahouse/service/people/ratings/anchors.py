"""The ratings of the house players: measured against one another, fixed, on the scale of people."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from teahouse.service.people.ratings.rating import UNKNOWN, Rating


class Anchor(msgspec.Struct, frozen=True):
    """The rating of a level and its standard error."""

    rating: float
    deviation: float


class Anchors(msgspec.Struct, frozen=True):
    """The levels of every game, and how they were measured."""

    measured: dict[str, str]
    games: dict[str, dict[str, Anchor]]


@cache
def anchors() -> Anchors:
    """The measured ratings of all house players."""
    return msgspec.json.decode(
        files("teahouse.service.people.ratings").joinpath("anchors.json").read_bytes(), type=Anchors
    )


def anchor_of(game: str, level: str) -> Rating | None:
    """The rating of a house player; None if it was not measured."""
    anchor = anchors().games.get(game, {}).get(level)
    return None if anchor is None else Rating(anchor.rating, anchor.deviation)


def fitting_level(game: str, own: Rating) -> str:
    """The level whose rating is nearest to a person's; a newcomer gets the strongest of those below the middle.

    If nothing was measured, there is no level: the result is empty.
    """
    known: Mapping[str, Anchor] = anchors().games.get(game, {})
    target = own.rating if own.games else own.rating - UNKNOWN / 2
    return min(known, key=lambda level: abs(known[level].rating - target), default="")
