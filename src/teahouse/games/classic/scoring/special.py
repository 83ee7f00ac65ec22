"""The special hands: each with its name in the rules and its test."""

from collections.abc import Callable
from typing import Final, NamedTuple

from teahouse.core.tiles import TILES, Tile
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.readings import GROUPS, counts, group_of, kind, ranks_number
from teahouse.games.classic.scoring.shapes import (
    BAMBOO,
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    GREEN_DRAGON,
    HONOURS,
    JADE,
    MAJORS,
    SUITS,
    TERMINALS,
    WINDS,
    Held,
    Shape,
)
from teahouse.games.classic.scoring.wins import Source, Win
from teahouse.kernels.classic import patterns

GATES: Final = ranks_number(patterns.GATES)
SNAKE: Final = ranks_number(patterns.SNAKE)
ONE_MORE: Final = tuple(kind(rank) for rank in range(patterns.RANKS))
MINOR_MORE: Final = tuple(more for more, is_minor in zip(ONE_MORE, patterns.GATES_MINOR, strict=True) if is_minor)
ORPHANS: Final = MAJORS
PLUM: Final = TILES[patterns.PLUM]
MOON: Final = TILES[patterns.MOON]
POLE: Final = TILES[patterns.POLE]
FROM_WALL: Final = ("wall", "last_wall_tile", "heavenly")


class TilesHand(NamedTuple):
    """A special hand defined by its fourteen concealed tiles, whatever sets they make."""

    key: str
    name: str
    test: Callable[[Held, Ruleset], bool]


class SetsHand(NamedTuple):
    """A special hand of four sets and a pair."""

    key: str
    name: str
    test: Callable[[Shape, Win, Ruleset], bool]


class Circumstance(NamedTuple):
    """Any complete hand, won in a special way: from this source, with this tile where one is named."""

    key: str
    name: str
    source: Source
    tile: Tile | None = None
    kong_upon_kong: bool = False

    def test(self, win: Win) -> bool:
        """Was it won that way?"""
        if win.source != self.source:
            return False
        return self.tile in (None, win.winning_tile) and (win.kong_upon_kong or not self.kong_upon_kong)


def is_thirteen_wonders(hand: Held, _: Ruleset) -> bool:
    """Each 1, 9, wind and dragon; the fourteenth tile must then pair one of them."""
    return hand.kinds == ORPHANS


def is_gates_of_heaven(hand: Held, ruleset: Ruleset) -> bool:
    """1112345678999 of one suit, and one more of it."""
    if hand.kinds not in SUITS:
        return False
    extra = suits_of(hand)[SUITS.index(hand.kinds)] - GATES
    return extra in (MINOR_MORE if ruleset.gates_of_heaven_extra == "minor" else ONE_MORE)


def is_wriggling_snake(hand: Held, _: Ruleset) -> bool:
    """11 and 2 to 9 of one suit, and each wind."""
    suit = hand.kinds & ~WINDS
    return suit in SUITS and hand.kinds & WINDS == WINDS and suits_of(hand)[SUITS.index(suit)] == SNAKE


def is_knitting(hand: Held, _: Ruleset) -> bool:
    """Two suits only, with the same numbers in both."""
    if hand.kinds & HONOURS:
        return False
    used = [tiles for tiles in suits_of(hand) if tiles]
    return len(used) == 2 and used[0] == used[1]


def is_triple_knitting(hand: Held, _: Ruleset) -> bool:
    """The same numbers in all three suits, with one tile missing in one suit."""
    if hand.kinds & HONOURS or not (hand.kinds & CHARACTERS and hand.kinds & CIRCLES and hand.kinds & BAMBOO):
        return False
    least, middle, most = sorted(suits_of(hand))
    return middle == most and most - least in ONE_MORE


def is_all_pair_honours(hand: Held, ruleset: Ruleset) -> bool:
    """Seven pairs of 1s, 9s, winds and dragons."""
    if hand.kinds & ~MAJORS:
        return False
    held = set(counts(hand.number))
    return held <= {0, 2} or (held <= {0, 2, 4} and not ruleset.all_pair_honours_all_different)


def suits_of(hand: Held) -> list[int]:
    """The tiles of each suit as a number of nine digits."""
    return [group_of(hand.number, first) for first in GROUPS[:3]]


TILES_HANDS: Final = (
    TilesHand("thirteen_wonders", "Thirteen Unique Wonders", is_thirteen_wonders),
    TilesHand("gates_of_heaven", "Gates of Heaven", is_gates_of_heaven),
    TilesHand("wriggling_snake", "Wriggling Snake", is_wriggling_snake),
    TilesHand("knitting", "Knitting", is_knitting),
    TilesHand("triple_knitting", "Triple Knitting", is_triple_knitting),
    TilesHand("all_pair_honours", "All Pair Honours", is_all_pair_honours),
)


def can_be_tiles_hand(kinds: int) -> bool:
    """Is one of these hands possible with these kinds? This rules out most hands quickly: each special hand has no
    honours, or only honours, 1s and 9s, or all the winds."""
    return not kinds & HONOURS or not kinds & ~MAJORS or kinds & WINDS == WINDS


def is_heads_and_tails(shape: Shape, _: Win, __: Ruleset) -> bool:
    """Only 1s and 9s."""
    return not shape.kinds & ~TERMINALS


def is_all_honours(shape: Shape, _: Win, __: Ruleset) -> bool:
    """Only winds and dragons."""
    return not shape.kinds & ~HONOURS


def is_three_scholars(shape: Shape, _: Win, ruleset: Ruleset) -> bool:
    """A pong or kong of every dragon."""
    return shape.pongs & DRAGONS == DRAGONS and (not shape.chows or ruleset.three_scholars_allows_chow)


def is_four_blessings(shape: Shape, _: Win, __: Ruleset) -> bool:
    """A pong or kong of every wind."""
    return shape.pongs & WINDS == WINDS


def is_imperial_jade(shape: Shape, _: Win, ruleset: Ruleset) -> bool:
    """Only the green tiles."""
    if shape.kinds & ~JADE:
        return False
    return bool(shape.pongs & GREEN_DRAGON) or not ruleset.imperial_jade_needs_green_dragon


def is_fourfold_plenty(_: Shape, win: Win, __: Ruleset) -> bool:
    """Four kongs; a kong is always melded or declared."""
    return len(win.melds) == 4 and all(meld.kind == "kong" for meld in win.melds)


def is_buried_treasure(shape: Shape, win: Win, ruleset: Ruleset) -> bool:
    """Four concealed pongs."""
    if shape.chows or shape.concealed_pongs < 4:
        return False
    if ruleset.buried_treasure_tiles == "any_from_wall":
        return win.source in FROM_WALL or (win.source == "earthly" and not win.on_discard)
    return suits_used(shape.kinds) == 1


def suits_used(kinds: int) -> int:
    """The number of suits among these kinds."""
    return bool(kinds & CHARACTERS) + bool(kinds & CIRCLES) + bool(kinds & BAMBOO)


SETS_HANDS: Final = (
    SetsHand("heads_and_tails", "Heads and Tails", is_heads_and_tails),
    SetsHand("all_honours", "All Winds and Dragons", is_all_honours),
    SetsHand("three_scholars", "Three Great Scholars", is_three_scholars),
    SetsHand("four_blessings", "Four Blessings Hovering over the Door", is_four_blessings),
    SetsHand("imperial_jade", "Imperial Jade", is_imperial_jade),
    SetsHand("fourfold_plenty", "Fourfold Plenty", is_fourfold_plenty),
    SetsHand("buried_treasure", "Buried Treasure", is_buried_treasure),
)

CIRCUMSTANCES: Final = (
    Circumstance("heavenly_hand", "Heavenly Hand", "heavenly"),
    Circumstance("earthly_hand", "Earthly Hand", "earthly"),
    Circumstance("plum_blossom", "Gathering the Plum Blossom from the Roof", "kong_box", PLUM),
    Circumstance("plucking_moon", "Plucking the Moon from the Bottom of the Sea", "last_wall_tile", MOON),
    Circumstance("twofold_fortune", "Twofold Fortune", "kong_box", kong_upon_kong=True),
    Circumstance("carrying_pole", "Scratching a Carrying Pole", "robbed_kong", POLE),
)

SPECIAL_NAMES: Final = frozenset(hand.name for hand in (*TILES_HANDS, *SETS_HANDS, *CIRCUMSTANCES))
