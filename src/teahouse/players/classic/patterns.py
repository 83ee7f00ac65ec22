"""A ruleset's special hands as rows for the kernels; six hands that every kernel knows by heart are left out."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from teahouse.games.classic.patterns.language import COPIES, KINDS, Variant
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.tile_hands import PlayedHand, played_hands
from teahouse.kernels.arrays import Rows, new_record, new_rows
from teahouse.kernels.classic.distance.layout import RANKS
from teahouse.kernels.classic.distance.row_bounds import (
    MOST_PARTS,
    PAIR,
    ROW_PARTS,
    BoundPart,
    BoundRow,
    Bounds,
    BoundWork,
)
from teahouse.kernels.classic.pattern_rows import PONG, PatternRow, PatternWork

KNOWN_BY_HEART: Final = frozenset(
    ("thirteen_wonders", "gates_of_heaven", "wriggling_snake", "knitting", "triple_knitting", "all_pair_honours")
)
"""The hands for which `kernels.classic.specials` has a shorter way; it finds what their rows would find."""
MOST_ROWS: Final = 1024
GROUPS: Final = range(0, KINDS, RANKS)
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
    """A part of a row: tiles needed from a kind on, where `size` is 0, or a slot.

    before: of every kind of a slot, how many tiles are needed first. paired: 1 for pongs and one pair of their kinds.
    """

    size: int
    first: int
    need: tuple[int, ...]
    mask: int = 0
    many: int = 0
    repeats: int = 0
    paired: int = 0
    before: tuple[int, ...] = ()

    @property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of a slot."""
        return tuple(kind for kind in range(KINDS) if self.mask >> kind & 1)

    def beside(self, need: list[int]) -> "Part":
        """The slot beside needed tiles; kinds that have no room for it beside them are left out."""
        kinds = [kind for kind in self.kinds if COPIES - need[kind] >= self.size]
        return self._replace(mask=sum(1 << kind for kind in kinds), before=tuple(need[kind] for kind in kinds))


class Sum(NamedTuple):
    """A row, or one way to read it, as a sum of parts."""

    place: int
    parts: tuple[Part, ...]

    @property
    def is_exact(self) -> bool:
        """Does no kind belong to two slots?"""
        seen = 0
        for part in self.parts:
            if seen & part.mask:
                return False
            seen |= part.mask
        return True


def bounds_of(rows: Rows[PatternRow]) -> Bounds | None:
    """The rows as sums of parts; none where they have too many parts or count numbers."""
    if any(rows[place].numbers > 0 for place in range(len(rows))):
        return None
    found = sorted(
        (Sum(place, parts) for place in range(len(rows)) for parts in _readings(rows[place])),
        key=lambda each: not each.is_exact,
    )
    known = list(dict.fromkeys(part for each in found for part in each.parts))
    if len(known) > MOST_PARTS or any(len(each.parts) > ROW_PARTS for each in found):
        return None
    parts, sums = new_rows(BoundPart, len(known)), new_rows(BoundRow, len(found))
    for place, part in enumerate(known):
        _write_part(parts[place], part)
    for number, each in enumerate(found):
        _write_sum(sums[number], each, known)
    return Bounds(rows, parts, sums, new_record(BoundWork), new_record(PatternWork))


@lru_cache(maxsize=1)
def no_bounds() -> Bounds:
    """The bounds of no rows."""
    work = new_record(BoundWork), new_record(PatternWork)
    return Bounds(new_rows(PatternRow, 0), new_rows(BoundPart, 0), new_rows(BoundRow, 0), *work)


def _readings(row: PatternRow) -> Iterator[tuple[Part, ...]]:
    """The parts of a row; several times where its pair may be of the kinds of several pongs."""
    need, slots = _taken(row)
    groups = [(first, tuple(need[first : first + RANKS])) for first in GROUPS]
    needed = [Part(0, first, counts) for first, counts in groups if any(counts)]
    for each in _with_pairs(slots, need):
        yield (*needed, *(slot.beside(need) for slot in each))


def _taken(row: PatternRow) -> tuple[list[int], list[Part]]:
    """The needed tiles, with those of slots that have one kind only; and the other slots."""
    need, slots = [int(count) for count in row.need], list[Part]()
    for slot in range(row.slot_count):
        size, mask, many = int(row.sizes[slot]), int(row.masks[slot]), int(row.many[slot])
        kind = mask.bit_length() - 1
        if mask == 1 << kind and need[kind] + size * many <= COPIES:
            need[kind] += size * many
        else:
            slots.append(Part(size, 0, (), mask, many, int(row.repeats[slot])))
    return need, slots


def _with_pairs(slots: list[Part], need: list[int]) -> list[list[Part]]:
    """The slots with one pair put to the pongs whose kinds it may have, one after another, or to none of them."""
    pairs = [slot for slot in slots if slot.size == PAIR and slot.many == 1]
    pongs = [slot for slot in slots if slot.size == PONG and pairs and slot.mask & pairs[0].mask]
    if len(pairs) != 1 or not pongs or not all(_may_join(pairs[0], pong, need) for pong in pongs):
        return [slots]
    pair, left, found = pairs[0], pairs[0].mask, list[list[Part]]()
    for pong in pongs:
        left &= ~pong.mask
        joined = pong._replace(paired=1)
        found.append([joined if slot == pong else slot for slot in slots if slot != pair])
    return [*found, [pair._replace(mask=left) if slot == pair else slot for slot in slots]] if left else found


def _may_join(pair: Part, pong: Part, need: list[int]) -> bool:
    """Are pongs and a pair of the same kinds, each of which has room for a pong?"""
    has_room = all(COPIES - need[kind] >= PONG for kind in pong.kinds)
    return pong.mask & ~pair.mask == 0 and has_room


def _write_sum(row: BoundRow, each: Sum, known: list[Part]) -> None:
    row.place, row.count, row.exact = each.place, len(each.parts), each.is_exact
    row.parts[: len(each.parts)] = [known.index(part) for part in each.parts]


def _write_part(row: Any, part: Part) -> None:
    kinds, size = part.kinds, part.size
    row.tiles, row.first, row.many, row.paired = size, part.first, part.many, part.paired
    row.need[: len(part.need)] = part.need
    row.count = len(kinds)
    row.kinds[: len(kinds)] = kinds
    row.before[: len(kinds)] = part.before
    row.most[: len(kinds)] = [(COPIES - held) // size * size if part.repeats else size for held in part.before]


__all__ = [
    "KNOWN_BY_HEART",
    "PatternRow",
    "PatternWork",
    "bounds_of",
    "further_hands",
    "no_bounds",
    "row_keys",
    "rows_for",
    "rows_of",
]
