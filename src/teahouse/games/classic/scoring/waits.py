"""Ready hands: one more tile completes them."""

from functools import lru_cache
from typing import Final

from teahouse.core.tiles import COPIES, PLAIN_KINDS, Tile
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.readings import (
    DIGIT,
    GROUPS,
    counts,
    encoded_readings,
    group_of,
    group_readings,
    kind,
    tiles_number,
)
from teahouse.games.classic.scoring.shapes import hand_numbers
from teahouse.games.classic.scoring.tile_hands import lacks_one_tile

REMEMBERED: Final = 1 << 14
RANKS: Final = 9


def is_ready_hand(tiles: tuple[Tile, ...], melds: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    """Is this hand one tile short of Mahjong?

    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> [is_ready_hand(*parse_hand(hand), load_ruleset()) for hand in ("123m 456p 77s 23s [555p]", "19m [555p] 147s")]
    [True, False]
    """
    return _is_ready(tiles_number(tiles), melds, ruleset)


@lru_cache(maxsize=REMEMBERED)
def _is_ready(number: int, melds: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    if _lacks_one_of_sets(number, melds, ruleset.max_chows - chows(melds)):
        return True
    tiles = hand_numbers((), melds)
    tile_counts = counts(number)
    present = tiles.kinds | sum(kind(code) for code in range(PLAIN_KINDS) if tile_counts[code])
    return lacks_one_tile(tiles._replace(number=number, kinds=present), ruleset)


def _lacks_one_of_sets(number: int, melds: tuple[Meld, ...], most_chows: int) -> bool:
    """Does one tile complete sets and a pair? All groups but one can be read already, and that one with the tile."""
    broken = [first for first in GROUPS if (tiles := group_of(number, first)) and not group_readings(tiles, first)]
    if len(broken) > 1:
        return False
    return any(
        reading.chows <= most_chows
        for code in _possible(number, melds, broken or list(GROUPS))
        for reading in encoded_readings(number + kind(code))
    )


def _possible(number: int, melds: tuple[Meld, ...], groups: list[int]) -> list[int]:
    """The kinds of these groups of which the hand does not have all tiles already."""
    owned = list(counts(number))
    for meld in melds:
        for tile in meld.tiles:
            owned[tile.code] += 1
    codes = [first // DIGIT + rank for first in groups for rank in range(RANKS)]
    return [code for code in codes if code < PLAIN_KINDS and owned[code] < COPIES]
