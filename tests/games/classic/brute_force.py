"""The distance to Mahjong by brute force: every complete hand is listed and compared tile by tile."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, NamedTuple

import numpy as np

from teahouse.core.tiles import TILES, Tile
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.score import is_tiles_hand
from teahouse.games.classic.scoring.shapes import hand_numbers

KINDS = 34
SUIT = 9
IMPOSSIBLE = 99
Counts = tuple[int, ...]
Costs = dict[tuple[int, int, int], int]
"""Missing tiles by numbers of sets, pairs and chows."""


class Question(NamedTuple):
    """Tiles in hand, tiles in melds, sets still to make, chows that may be among them."""

    counts: Counts
    melded: Counts
    sets: int
    chows: int


class Answer(NamedTuple):
    """The distance, and the kinds of which one more tile lowers it."""

    distance: int
    useful: list[int]


def answer(question: Question, ruleset: Ruleset) -> Answer:
    """The fewest tiles that lead to any complete hand, no kind having more than four tiles."""
    found = standard(question)
    if question.sets < 4:
        return found
    missing = np.maximum(special_hands(ruleset) - np.array(question.counts, np.int8), 0)
    totals = missing.sum(axis=1)
    nearest = min([found.distance, *totals.tolist()])
    useful = set(found.useful if found.distance == nearest else [])
    useful |= set(np.flatnonzero(missing[totals == nearest].any(axis=0)).tolist())
    return Answer(nearest, sorted(useful))


def standard(question: Question) -> Answer:
    """The distance to sets and a pair; every kind is tried as one more tile."""
    counts, melded = question.counts, question.melded
    starts = range(0, KINDS, SUIT)
    costs = [group_costs(counts[start : start + SUIT], melded[start : start + SUIT]) for start in starts]
    far = completed(joined(costs[:3], question), costs[3], question)
    useful: list[int] = []
    for group, start in enumerate(starts):
        others = joined(costs[:group] + costs[group + 1 :], question)
        for kind in range(start, min(start + SUIT, KINDS)):
            if counts[kind] + melded[kind] < 4:
                more = plus(counts, kind)
                here = group_costs(more[start : start + SUIT], melded[start : start + SUIT])
                if completed(others, here, question) < far:
                    useful.append(kind)
    return Answer(far, useful)


def plus(counts: Counts, kind: int) -> Counts:
    """The counts with one tile more."""
    return (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])


def joined(groups: Sequence[Costs], question: Question) -> Costs:
    """The number of tiles that several groups lack together, for each allowed number of sets, pairs and chows."""
    whole: Costs = {(0, 0, 0): 0}
    for here in groups:
        sums: Costs = {}
        for (first, one), (second, two) in product(whole.items(), here.items()):
            part = (first[0] + second[0], first[1] + second[1], first[2] + second[2])
            if part[0] <= question.sets and part[1] <= 1 and part[2] <= question.chows:
                sums[part] = min(sums.get(part, IMPOSSIBLE), one + two)
        whole = sums
    return whole


def completed(others: Costs, here: Costs, question: Question) -> int:
    """The number of tiles that the whole hand lacks, from the last group and the others."""
    return min(
        (
            one + two
            for (first, one), (second, two) in product(others.items(), here.items())
            if first[0] + second[0] == question.sets
            and first[1] + second[1] == 1
            and first[2] + second[2] <= question.chows
        ),
        default=IMPOSSIBLE,
    )


@lru_cache(maxsize=1 << 16)
def group_costs(tiles: Counts, used: Counts) -> Costs:
    """The fewest tiles that one group lacks, by numbers of sets, pairs and chows."""
    found: Costs = {}
    for part, targets in group_targets(len(tiles)).items():
        possible = targets[(targets + np.array(used, np.int8) <= 4).all(axis=1)]
        if len(possible):
            found[part] = int(np.maximum(possible - np.array(tiles, np.int8), 0).sum(axis=1).min())
    return found


@lru_cache(maxsize=2)
def group_targets(kinds: int) -> dict[tuple[int, int, int], Any]:
    """Every combination of a group's tiles, by numbers of sets, pairs and chows."""
    pongs = [tuple(3 * (kind == other) for other in range(kinds)) for kind in range(kinds)]
    runs = [tuple(int(kind <= other < kind + 3) for other in range(kinds)) for kind in range(kinds - 2)]
    runs = runs if kinds == SUIT else []
    pairs = [tuple(2 * (kind == other) for other in range(kinds)) for kind in range(kinds)]
    found: dict[tuple[int, int, int], set[Counts]] = {}
    for made in range(5):
        for chosen in combinations_with_replacement(range(len(pongs) + len(runs)), made):
            blocks = [(pongs + runs)[number] for number in chosen]
            chows = sum(number >= len(pongs) for number in chosen)
            for pair in [(), *pairs]:
                total = tuple(map(sum, zip(*blocks, pair or (0,) * kinds, strict=True)))
                if max(total) <= 4:
                    found.setdefault((made, bool(pair), chows), set()).add(total)
    return {part: np.array(sorted(totals), np.int8) for part, totals in found.items()}


def special_hands(ruleset: Ruleset) -> Any:
    """Every candidate of fourteen tiles that the rules accept as a special hand."""
    played = ruleset.special_hands, ruleset.gates_of_heaven_extra, ruleset.all_pair_honours_all_different
    if played not in LISTED:
        listed = {
            counts for counts in special_candidates() if is_tiles_hand(hand_numbers(tiles_of(counts), ()), ruleset)
        }
        LISTED[played] = np.array(sorted(listed), np.int8).reshape(-1, KINDS)
    return LISTED[played]


LISTED: dict[Any, Any] = {}


@lru_cache(maxsize=1)
def special_candidates() -> tuple[Counts, ...]:
    """All combinations that may be a special hand, and some more."""
    return tuple(_special_candidates())


def _special_candidates() -> Iterator[Counts]:
    majors = [kind for kind in range(KINDS) if kind >= 27 or kind % SUIT in (0, 8)]
    for extra in majors:
        yield filled([*majors, extra])
    for pairs in combinations_with_replacement(majors, 7):
        if max(map(pairs.count, pairs)) <= 2:
            yield filled([*pairs, *pairs])
    for first in (0, 9, 18):
        suit = range(first, first + SUIT)
        for extra in suit:
            yield filled([first, first, *suit, first + 8, first + 8, extra])
            yield filled([*suit, extra, *range(27, 31)])
    for ranks in combinations_with_replacement(range(SUIT), 7):
        if max(map(ranks.count, ranks)) <= 4:
            for one, two in ((0, 9), (0, 18), (9, 18)):
                yield filled([first + rank for first in (one, two) for rank in ranks])
    for ranks in combinations_with_replacement(range(SUIT), 5):
        if max(map(ranks.count, ranks)) <= 4:
            whole = [first + rank for first in (0, 9, 18) for rank in ranks]
            for lacking in sorted(set(whole)):
                yield filled(without(whole, lacking))


def without(tiles: list[int], kind: int) -> list[int]:
    """The counts with one tile less."""
    place = tiles.index(kind)
    return tiles[:place] + tiles[place + 1 :]


def filled(tiles: Iterable[int]) -> Counts:
    """Tiles as 34 counts."""
    counts = [0] * KINDS
    for kind in tiles:
        counts[kind] += 1
    return tuple(counts)


def tiles_of(counts: Counts) -> tuple[Tile, ...]:
    """Counts as tiles."""
    return tuple(tile for tile, count in zip(TILES[:KINDS], counts, strict=True) for _ in range(count))


def random_hand(chance: Random, ruleset: Ruleset, *, pure: bool, size: int) -> Question:
    """Random tiles with some melds; `pure`: nearly all tiles are of one suit."""
    wall = [kind for kind in range(KINDS) for _ in range(4)]
    chance.shuffle(wall)
    melded, melds, chows = [0] * KINDS, chance.choice((0, 0, 1, 2, 3, 4)), 0
    for _ in range(melds):
        kind = chance.randrange(KINDS)
        is_chow = kind < 27 and kind % SUIT < 7 and chance.random() < 0.5
        tiles = [kind, kind + 1, kind + 2] if is_chow else [kind] * chance.choice((3, 4))
        if any(wall.count(tile) < tiles.count(tile) for tile in tiles):
            return random_hand(chance, ruleset, pure=pure, size=size)
        for tile in tiles:
            wall.remove(tile)
            melded[tile] += 1
        chows += is_chow
    if pure:
        suit = chance.randrange(3)
        wall.sort(key=lambda kind: (kind // SUIT != suit) + chance.random())
    hand = filled(wall[: size - 3 * melds])
    return Question(hand, tuple(melded), 4 - melds, max(0, ruleset.max_chows - chows))
