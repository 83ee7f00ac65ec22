"""Groups of the options of a ruleset, so that people find them."""

from collections.abc import Mapping
from typing import Final

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "about": ("format", "name", "title"),
    "players": ("players", "winds", "bonus_tiles", "start_points", "on_bankrupt"),
    "winning": (
        "limit", "limit_applies_to", "counting", "faan_table", "most_faan", "unit", "least_doublings", "least_score",
        "bonus_counts_for_minimum", "max_chows", "must_declare_ready", "original_call_from",
    ),
    "claims": (
        "multiple_mahjong", "rob_added_kong", "rob_concealed_kong", "declare_concealed_kong", "kong_after_claim",
    ),
    "kong_box": (
        "kong_box", "kong_box_size", "kong_box_empty", "kong_box_replenish", "tail_replacement_is",
        "bonus_replacement",
        "draw_game", "draw_counts_as_game", "after_draw",
    ),
    "dealer": (
        "first_dealer", "dealer_dice", "next_dealer", "personal_winds", "prevailing_wind_rule", "session_end",
        "max_games",
    ),
    "payment": (
        "doubling_role", "non_dealer_discard_payment", "robbed_player_pays_as", "losers_settle", "liability",
        "payment",
    ),
    "mahjong": (
        "mahjong", "concealed_allows_winning_discard", "concealed_bonus_stacks_with_wall", "winning_discard_set",
        "claimed_kong_is", "concealed_allows_kongs",
    ),
    "sets": ("sets", "pairs", "scoring_pairs", "bonus_tile_points"),
    "doublings": ("doublings", "bouquet_doublings", "bouquet_replaces_own", "one_suit_only_allows_chows", "rows"),
    "special_hands": (
        "special_hand_value", "special_half_limit", "special_hand_cap", "special_hand_adds_bonus_tiles",
        "fishing_fifths", "special_hands", "earthly_hand", "heavenly_allows_replacements", "gates_of_heaven_extra",
        "buried_treasure_tiles", "imperial_jade_needs_green_dragon", "three_scholars_allows_chow",
        "all_pair_honours_all_different", "streak_wins", "hands",
    ),
}  # fmt: skip
"""The groups in the order in which players discuss them; all options of a section are in the same group."""

_GROUP_OF: Final = {name: group for group, names in GROUPS.items() for name in names}


def group_of(option: str) -> str:
    """The group of an option.

    >>> group_of("kong_box_size"), group_of("pairs.dragon")
    ('kong_box', 'sets')
    """
    return _GROUP_OF[option.partition(".")[0]]
