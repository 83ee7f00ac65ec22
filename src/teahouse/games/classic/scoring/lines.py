"""The lines of a score."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a score: the rule's name, its points, its doublings, and the tiles it is about, if any.

    If a ruleset counts faan, doublings are faan.
    """

    rule: str
    points: int
    doublings: int
    tiles: str = ""


class Worth(NamedTuple):
    """The points and doublings of something, and the lines that name them."""

    points: int
    doublings: int
    lines: tuple[ScoreLine, ...]


def worth_of(rule: str, points: int, doublings: int, tiles: str = "") -> Worth:
    """What one rule gives; no line if that is nothing."""
    lines = (ScoreLine(rule, points, doublings, tiles),) if points or doublings else ()
    return Worth(points, doublings, lines)


def summed(worths: Iterable[Worth]) -> Worth:
    """Several worths together."""
    parts = tuple(worths)
    lines = tuple([line for part in parts for line in part.lines])
    return Worth(sum([part.points for part in parts]), sum([part.doublings for part in parts]), lines)
