"""The name of every rule that a line of a score can have, as the rules page has it."""

from functools import cache, lru_cache
from typing import Final

from teahouse.games.classic.patterns.library import library
from teahouse.games.classic.patterns.rows import house_rows
from teahouse.games.classic.rulesets.house_rules import reconstructed_options
from teahouse.games.classic.rulesets.options import Ruleset

SET_STATES: Final = ("melded", "concealed")
SOURCE_NAMES: Final = {
    "wall": "Drawn from the Wall",
    "kong_box": "Drawn from the Kong Box",
    "discard": "Another player's discard",
    "last_wall_tile": "Last tile of the Wall",
    "last_discard": "Discard after the last Wall tile",
    "robbed_kong": "Robbing a kong",
}
CONCEALED_NAME: Final = "Whole hand concealed"
SET_NAMES: Final = {"minor": "2s to 8s", "major": "1s or 9s", "wind": "Winds", "dragon": "Dragons"}
PAIR_NAMES: Final = {
    "dragon": "Pair of Dragons",
    "own_wind": "Pair of own wind",
    "prevailing_wind": "Pair of prevailing wind",
    "own_and_prevailing": "Pair that is both winds",
    "other_wind": "Pair of another Wind",
    "terminal": "Pair of 1s or 9s",
    "minor": "Pair of 2s to 8s",
}
BONUS_TILE_NAME: Final = "Flower or Season"
TILES_NAMES: Final = {key: hand.name for key, hand in library().items()}
SETS_NAMES: Final = {key: row.name for key, row in house_rows().items() if row.is_special and not row.any_hand}
WAYS_NAMES: Final = {key: row.name for key, row in house_rows().items() if row.is_special and row.any_hand}
SPECIAL_NAMES: Final = TILES_NAMES | SETS_NAMES | WAYS_NAMES
DOUBLING_NAMES: Final = {key: row.name for key, row in house_rows().items() if row.option.startswith("doublings.")}


def set_name(kind: str, row: str, state: str) -> str:
    """The rule of a pong or kong.

    >>> set_name("pong", "minor", "melded")
    'Pong of 2s to 8s, melded'
    """
    return f"{kind.capitalize()} of {SET_NAMES[row]}, {state}"


def chow_name(state: str) -> str:
    """The rule of a chow."""
    return f"Chow, {state}"


def fishing_name(hand: str) -> str:
    """The rule of a losing hand that is one tile short of a special hand.

    >>> fishing_name("Knitting")
    'Fishing for Knitting'
    """
    return f"Fishing for {hand}"


@cache
def rule_options() -> dict[str, str]:
    """Every rule that a score can name, with the option of its value.

    >>> rule_options()["Own Flower"]
    'doublings.own_flower'
    """
    return {
        **{name: f"mahjong.{key}_points" for key, name in SOURCE_NAMES.items()},
        CONCEALED_NAME: "mahjong.concealed_points",
        **{chow_name(state): "sets.chow" for state in SET_STATES},
        **{
            set_name(kind, row, state): f"sets.{kind}_{row}"
            for kind in ("pong", "kong")
            for row in SET_NAMES
            for state in SET_STATES
        },
        **{name: f"pairs.{key}" for key, name in PAIR_NAMES.items()},
        BONUS_TILE_NAME: "bonus_tile_points",
        **{row.name: row.option for row in house_rows().values()},
        **{name: f"special_hands.{key}" for key, name in TILES_NAMES.items()},
    }


@lru_cache(maxsize=256)
def reconstructed_rules(ruleset: Ruleset) -> frozenset[str]:
    """The rules whose value in a ruleset is taken from other rule books."""
    unsure = reconstructed_options(ruleset)
    return frozenset(rule for rule, option in rule_options().items() if option in unsure)
