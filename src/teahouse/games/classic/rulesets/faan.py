"""The score of a number of faan, and of points and doublings."""

from typing import Final

from teahouse.games.classic.rulesets.fields import MOST_POINTS
from teahouse.games.classic.rulesets.options import Ruleset

FAAN_TABLES: Final = {
    "half_spicy": (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384),
    "spicy": tuple(1 << faan for faan in range(14)),
}


def faan_score(faan: int, ruleset: Ruleset) -> int:
    """The score of this many faan.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> faan_score(5, load_ruleset("british")), faan_score(99, load_ruleset("british"))
    (24, 128)
    """
    return FAAN_TABLES[ruleset.faan_table][min(faan, ruleset.most_faan)] * ruleset.unit


def value_of(points: int, doublings: int, ruleset: Ruleset, *, limited: bool = True) -> int:
    """What points and doublings score, up to the limit unless `limited` is false; or doublings as faan."""
    if ruleset.counting == "faan":
        return faan_score(doublings, ruleset)
    if not limited:
        return points << doublings
    value = min(points << doublings, MOST_POINTS)
    if ruleset.limit is not None and ruleset.limit_applies_to == "hand":
        value = min(value, ruleset.limit)
    return value
