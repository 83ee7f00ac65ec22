"""How Classic is written in numbers: sets, wins, and the sheet of a ruleset for a player of given winds.

A set is the code of its lowest tile, plus `CHOW` or `KONG`, plus `CONCEALED`, plus `ADDED` for a kong that was a melded
pong. A win is a row: 34 counts of the concealed tiles with the winning one, the melds, and what is named below.
"""

from typing import Final

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

# A win.
MELDS: Final = KINDS
MOST_MELDS: Final = 4
MELD_COUNT: Final = MELDS + MOST_MELDS
WINNING_TILE: Final = MELD_COUNT + 1
SOURCE: Final = WINNING_TILE + 1
BONUS: Final = SOURCE + 1
"""The bonus tiles, as a mask: Flowers, then Seasons."""
ON_DISCARD: Final = BONUS + 1
KONG_UPON_KONG: Final = ON_DISCARD + 1
ORIGINAL_CALL: Final = KONG_UPON_KONG + 1
SHEET: Final = ORIGINAL_CALL + 1
"""Which sheet counts: four times the Personal Wind, and the Prevailing one."""
WIN: Final = SHEET + 1

# Where the winning tile came from, in the order of the rules.
WALL, KONG_BOX, DISCARD, LAST_WALL_TILE, LAST_DISCARD, ROBBED_KONG, HEAVENLY, EARTHLY = range(8)
SOURCES: Final = 8

# A sheet.
SET_POINTS: Final = 0
SET_DOUBLINGS: Final = SET_POINTS + 512
PAIR_POINTS: Final = SET_DOUBLINGS + 512
SOURCE_POINTS: Final = PAIR_POINTS + KINDS
SOURCE_DOUBLINGS: Final = SOURCE_POINTS + SOURCES
HIDDEN_POINTS: Final = SOURCE_DOUBLINGS + SOURCES
"""What a source gives to a concealed hand."""
HIDDEN_DOUBLINGS: Final = HIDDEN_POINTS + SOURCES
CONCEALED_POINTS: Final = HIDDEN_DOUBLINGS + SOURCES
CONCEALED_DOUBLINGS: Final = CONCEALED_POINTS + 1
BONUS_POINTS: Final = CONCEALED_DOUBLINGS + 1
BONUS_DOUBLINGS: Final = BONUS_POINTS + 8
BOUQUETS: Final = BONUS_DOUBLINGS + 8
NO_CHOWS: Final = BOUQUETS + 2
"""Doublings for patterns of the whole hand."""
ONE_SUIT_WITH_HONOURS: Final = NO_CHOWS + 1
ONE_SUIT_ONLY: Final = ONE_SUIT_WITH_HONOURS + 1
MAJORS_ONLY: Final = ONE_SUIT_ONLY + 1
LITTLE_DRAGONS: Final = MAJORS_ONLY + 1
LITTLE_WINDS: Final = LITTLE_DRAGONS + 1
THREE_CONCEALED_PONGS: Final = LITTLE_WINDS + 1
FOUR_CHOWS: Final = THREE_CONCEALED_PONGS + 1
READY_FROM_DEAL: Final = FOUR_CHOWS + 1
SPECIALS: Final = READY_FROM_DEAL + 1
"""What each special hand is worth, 0 where it is not played, in the order of the ruleset's table."""
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
) = range(SPECIALS, SPECIALS + 19)
SPOILS: Final = SPECIALS + 19
"""A winning discard spoils the set it completes. These are 1 or 0 each."""
DISCARD_HIDDEN: Final = SPOILS + 1
"""A hand stays concealed when it is won on a discard."""
KONG_HIDDEN: Final = DISCARD_HIDDEN + 1
"""A claimed kong leaves a hand concealed."""
ADDS_BONUS: Final = KONG_HIDDEN + 1
GATES_MINOR: Final = ADDS_BONUS + 1
TREASURE_FROM_WALL: Final = GATES_MINOR + 1
JADE_NEEDS_DRAGON: Final = TREASURE_FROM_WALL + 1
SCHOLARS_CHOW: Final = JADE_NEEDS_DRAGON + 1
PAIRS_DIFFERENT: Final = SCHOLARS_CHOW + 1
ONE_SUIT_CHOWS: Final = PAIRS_DIFFERENT + 1
MAX_CHOWS: Final = ONE_SUIT_CHOWS + 1
LIMIT: Final = MAX_CHOWS + 1
"""The most a hand is worth."""
LEAST_DOUBLINGS: Final = LIMIT + 1
"""A win needs so many doublings, or so high a score; 0 for any."""
LEAST_SCORE: Final = LEAST_DOUBLINGS + 1
SHEET_SIZE: Final = LEAST_SCORE + 1

MOST_POINTS: Final = 1_000_000
"""The most a hand is worth where there is no limit."""
MOST_DOUBLINGS: Final = 40
"""More doublings than these change no score."""

# What is found.
SCORE, POINTS, DOUBLINGS = range(3)
FOUND: Final = 3
