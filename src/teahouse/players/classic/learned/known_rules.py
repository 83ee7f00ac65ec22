"""Which rulesets the kernel plays: those that differ from `british` in points, doublings, limits and payments only."""

from collections.abc import Iterator
from typing import Final

from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import option_text

KNOWN: Final[dict[str, str]] = {
    "players": "4",
    "doubling_role": "dealer",
    "robbed_player_pays_as": "discarder",
    "losers_settle": "false",
    "limit_applies_to": "hand",
    "least_doublings": "0",
    "least_score": "0",
    "earthly_hand": "first_turn",
    "heavenly_allows_replacements": "true",
    "rob_added_kong": "any_draw",
    "rob_concealed_kong": "never",
    "kong_box": "true",
    "kong_box_size": "dice",
    "kong_box_empty": "take_from_wall_tail",
    "tail_replacement_is": "wall",
    "kong_box_replenish": "false",
    "multiple_mahjong": "nearest",
    "declare_concealed_kong": "optional_on_own_turn",
    "kong_after_claim": "false",
    "max_chows": "4",
    "must_declare_ready": "false",
    "original_call_from": "deal",
    "bonus_replacement": "kong_box",
    "liability": "none",
    "counting": "points",
    "payment.divisor": "1",
    "special_hands.seven_bonus_tiles": "off",
    "special_hands.eight_bonus_tiles": "off",
}
"""The options that the kernel fixes; every other option comes from the ruleset."""


def unknown_options(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """The options of a ruleset that the kernel does not play, each with the value that it does."""
    for name, value in KNOWN.items():
        if option_text(ruleset, name) != value:
            yield name, value
