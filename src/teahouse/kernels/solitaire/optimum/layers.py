"""All positions a pair further on, each once, without those that cannot lead to a better total than the best known.

Two lines that have removed the same tiles can go on in the same ways, so only the better one is kept.
"""

from typing import Final

from teahouse.kernels.arrays import Ints
from teahouse.kernels.kernel import kernel
from teahouse.kernels.lehmer import MODULUS, MULTIPLIER
from teahouse.kernels.solitaire.optimum.types import Expansion, ExpansionWorkspace, Field, Layer

WORD: Final = 60
"""Tiles in a word of a set."""
PART_BITS: Final = 16
"""Hopes are counted in so many binary places of a point."""
NOWHERE: Final = -1


@kernel
def expand(expansion: Expansion, size: int) -> None:
    """Take every free pair of the positions up to `size`, from the next one on, while the layer after it has room."""
    field, here, work = expansion.field, expansion.here, expansion.work
    tiles = len(field.groups)
    room = len(expansion.there.scores) - tiles * tiles // 2
    counters = work.counters
    while counters.next < size and counters.count < room:
        at = counters.next
        hope = hope_of(field, here, at, expansion.step + 1)
        free = find_free(field, here, at, work)
        for one in range(free):
            for two in range(one + 1, free):
                if field.groups[work.free[one]] == field.groups[work.free[two]]:
                    take(expansion, at, hope, one, two)
        counters.next += 1


@kernel
def hope_of(field: Field, layer: Layer, at: int, step: int) -> int:
    """What a position can still gain from a step on, in parts."""
    tiles = len(field.groups)
    words, changes = field.words, field.changes
    hope = int(field.full[step])
    for tile in range(tiles):
        word = at * words + tile // WORD
        bit = tile % WORD
        if layer.gone[word] >> bit & 1:
            hope += int(changes[(step * tiles + tile) * 2 + 1 - (layer.west[word] >> bit & 1)])
    return hope


@kernel
def find_free(field: Field, layer: Layer, at: int, work: ExpansionWorkspace) -> int:
    """Note the free tiles of a position and whether their west sides are open; how many there are."""
    words, gone = field.words, layer.gone
    count = 0
    for tile in range(len(field.groups)):
        if gone[at * words + tile // WORD] >> tile % WORD & 1:
            continue
        above = west = east = 0
        for word in range(words):
            left = ~gone[at * words + word]
            place = tile * words + word
            above |= field.above[place] & left
            west |= field.west[place] & left
            east |= field.east[place] & left
        if above == 0 and (west == 0 or east == 0):
            work.free[count] = tile
            work.sides[count] = 1 if west == 0 else 0
            count += 1
    return count


@kernel
def take(expansion: Expansion, at: int, hope: int, one: int, two: int) -> None:
    """Take a pair of free tiles; keep the position if it is of interest and new, or reached better than before."""
    field, here, there, work, step, goal = expansion
    first, second = work.free[one], work.free[two]
    tiles, words = len(field.groups), field.words
    changed = ((step + 1) * tiles + first) * 2 + 1 - work.sides[one]
    changed_too = ((step + 1) * tiles + second) * 2 + 1 - work.sides[two]
    score = here.scores[at] + max(field.values[first], field.values[second]) * (tiles // 2 - step)
    most = score + ((hope + field.changes[changed] + field.changes[changed_too]) >> PART_BITS)
    if most <= goal:
        return
    count = work.counters.count
    copy_set(words, here.gone, at, there.gone, count)
    add_tile(words, there.gone, count, first, 1)
    add_tile(words, there.gone, count, second, 1)
    place = find(there.gone, count, words, work.table)
    found = work.table[place]
    if found == NOWHERE:
        found = work.table[place] = count
        work.counters.count += 1
    elif there.scores[found] >= score:
        return
    copy_set(words, here.west, at, there.west, found)
    add_tile(words, there.west, found, first, work.sides[one])
    add_tile(words, there.west, found, second, work.sides[two])
    there.scores[found], there.most[found], there.parents[found] = score, most, at
    there.firsts[found], there.seconds[found] = first, second


@kernel
def copy_set(words: int, source: Ints, at: int, target: Ints, to: int) -> None:
    """Copy a set of tiles."""
    for word in range(words):
        target[to * words + word] = source[at * words + word]


@kernel
def add_tile(words: int, sets: Ints, at: int, tile: int, is_in: int) -> None:
    """Add a tile to a set if it belongs to it (1), or leave the set as it is (0)."""
    sets[at * words + tile // WORD] |= is_in << tile % WORD


@kernel
def find(sets: Ints, at: int, words: int, table: Ints) -> int:
    """Where a set stands in the table, or where it would."""
    key = 0
    for word in range(words):
        key = (key * MULTIPLIER + sets[at * words + word] % MODULUS) % MODULUS
    place = key % len(table)
    while table[place] != NOWHERE and not is_same(sets, at, table[place], words):
        place = (place + 1) % len(table)
    return place


@kernel
def is_same(sets: Ints, one: int, other: int, words: int) -> bool:
    """Are two sets equal?"""
    word = 0
    while word < words and sets[one * words + word] == sets[other * words + word]:
        word += 1
    return word == words


@kernel
def enter(sets: Ints, count: int, words: int, table: Ints) -> None:
    """Enter the first sets of a layer into an empty table."""
    for at in range(len(table)):
        table[at] = NOWHERE
    for at in range(count):
        table[find(sets, at, words, table)] = at
