"""Classic in numbers: sets, wins, and the sheet of a ruleset for a player with given winds.

A set is the code of its lowest tile, plus `CHOW` or `KONG`, plus `CONCEALED`, plus `ADDED` for a kong that was a melded
pong.
"""

from typing import Annotated, Final

from teahouse.kernels.arrays import Ints, Rows
from teahouse.kernels.classic.built_in_hands import SPECIAL_FORMS
from teahouse.kernels.record import KernelRecord

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
"""The bits of a set apart from `ADDED`."""

MOST_MELDS: Final = 4
BONUS_TILES: Final = 8

WALL, KONG_BOX, DISCARD, LAST_WALL_TILE, LAST_DISCARD, ROBBED_KONG, HEAVENLY, EARTHLY = range(8)
"""Where the winning tile came from, in the order of the rules."""
SOURCES: Final = 8

MOST_POINTS: Final = 1_000_000
"""The most a hand is worth if there is no limit."""
MOST_DOUBLINGS: Final = 35
"""More doublings than this do not change a score. The points of a hand, from its sets and at most 63 rules, fit into 27
bits; doubled so often, they fit into 62."""


MOST_RULES: Final = 63
"""How many rules a sheet has at most; they are the bits of a mask."""
BONUS_SETS: Final = 1 << BONUS_TILES
"""How many sets of bonus tiles a hand can have."""
SOURCE_BITS: Final = SOURCES + 1
"""The sources, and an Earthly Hand on the first discard."""
CLASSES: Final = 32
"""The classes of a hand: how many suits, and whether it has honours, 1s and 9s, and 2s to 8s."""
MOST_FAAN: Final = 14
COMPLETES_PAIR, ONLY_TILE, ALL_CONCEALED, KONG_UPON_KONG, ORIGINAL_CALL, STREAK = 1, 2, 4, 8, 16, 32
"""Further facts that rules depend on, a bit each."""


class WinNumbers(KernelRecord):
    """A win.

    tiles: how many concealed tiles of each kind, the winning one among them. melds: the first `meld_count` count.
    bonus: the bonus tiles, as a mask: Flowers, then Seasons. on_discard, kong_upon_kong, original_call, streak: 1 or 0.
    gone: kinds that could not have won, as a mask. sheet: which sheet counts: four times the Personal Wind, and the
    Prevailing one.
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
    streak: int
    gone: int
    sheet: int


class RuleNumbers(KernelRecord):
    """A rule: first its condition, with the fields of `games.classic.patterns.conditions` in their order.

    points, doublings: what it gives; of a special hand, what that is worth in one of them. uncounted: its doublings if
    they do not count for the least of a win. replaces: the rules that do not count beside it, a bit each. needed: kinds
    that the hand must have, as a mask.

    These are 1 or 0. special: it is a special hand. any_hand: it counts beside special hands too. wins: it is Mahjong
    by itself. asks_sets: it asks about the sets of a reading. asks_way: it asks about the winning tile, bonus tiles or
    further facts.
    """

    allowed: int
    one_of: int
    also_one_of: int
    suits: int
    chows: int
    pongs_of: int
    pongs: int
    kongs: int
    concealed_pongs_or_kongs: int
    concealed_pongs: int
    pair: int
    tiles: int
    sources: int
    needs: int
    bonus: int
    bonus_tiles: int
    points: int
    doublings: int
    uncounted: int
    replaces: int
    needed: int
    special: int
    any_hand: int
    wins: int
    asks_sets: int
    asks_way: int


class SheetNumbers(KernelRecord):
    """What a ruleset gives a player of certain winds.

    concealed_from_wall_points, concealed_from_wall_doublings: what a source gives to a concealed hand.
    bonus_points, bonus_doublings: what bonus tiles give, by their mask.
    bonus_uncounted: doublings among them that do not count for the least of a win.
    rules, rule_count: what the whole hand can have.
    by_source, by_class: the rules that a source, and a class of hands, leave possible, a bit each.
    losing: the rules that losers have too.
    specials: what the forms of special hands in `patterns` are worth, 0 if they are not played.

    These are 1 or 0. spoils: a winning discard spoils the set it completes.
    discard_keeps_concealed, kongs_keep_concealed, claimed_kong_keeps_concealed: a hand stays concealed although it is
    won on a discard, has a concealed kong, has a claimed kong.
    claimed_kong_counts_concealed: claimed kongs count as concealed ones.
    adds_bonus: special hands add bonus tiles. uncapped: a special hand may be worth more than the limit.
    asks_only: some rule asks whether another tile could have won.
    faan: doublings are faan, which score as the table has them, up to most_faan.

    limit: the most a hand is worth. least_doublings, least_score: a win needs so much of either; 0 for any.
    """

    set_points: Annotated[Ints, SET + 1]
    set_doublings: Annotated[Ints, SET + 1]
    pair_points: Annotated[Ints, KINDS]
    source_points: Annotated[Ints, SOURCES]
    source_doublings: Annotated[Ints, SOURCES]
    concealed_from_wall_points: Annotated[Ints, SOURCES]
    concealed_from_wall_doublings: Annotated[Ints, SOURCES]
    concealed_points: int
    concealed_doublings: int
    bonus_points: Annotated[Ints, BONUS_SETS]
    bonus_doublings: Annotated[Ints, BONUS_SETS]
    bonus_uncounted: Annotated[Ints, BONUS_SETS]
    rules: Annotated[Rows[RuleNumbers], MOST_RULES]
    rule_count: int
    by_source: Annotated[Ints, SOURCE_BITS]
    by_class: Annotated[Ints, CLASSES]
    losing: int
    specials: Annotated[Ints, len(SPECIAL_FORMS)]
    spoils: int
    discard_keeps_concealed: int
    kongs_keep_concealed: int
    claimed_kong_keeps_concealed: int
    claimed_kong_counts_concealed: int
    adds_bonus: int
    uncapped: int
    asks_only: int
    faan: int
    most_faan: int
    table: Annotated[Ints, MOST_FAAN]
    max_chows: int
    limit: int
    least_doublings: int
    least_score: int


class ScoreNumbers(KernelRecord):
    """What a win is found to be worth; uncounted: doublings that do not count for the least of a win."""

    score: int
    points: int
    doublings: int
    uncounted: int
