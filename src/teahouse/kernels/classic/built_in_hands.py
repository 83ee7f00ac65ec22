"""The special hands built into the kernels: which kinds, and how many of each. Rules, distances and plans read them.

A kind is the code of a tile, 0 to 33: nine of each suit, four winds, three dragons. A mask has a bit for each kind.
"""

from typing import Final, NamedTuple

RANKS: Final = 9
SUITS: Final = 3
HAND_SIZE: Final = 14
"""The tiles of a hand that is Mahjong, a kong counted as three."""
ANY_KIND: Final = (1 << 34) - 1
WHOLE_SUIT: Final = 0b111_111_111
SUIT_MASKS: Final = (WHOLE_SUIT, WHOLE_SUIT << 9, WHOLE_SUIT << 18)
"""Characters, Circles, Bamboo."""
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
HONOURS: Final = WINDS | DRAGONS
TERMINALS: Final = 0b100000001_100000001_100000001
MAJORS: Final = TERMINALS | HONOURS
"""The 1s, the 9s and the honours; the Thirteen Unique Wonders are one of each, and one of them again."""
MINORS: Final = 0b011111110_011111110_011111110
GREEN: Final = 0b010101110 << 18 | 1 << 32
"""The Bamboo 2, 3, 4, 6 and 8, and the Green Dragon."""

GATES_TILES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
"""How many of each rank of one suit the Gates of Heaven have; and one more of that suit."""
GATES_EXTRA: Final = (0, 1, 1, 1, 1, 1, 1, 1, 0)
"""If that one more must be a 2 to 8: 1 for ranks that it may have."""
SNAKE_TILES: Final = (2, 1, 1, 1, 1, 1, 1, 1, 1)
"""How many of each rank of one suit the Wriggling Snake has, beside one of each wind."""
PAIRS: Final = 7
"""Knitting is this many pairs of one number in two suits; All Pair Honours this many pairs of majors."""
TRIPLES: Final = 5
"""Triple Knitting is this many triples of one number in three suits, less one tile."""


class SpecialForm(NamedTuple):
    """A form of a special hand: the key of the hand, and in how many suits, or pairs of suits, it can be."""

    key: str
    suits: int = 1


SPECIAL_FORMS: Final = (
    SpecialForm("thirteen_wonders"),
    SpecialForm("gates_of_heaven", SUITS),
    SpecialForm("gates_of_heaven", SUITS),
    SpecialForm("wriggling_snake", SUITS),
    SpecialForm("knitting", SUITS),
    SpecialForm("triple_knitting"),
    SpecialForm("all_pair_honours"),
    SpecialForm("all_pair_honours"),
    SpecialForm("gates_of_heaven", SUITS),
)
"""The special hands of tiles that are built into the kernels, in each of their forms; others are rows of numbers.

The place of a form is its number everywhere: `specials` has a bit for each, sheets a value, `plans.special` plans for
its suits.
"""
(
    THIRTEEN_WONDERS,
    GATES_ANY,
    GATES_MINOR,
    WRIGGLING_SNAKE,
    KNITTING,
    TRIPLE_KNITTING,
    PAIRS_ANY,
    PAIRS_DIFFERENT,
    GATES_LAST,
) = range(len(SPECIAL_FORMS))
"""The Gates of Heaven have any fourteenth tile of their suit, or a 2 to 8, or any that is the winning tile. All Pair
Honours have any pairs, or seven different ones."""
