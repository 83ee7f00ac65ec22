"""What never changes about Classic and clients want to know in advance."""

from typing import Any

from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset
from teahouse.games.classic.scoring.names import reconstructed_rules
from teahouse.games.classic.scoring.special import SETS_HANDS, TILES_HANDS
from teahouse.games.classic.scoring.wins import CLAIMED, SOURCES


def client_facts() -> dict[str, Any]:
    """The rules whose usual value is reconstructed, and what a scorer can choose from."""
    return {
        "reconstructed": sorted(reconstructed_rules()),
        "sources": SOURCES,
        "claimed": sorted(CLAIMED),
        "specialHands": {hand.key: hand.name for hand in (*TILES_HANDS, *SETS_HANDS)},
        "rulesets": {name: _ruleset(name) for name in RULESETS},
    }


def _ruleset(name: str) -> dict[str, Any]:
    ruleset = load_ruleset(name)
    return {"winds": ruleset.winds, "bonusTiles": ruleset.bonus_tiles}
