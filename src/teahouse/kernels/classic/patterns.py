"""The special hands of Classic as patterns: which kinds, and how many of each. Rules, distances and plans read them.

A kind is the code of a tile, 0 to 33: nine of each suit, four winds, three dragons. A mask has a bit for each kind.
"""

from typing import Final

RANKS: Final = 9
WHOLE_SUIT: Final = 0b111_111_111
SUIT_MASKS: Final = (WHOLE_SUIT, WHOLE_SUIT << 9, WHOLE_SUIT << 18)
"""Characters, Circles, Bamboo."""
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = 0b100000001_100000001_100000001
MAJORS: Final = TERMINALS | HONOURS
"""The 1s, the 9s and the honours; the Thirteen Unique Wonders are one of each, and one of them again."""
GREEN_DRAGON: Final = 1 << 32
JADE: Final = GREEN_DRAGON | (0b010101110 << 18)
"""The green tiles: Bamboo 2, 3, 4, 6 and 8, and the Green Dragon."""

GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
"""How many of each rank of one suit the Gates of Heaven have; and one more of that suit."""
GATES_MINOR: Final = (0, 1, 1, 1, 1, 1, 1, 1, 0)
"""Where that must be a 2 to 8: 1 for ranks that it may have."""
SNAKE: Final = (2, 1, 1, 1, 1, 1, 1, 1, 1)
"""How many of each rank of one suit the Wriggling Snake has, beside one of each wind."""
PAIRS: Final = 7
"""Knitting is so many pairs of one number in two suits; All Pair Honours so many pairs of majors."""
TRIPLES: Final = 5
"""Triple Knitting is so many triples of one number in three suits, but for one tile."""

PLUM: Final = 13
"""Gathering the Plum Blossom from the Roof is won with Circles 5,"""
MOON: Final = 9
"""Plucking the Moon from the Bottom of the Sea with Circles 1,"""
POLE: Final = 19
"""and Scratching a Carrying Pole with Bamboo 2."""

SPECIAL_HANDS: Final = (
    "thirteen_wonders",
    "gates_of_heaven",
    "wriggling_snake",
    "heads_and_tails",
    "all_honours",
    "three_scholars",
    "four_blessings",
    "imperial_jade",
    "fourfold_plenty",
    "buried_treasure",
    "heavenly_hand",
    "earthly_hand",
    "plum_blossom",
    "plucking_moon",
    "twofold_fortune",
    "carrying_pole",
    "knitting",
    "triple_knitting",
    "all_pair_honours",
)
"""All of them, in the order of the ruleset's table."""
