"""How far a hand of Classic mahjong is from Mahjong under a ruleset, and which tiles bring it nearer: one hand or many.

The distance is the number of tiles that must still come: 0 is Mahjong, 1 is a ready hand. Complete hands are those of
the ruleset: four sets and a pair with at most its number of chows, and the special hands that are played.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import COPIES, PLAIN_KINDS, TILES, Tile
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.kernels.arrays import Ints, Rows, dtype_of, new_record
from teahouse.kernels.classic import pattern_rows
from teahouse.kernels.classic.distance import batch, layout, patterns, row_sums
from teahouse.kernels.classic.distance.hand import DistanceWorkspace, HandDistance
from teahouse.kernels.classic.distance.lanes import Lanes
from teahouse.kernels.classic.distance.layout import HandTables
from teahouse.kernels.classic.distance.row_sums import RowSums, SumWorkspace
from teahouse.kernels.classic.pattern_rows import PatternRow, PatternWorkspace
from teahouse.players.classic.hand_tables import hand_tables
from teahouse.players.classic.patterns import form_worths, patterns_for, rows_of, sums_of
from teahouse.players.compiling import compiled

Counts = np.ndarray[Any, np.dtype[np.uint8]]

MOST_TILES: Final = 14


class Shapes(NamedTuple):
    """The hands that a ruleset calls complete: the most chows, and the special hands defined by tiles, as a mask.

    rows: special hands beyond those, as patterns. sums: the same rows as `RowSums`, if they fit. pong_factor: how many
    times a tile that makes a pair a pong counts among the live ones.
    """

    max_chows: int
    hands: int
    rows: Rows[PatternRow] | None = None
    sums: RowSums | None = None
    pong_factor: int = 1


class HandLook(NamedTuple):
    """A hand's distance to Mahjong and the kinds that lower it; of a ready hand these are its waits."""

    distance: int
    useful: tuple[Tile, ...]


class Hands(NamedTuple):
    """Many hands: a row of 34 counts each.

    counts: tiles in hand. melded: tiles in melds, a kong as four. melds: how many melds. chows: how many of them are
    chows. Without the last three, no hand has melds. melded_pongs, shown: the kinds of melded pongs and kongs as a
    mask, and what is melded in the terms of `pattern_rows`; without them, a hand with melds is no pattern.
    """

    counts: Counts
    melded: Counts | None = None
    melds: Ints | None = None
    chows: Ints | None = None
    melded_pongs: Ints | None = None
    shown: Ints | None = None


class Looks(NamedTuple):
    """What is found about many hands: distances, and masks of useful kinds (bit k is the kind of code k)."""

    distances: Ints
    useful: Ints


@lru_cache(maxsize=64)
def shapes_of(ruleset: Ruleset) -> Shapes:
    """The complete hands of a ruleset, as the kernels take them."""
    mask = sum(1 << form for form, worth in enumerate(form_worths(ruleset)) if worth)
    rows = rows_of(ruleset)
    return Shapes(ruleset.max_chows, mask, rows, sums_of(rows)) if len(rows) else Shapes(ruleset.max_chows, mask)


def pongs_reach(ruleset: Ruleset) -> bool:
    """Does a hand without chows have enough doublings for a win by that alone?"""
    return 0 < ruleset.least_doublings <= ruleset.doublings.no_chows


def look(tiles: Iterable[Tile], melds: Sequence[Meld], ruleset: Ruleset) -> HandLook:
    """Distance and useful kinds of one hand.

    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> hand = parse_hand("123m 456p 77s 23s [555p]")
    >>> look(hand.tiles, hand.melds, load_ruleset())
    HandLook(distance=1, useful=(<Tile.S1: '1s'>, <Tile.S4: '4s'>))
    """
    counts = np.array([counted(tiles)], np.uint8)
    melded = np.array([counted(tile for meld in melds for tile in meld.tiles)], np.uint8)
    each = [tuple(melds)]
    hands = Hands(counts, melded, np.array([len(melds)]), np.array([chows(melds)]), pongs_in(each), shown_in(each))
    found = look_at(hands, shapes_of(ruleset))
    return HandLook(int(found.distances[0]), kinds_in(int(found.useful[0])))


def pongs_in(melds: Iterable[Sequence[Meld]]) -> Ints:
    """The kinds of the pongs and kongs among each hand's melds, as masks."""
    return np.array([sum({1 << meld.tile.code for meld in each}) for each in melds], np.int64)


def shown_in(melds: Iterable[Sequence[Meld]]) -> Ints:
    """What each hand has melded, in the terms of `pattern_rows`."""
    return np.array([_shown(each) for each in melds], np.int64)


def _shown(melds: Sequence[Meld]) -> int:
    if any(meld.kind == "chow" for meld in melds):
        return pattern_rows.CHOWED
    if not melds:
        return pattern_rows.NO_MELDS
    return pattern_rows.HIDDEN if all(meld.concealed for meld in melds) else pattern_rows.SHOWN


def counted(tiles: Iterable[Tile]) -> list[int]:
    """How many tiles of each of the 34 kinds there are."""
    counts = [0] * PLAIN_KINDS
    for tile in tiles:
        counts[tile.code] += 1
    return counts


def kinds_in(mask: int) -> tuple[Tile, ...]:
    """The kinds of a mask."""
    return tuple(TILES[code] for code in range(PLAIN_KINDS) if mask >> code & 1)


def look_at(hands: Hands, shapes: Shapes) -> Looks:
    """Distances and useful kinds of many hands."""
    return _looked(hands, shapes, masks=True)


def distances(hands: Hands, shapes: Shapes) -> Ints:
    """Only the distances, which takes less time."""
    return _looked(hands, shapes, masks=hands.melded is not None).distances


def _looked(hands: Hands, shapes: Shapes, *, masks: bool) -> Looks:
    size = len(hands.counts)
    if hands.counts.shape != (size, PLAIN_KINDS):
        raise InvalidText(f"expected rows of {PLAIN_KINDS} counts, got {hands.counts.shape} (hands)")
    counts = np.ascontiguousarray(hands.counts, np.uint8)
    sets = np.full(size, layout.SETS) if hands.melds is None else layout.SETS - np.asarray(hands.melds, np.int64)
    left = np.full(size, shapes.max_chows)
    if hands.chows is not None:
        left = np.maximum(0, left - np.asarray(hands.chows, np.int64))
    tables, found = tables_for(left, sets), new_looks(size)
    groups = sets * (layout.SETS + 1) + np.minimum(left, sets)
    for group in np.flatnonzero(np.bincount(groups)).tolist():
        rows = np.flatnonzero(groups == group)
        alike = HandsInCommon(*divmod(group, layout.SETS + 1), shapes.hands, masks)
        if len(rows) == size:
            found = _looked_alike(counts, alike, tables)
        else:
            found[rows] = _looked_alike(counts[rows], alike, tables)
    if hands.melded is not None:
        melded = np.ascontiguousarray(hands.melded, np.uint8)
        each = batch.MeldedHands(counts, melded, sets, left)
        compiled(batch.analyse_melded)(each, shapes.hands, tables, new_record(DistanceWorkspace), found)
    if shapes.sums is not None and hands.melds is None and not masks:
        compiled(row_sums.lower_to_rows)(
            shapes.sums, counts, new_record(SumWorkspace), new_record(PatternWorkspace), found
        )
    elif shapes.rows is not None:
        _look_at_patterns(hands._replace(counts=counts), shapes.rows, masks, found)
    return Looks(found["distance"], found["useful"])


def _look_at_patterns(hands: Hands, rows: Rows[PatternRow], masks: bool, found: Any) -> None:
    """Add the special hands that are patterns, beyond those built into the kernels, one hand after another."""
    size = len(hands.counts)
    melded_pongs = np.zeros(size, np.int64) if hands.melded_pongs is None else hands.melded_pongs
    shown = hands.shown
    if shown is None:
        melds = np.zeros(size, np.int64) if hands.melds is None else hands.melds
        shown = np.where(melds > 0, pattern_rows.CHOWED, pattern_rows.NO_MELDS)
    compiled(patterns.look_at_patterns)(patterns_for(rows), hands.counts, melded_pongs, shown, masks, found)


class HandsInCommon(NamedTuple):
    """What a batch of hands shares: sets and chows still to make, special hands played, and whether to find kinds."""

    sets: int
    chows: int
    hands: int
    masks: bool


def _looked_alike(counts: Counts, alike: HandsInCommon, tables: HandTables) -> Any:
    """Distances of hands that need equally many sets; a limit of chows is divided among the suits in every way."""
    lanes, best, hands = new_record(Lanes), new_looks(0), alike.hands
    is_one = alike.chows == 1 < alike.sets and not alike.masks
    kernel = compiled(batch.distances_with_one_chow if is_one else batch.distances)
    for shares in shares_of(alike)[: 1 if is_one else None]:
        found, numbers = new_looks(len(counts)), np.array(shares, np.int64)
        asked = batch.Alike(alike.sets, numbers, hands, alike.masks)
        unknown = kernel(counts, asked, tables, lanes, found)
        if unknown >= 0:
            raise InvalidText(_impossible(counts[unknown]))
        best, hands = (_nearer(best, found) if len(best) else found), 0
    return best


def _impossible(counts: Counts) -> str:
    held = ", ".join(f"{int(count)} tiles {TILES[code]}" for code, count in enumerate(counts) if count > COPIES)
    if held:
        return f"expected at most {COPIES} of a kind, got {held} (hand)"
    return f"expected at most {MOST_TILES} tiles, got {int(counts.sum())} (hand)"


def new_looks(count: int) -> Any:
    """Empty rows for the distances of this many hands."""
    return np.zeros(count, dtype_of(HandDistance))


def _nearer(one: Any, two: Any) -> Any:
    """Combine two analyses of the same hands: the smaller distance, and the useful kinds of both if they are equal."""
    found = one.copy()
    distance = np.minimum(one["distance"], two["distance"])
    found["distance"] = distance
    found["useful"] = np.where(one["distance"] == distance, one["useful"], 0)
    found["useful"] |= np.where(two["distance"] == distance, two["useful"], 0)
    return found


def shares_of(alike: HandsInCommon) -> list[tuple[int, int, int]]:
    """The ways to divide the chows among the suits: one without a limit, otherwise every way that uses them all.

    >>> shares_of(HandsInCommon(sets=4, chows=1, hands=0, masks=True))
    [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
    """
    most, each = alike.chows, layout.ANY_CHOWS
    if most >= alike.sets:
        return [(each, each, each)]
    return [(one, two, most - one - two) for one in range(most + 1) for two in range(most + 1 - one)]


def tables_for(chows_left: Ints, sets: Ints) -> HandTables:
    """The tables that these hands need: without a limit of chows, and for the limits up to their highest."""
    limited = chows_left[chows_left < sets]
    tables = hand_tables(range(layout.ANY_CHOWS, layout.LIMITS))
    return hand_tables(range(int(limited.max()) + 1)) if limited.size else tables


def unseen(useful: Iterable[Tile], seen: Mapping[Tile, int]) -> dict[Tile, int]:
    """How many tiles of each useful kind have not been seen yet, given how many were."""
    return {tile: COPIES - seen.get(tile, 0) for tile in useful}
