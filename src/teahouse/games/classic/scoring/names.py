"""The name of every rule that a line of a score can have, as the rules page has it."""

from functools import cache
from typing import Final

from teahouse.games.classic.rulesets.ruleset import options
from teahouse.games.classic.scoring.special import CIRCUMSTANCES, SETS_HANDS, TILES_HANDS

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
SET_NAMES: Final = {"minor": "Minor", "major": "Major", "wind": "Winds", "dragon": "Dragons"}
PAIR_NAMES: Final = {
    "dragon": "Pair of Dragons",
    "own_wind": "Pair of Personal Wind",
    "prevailing_wind": "Pair of Prevailing Wind",
    "own_and_prevailing": "Pair that is both winds",
    "other_wind": "Pair of another Wind",
    "terminal": "Pair of 1s or 9s",
    "minor": "Pair of Minor",
}
BONUS_TILE_NAME: Final = "Flower or Season"
BOUQUET_NAMES: Final = ("Bouquet: all four Flowers", "Bouquet: all four Seasons")
DOUBLING_NAMES: Final = {
    "dragon_set": "Pong or kong of Dragons",
    "own_wind_set": "Pong or kong of Personal Wind",
    "prevailing_wind_set": "Pong or kong of Prevailing Wind",
    "own_flower": "Own Flower",
    "own_season": "Own Season",
    "no_chows": "No chows",
    "one_suit_with_honours": "One suit plus honours",
    "one_suit_only": "One suit only, no honours",
    "majors_only": "Only 1s, 9s and honours",
    "original_call": "Original call",
    "little_dragons": "Two dragon sets and the third as pair",
    "little_winds": "Three wind sets and the fourth as pair",
    "three_concealed_pongs": "Three concealed pongs",
    "four_chows": "Four chows and a worthless pair",
}
SPECIAL_NAMES: Final = {hand.key: hand.name for hands in (TILES_HANDS, SETS_HANDS, CIRCUMSTANCES) for hand in hands}


def set_name(kind: str, row: str, state: str) -> str:
    """The rule of a pong or kong.

    >>> set_name("pong", "minor", "melded")
    'Pong of Minor, melded'
    """
    return f"{kind.capitalize()} of {SET_NAMES[row]}, {state}"


def chow_name(state: str) -> str:
    """The rule of a chow."""
    return f"Chow, {state}"


@cache
def rule_options() -> dict[str, str]:
    """Every rule that a score can name, with the option that holds its value.

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
        **dict.fromkeys(BOUQUET_NAMES, "bouquet_doublings"),
        **{name: f"doublings.{key}" for key, name in DOUBLING_NAMES.items()},
        **{name: f"special_hands.{key}" for key, name in SPECIAL_NAMES.items()},
    }


@cache
def reconstructed_rules() -> frozenset[str]:
    """The rules whose usual value is taken from other rule books."""
    unsure = {option.name for option in options() if option.is_reconstructed}
    return frozenset(rule for rule, option in rule_options().items() if option in unsure)
