"""A ruleset's special hands as rows for the kernels; six hands that every kernel knows by heart are left out."""

from functools import lru_cache
from typing import Final

from teahouse.games.classic.patterns.language import COPIES, KINDS, Variant
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.tile_hands import PlayedHand, played_hands
from teahouse.kernels.arrays import Rows, new_rows
from teahouse.kernels.classic.pattern_rows import PatternRow, PatternWork

KNOWN_BY_HEART: Final = frozenset(
    ("thirteen_wonders", "gates_of_heaven", "wriggling_snake", "knitting", "triple_knitting", "all_pair_honours")
)
"""The hands for which `kernels.classic.specials` has a shorter way; it finds what their rows would find."""
MOST_ROWS: Final = 1024
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


__all__ = ["KNOWN_BY_HEART", "PatternRow", "PatternWork", "further_hands", "row_keys", "rows_for", "rows_of"]
