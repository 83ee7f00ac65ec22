"""A ruleset's special hands as rows for the kernels; six hands that every kernel knows by heart are left out."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from teahouse.games.classic.patterns.language import COPIES, KINDS, Variant
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.tile_hands import PlayedHand, played_hands
from teahouse.kernels.arrays import Rows, new_rows
from teahouse.kernels.classic.distance.layout import RANKS
from teahouse.kernels.classic.distance.row_bounds import (
    MOST_PARTS,
    ROW_PARTS,
    BoundClass,
    BoundPart,
    BoundRow,
    Bounds,
)
from teahouse.kernels.classic.pattern_rows import PatternRow, PatternWork

KNOWN_BY_HEART: Final = frozenset(
    ("thirteen_wonders", "gates_of_heaven", "wriggling_snake", "knitting", "triple_knitting", "all_pair_honours")
)
"""The hands for which `kernels.classic.specials` has a shorter way; it finds what their rows would find."""
MOST_ROWS: Final = 1024
GROUPS: Final = range(0, KINDS, RANKS)
WHOLE_GROUP: Final = (1 << RANKS) - 1
ALL_COPIES: Final = (1 << COPIES + 1) - 1
"""A bit for each number of tiles of a kind, none to four."""


def further_hands(ruleset: Ruleset) -> tuple[PlayedHand, ...]:
    """The special hands of a ruleset that its rows describe."""
    return tuple(hand for hand in played_hands(ruleset) if hand.key not in KNOWN_BY_HEART)


@lru_cache(maxsize=64)
def rows_of(ruleset: Ruleset) -> Rows[PatternRow]:
    """The rows of a ruleset's further special hands, a variant each."""
    return rows_for(further_hands(ruleset))


def rows_for(hands: tuple[PlayedHand, ...]) -> Rows[PatternRow]:
    """The rows of these hands."""
    found = [(hand, each.variant) for hand in hands for each in hand.variants]
    rows = new_rows(PatternRow, len(found))
    for number, (hand, variant) in enumerate(found):
        _write(rows[number], hand, variant)
    return rows


@lru_cache(maxsize=64)
def row_keys(ruleset: Ruleset) -> tuple[str, ...]:
    """The key of the hand of each row."""
    return tuple(hand.key for hand in further_hands(ruleset) for _ in hand.variants)


def _write(row: PatternRow, hand: PlayedHand, variant: Variant) -> None:
    row.need[:] = variant.need
    step = 1
    for place, slot in enumerate(variant.slots):
        row.masks[place], row.sizes[place], row.many[place] = slot.mask, slot.size, slot.many
        row.repeats[place], row.steps[place] = slot.repeats, step
        step *= slot.many + 1
    row.slot_count, row.states, row.allowed = len(variant.slots), step, variant.allowed
    row.numbers = variant.numbers
    row.first, row.second = variant.suits if len(variant.suits) == 2 else (-1, -1)
    row.covered = hand.cover == "concealed"
    row.worth = hand.points
    row.shown_worth = hand.points // 2 if hand.cover == "half" else hand.points
    row.last, row.winds = variant.last, variant.winds
    row.beyond[:] = [beyond(variant, kind) for kind in range(KINDS)]


def beyond(variant: Variant, kind: int) -> int:
    """How many tiles of a kind, beyond the needed ones, the slots of a variant could use: a bit for each number."""
    if variant.numbers:
        return ALL_COPIES if variant.allowed >> kind & 1 else 1
    found = 1
    for slot in variant.slots:
        if slot.mask >> kind & 1:
            most = min(slot.many, COPIES // slot.size if slot.repeats else 1)
            found = sum_of(found, slot.size, most)
    return found & ALL_COPIES


def sum_of(numbers: int, size: int, most: int) -> int:
    """The numbers with nothing, or up to so many times a size, added to each of them.

    >>> bin(sum_of(0b1, 2, 2))
    '0b10101'
    """
    found = 0
    for times in range(most + 1):
        found |= numbers << times * size
    return found


class Part(NamedTuple):
    """A part of a row: tiles needed from a kind on, where `size` is 0, or a slot."""

    size: int
    first: int
    need: tuple[int, ...]
    mask: int = 0
    many: int = 0
    repeats: int = 0

    @property
    def kinds(self) -> int:
        """The kinds that it is about, as a mask."""
        return self.mask | sum(1 << self.first + rank for rank, need in enumerate(self.need) if need)

    def uses(self, kind: int) -> int:
        """How many tiles of a kind it can use."""
        if not self.kinds >> kind & 1:
            return 0
        if not self.size:
            return self.need[kind - self.first]
        return self.size * min(self.many, COPIES // self.size if self.repeats else 1)


def bounds_of(rows: Rows[PatternRow]) -> Bounds | None:
    """The rows as sums of parts, class by class; none where they have too many parts or count numbers."""
    found = [_parts(rows[place]) for place in range(len(rows))]
    counts_numbers = any(rows[place].numbers > 0 for place in range(len(rows)))
    order = sorted(range(len(found)), key=lambda place: (_groups(found[place]), not _is_exact(found[place])))
    classes = list(dict.fromkeys(_groups(found[place]) for place in order))
    known = [(groups, part) for groups in classes for part in _parts_of(groups, found)]
    if counts_numbers or len(known) > MOST_PARTS or max(map(len, found)) > ROW_PARTS:
        return None
    parts, sums = new_rows(BoundPart, len(known)), new_rows(BoundRow, len(found))
    for place, (_, part) in enumerate(known):
        _write_part(parts[place], part)
    for number, place in enumerate(order):
        _write_sum(sums[number], place, found[place], known)
    return Bounds(rows, parts, sums, _classes(classes, found, known))


def _parts_of(groups: int, found: list[list[Part]]) -> list[Part]:
    """The parts of the rows of a class, each once."""
    return list(dict.fromkeys(part for parts in found if _groups(parts) == groups for part in parts))


def _groups(parts: list[Part]) -> int:
    """The groups of kinds that a row uses, a bit each."""
    kinds = 0
    for part in parts:
        kinds |= part.kinds
    return sum(1 << place for place, first in enumerate(GROUPS) if kinds >> first & WHOLE_GROUP)


def _classes(groups: list[int], found: list[list[Part]], known: list[tuple[int, Part]]) -> Rows[BoundClass]:
    classes = new_rows(BoundClass, len(groups))
    row = part = 0
    for place, each in enumerate(groups):
        one = classes[place]
        one.groups, one.first_row, one.first_part = each, row, part
        row += sum(_groups(parts) == each for parts in found)
        part += sum(of == each for of, _ in known)
        one.end_row, one.end_part = row, part
    return classes


def _write_sum(row: BoundRow, place: int, parts: list[Part], known: list[tuple[int, Part]]) -> None:
    row.place, row.count, row.exact = place, len(parts), _is_exact(parts)
    row.most[:] = [min(COPIES, sum(part.uses(kind) for part in parts)) for kind in range(KINDS)]
    row.parts[: len(parts)] = [known.index((_groups(parts), part)) for part in parts]


def _parts(row: PatternRow) -> list[Part]:
    need = [int(count) for count in row.need]
    groups = [(first, tuple(need[first : first + RANKS])) for first in GROUPS]
    needed = [Part(0, first, counts) for first, counts in groups if any(counts)]
    slots: list[Part] = []
    for slot in range(row.slot_count):
        mask, many, repeats = int(row.masks[slot]), int(row.many[slot]), int(row.repeats[slot])
        slots.append(Part(int(row.sizes[slot]), 0, (), mask, many, repeats))
    return needed + slots


def _is_exact(parts: list[Part]) -> bool:
    """Does no kind belong to two parts?"""
    seen = 0
    for part in parts:
        if seen & part.kinds:
            return False
        seen |= part.kinds
    return True


def _write_part(row: Any, part: Part) -> None:
    kinds = [kind for kind in range(KINDS) if part.mask >> kind & 1]
    row.tiles, row.first, row.many, row.repeats = part.size, part.first, part.many, part.repeats
    row.need[: len(part.need)] = part.need
    row.count = len(kinds)
    row.kinds[: len(kinds)] = kinds


__all__ = [
    "KNOWN_BY_HEART",
    "PatternRow",
    "PatternWork",
    "bounds_of",
    "further_hands",
    "row_keys",
    "rows_for",
    "rows_of",
]
