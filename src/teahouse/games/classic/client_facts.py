"""Constant facts about Classic that clients need in advance."""

from typing import Any

from teahouse.games.classic.rulesets.house_rules import FROM_THE_TEXT
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.games.classic.scoring.names import SETS_NAMES, TILES_NAMES
from teahouse.games.classic.scoring.sheet import asks
from teahouse.games.classic.scoring.wins import CLAIMED, SOURCES


def client_facts() -> dict[str, Any]:
    """The rulesets that follow the text of the rule book, and the choices that a scorer offers."""
    return {
        "fromTheText": FROM_THE_TEXT,
        "sources": SOURCES,
        "claimed": sorted(CLAIMED),
        "specialHands": TILES_NAMES | SETS_NAMES,
        "rulesets": {name: _ruleset(name) for name in RULESETS},
    }


def _ruleset(name: str) -> dict[str, Any]:
    ruleset = load_ruleset(name)
    return {"winds": ruleset.winds, "bonusTiles": ruleset.bonus_tiles, "asks": asks(ruleset)}
