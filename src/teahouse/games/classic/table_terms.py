"""The terms of a table of Classic: the nearest ruleset of the house, and what differs from it."""

from teahouse.games.classic.play.state import ClassicRules
from teahouse.games.classic.rulesets.house_rules import differences, nearest
from teahouse.games.description import Terms


def terms(rules: ClassicRules) -> Terms:
    """The nearest ruleset of the house, and what differs from it."""
    base = nearest(rules.chosen())
    return Terms(base, differences(rules.chosen(), base))
