"""Checks whether a hand is a pattern: all of its tiles, with melded pongs and kongs, must belong to the pattern."""

from collections.abc import Sequence
from typing import Final

from teahouse.core.tiles import PLAIN_KINDS
from teahouse.games.classic.patterns.language import RANKS, PatternSlot, Variant

PONG: Final = 3


def fits(variant: Variant, counts: Sequence[int], melded: Sequence[int] = (), last: int | None = None) -> bool:
    """Do these tiles, counted by kind, with melded pongs or kongs of these kinds, make the pattern?

    last: the winning tile, if it is known.
    """
    if variant.numbers:
        return not melded and _has_numbers(variant, counts)
    left = [count - need for count, need in zip(counts, variant.need, strict=True)]
    if min(left) < 0 or (variant.last and last is not None and not left[last]):
        return False
    for kind in melded:
        left[kind] += PONG
    kinds = [(kind, count) for kind, count in enumerate(left) if count]
    return _filled(variant.slots, kinds, [slot.many for slot in variant.slots], frozenset(melded))


def _filled(
    slots: Sequence[PatternSlot], kinds: list[tuple[int, int]], needed: list[int], melded: frozenset[int]
) -> bool:
    """Can these tiles, counted by kind, fill the slots with the needed number of groups each?"""
    if not kinds:
        return not any(needed)
    (kind, count), rest = kinds[0], kinds[1:]
    ways = _ways(slots, kind, count, 0, is_melded=kind in melded)
    return any(
        _filled(slots, rest, [many - used for many, used in zip(needed, way, strict=True)], melded)
        for way in ways
        if all(used <= many for many, used in zip(needed, way, strict=True))
    )


def _ways(slots: Sequence[PatternSlot], kind: int, count: int, place: int, *, is_melded: bool) -> list[tuple[int, ...]]:
    """Every way to use up `count` tiles of a kind: how many groups of each slot, from this one on."""
    if place == len(slots):
        return [] if count else [()]
    slot = slots[place]
    serves = slot.mask >> kind & 1 and (slot.size == PONG or not is_melded)
    most = (count // slot.size if slot.repeats else min(1, count // slot.size)) if serves else 0
    return [
        (used, *way)
        for used in range(most + 1)
        for way in _ways(slots, kind, count - used * slot.size, place + 1, is_melded=is_melded)
    ]


def _has_numbers(variant: Variant, counts: Sequence[int]) -> bool:
    """Are there the same numbers in every suit? If one number is in two suits only, one suit lacks it once."""
    suit_counts = [tuple(counts[RANKS * suit : RANKS * (suit + 1)]) for suit in variant.suits]
    if sum(map(sum, suit_counts)) != sum(counts[:PLAIN_KINDS]):
        return False
    if not variant.two_suits:
        return len(set(suit_counts)) == 1
    return any(
        suit_counts[(short + 1) % 3] == suit_counts[(short + 2) % 3]
        and sorted(most - less for most, less in zip(suit_counts[(short + 1) % 3], suit_counts[short], strict=True))
        == [0] * (RANKS - 1) + [1]
        for short in range(3)
    )
