"""Classic in numbers: sets, wins, and the sheet of a ruleset for a player with given winds.

A set is the code of its lowest tile, plus `CHOW` or `KONG`, plus `CONCEALED`, plus `ADDED` for a kong that was a melded
pong.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, Record
from teahouse.kernels.classic.patterns import SPECIAL_HANDS

KINDS: Final = 34
RANKS: Final = 9
SUITS: Final = 3
FIRST_HONOUR: Final = 27
FIRST_DRAGON: Final = 31
FIRST_BONUS: Final = 34

CHOW: Final = 64
KONG: Final = 128
CONCEALED: Final = 256
ADDED: Final = 512
CODE: Final = 63
SET: Final = 511
"""All of a set but whether it was added to."""
NO_MELD: Final = -1

MOST_MELDS: Final = 4
BONUS_TILES: Final = 8

WALL, KONG_BOX, DISCARD, LAST_WALL_TILE, LAST_DISCARD, ROBBED_KONG, HEAVENLY, EARTHLY = range(8)
"""Where the winning tile came from, in the order of the rules."""
SOURCES: Final = 8

(
    THIRTEEN_WONDERS,
    GATES_OF_HEAVEN,
    WRIGGLING_SNAKE,
    HEADS_AND_TAILS,
    ALL_HONOURS,
    THREE_SCHOLARS,
    FOUR_BLESSINGS,
    IMPERIAL_JADE,
    FOURFOLD_PLENTY,
    BURIED_TREASURE,
    HEAVENLY_HAND,
    EARTHLY_HAND,
    PLUM_BLOSSOM,
    PLUCKING_MOON,
    TWOFOLD_FORTUNE,
    CARRYING_POLE,
    KNITTING,
    TRIPLE_KNITTING,
    ALL_PAIR_HONOURS,
) = range(len(SPECIAL_HANDS))
"""The special hands, as `patterns` lists them."""
SPECIALS: Final = len(SPECIAL_HANDS)

MOST_POINTS: Final = 1_000_000
"""The most a hand is worth where there is no limit."""
MOST_DOUBLINGS: Final = 40
"""More doublings than these change no score."""


class Win(Record):
    """A win.

    tiles: how many concealed tiles of each kind, the winning one among them. melds: those of other places are -1.
    bonus: the bonus tiles, as a mask: Flowers, then Seasons. on_discard, kong_upon_kong, original_call: 1 or 0. sheet:
    which sheet counts: four times the Personal Wind, and the Prevailing one.
    """

    tiles: Annotated[Ints, KINDS]
    melds: Annotated[Ints, MOST_MELDS]
    meld_count: int
    winning_tile: int
    source: int
    bonus: int
    on_discard: int
    kong_upon_kong: int
    original_call: int
    sheet: int


class Sheet(Record):
    """What a ruleset gives a player of certain winds.

    hidden_points, hidden_doublings: what a source gives to a concealed hand. From `no_chows` to `ready_from_deal`:
    doublings for patterns of the whole hand. specials: what each special hand is worth, 0 where it is not played.

    These are 1 or 0. spoils: a winning discard spoils the set it completes. discard_hidden: a hand stays concealed when
    it is won on a discard. kong_hidden: a claimed kong leaves a hand concealed. adds_bonus: special hands add bonus
    tiles. gates_minor, treasure_from_wall, jade_needs_dragon, scholars_chow, pairs_different: what special
    hands need. one_suit_chows: one suit alone may have chows.

    limit: the most a hand is worth. least_doublings, least_score: a win needs so much of either; 0 for any.
    """

    set_points: Annotated[Ints, SET + 1]
    set_doublings: Annotated[Ints, SET + 1]
    pair_points: Annotated[Ints, KINDS]
    source_points: Annotated[Ints, SOURCES]
    source_doublings: Annotated[Ints, SOURCES]
    hidden_points: Annotated[Ints, SOURCES]
    hidden_doublings: Annotated[Ints, SOURCES]
    concealed_points: int
    concealed_doublings: int
    bonus_points: Annotated[Ints, BONUS_TILES]
    bonus_doublings: Annotated[Ints, BONUS_TILES]
    bouquets: Annotated[Ints, 2]
    no_chows: int
    one_suit_with_honours: int
    one_suit_only: int
    majors_only: int
    little_dragons: int
    little_winds: int
    three_concealed_pongs: int
    four_chows: int
    ready_from_deal: int
    specials: Annotated[Ints, SPECIALS]
    spoils: int
    discard_hidden: int
    kong_hidden: int
    adds_bonus: int
    gates_minor: int
    treasure_from_wall: int
    jade_needs_dragon: int
    scholars_chow: int
    pairs_different: int
    one_suit_chows: int
    max_chows: int
    limit: int
    least_doublings: int
    least_score: int


class Score(Record):
    """What a win is found to be worth."""

    score: int
    points: int
    doublings: int
