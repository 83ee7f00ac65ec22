"""Which slots of a layout lie above, below and beside each other, as bit masks: slot s is the bit 1 << s."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from teahouse.games.solitaire.layout import Layout, Place, Slot, units


class Shape(msgspec.Struct, frozen=True):
    """A layout with its masks, one entry a slot.

    above: tiles on any higher layer that overlap it. west, east: tiles that touch its left, its right side. quarters:
    for each of its four units, the tiles on any higher layer that cover that unit. near: the slots that can
    become free when it is taken: those it lies on and those beside it. below: the slots it lies on, on any lower layer.
    full, free: all slots, and the free ones, while no tile is gone.
    """

    layout: Layout
    above: tuple[int, ...]
    west: tuple[int, ...]
    east: tuple[int, ...]
    quarters: tuple[tuple[int, int, int, int], ...]
    near: tuple[tuple[Slot, ...], ...]
    below: tuple[tuple[Slot, ...], ...]
    full: int
    free: int

    def is_free(self, slot: Slot, left: int) -> bool:
        """Is this slot free with these tiles left: nothing on it, and its left or right side open?"""
        return not self.above[slot] & left and not (self.west[slot] & left and self.east[slot] & left)

    def is_seen(self, slot: Slot, left: int) -> bool:
        """Is some part of this slot visible from above with these tiles left?"""
        if not self.above[slot] & left:
            return True
        return not all(quarter & left for quarter in self.quarters[slot])

    def freed(self, free: int, left: int, *gone: Slot) -> int:
        """The free tiles after these are taken; `left` is already without them, `free` is from before."""
        for slot in gone:
            free &= ~(1 << slot)
            for other in self.near[slot]:
                if left >> other & 1 and self.is_free(other, left):
                    free |= 1 << other
        return free

    def blocked(self, free: int, left: int, *back: Slot) -> int:
        """The free tiles after these free ones have come back; `left` already has them, `free` is from before."""
        for slot in back:
            free |= 1 << slot
            for other in self.near[slot]:
                if free >> other & 1 and not self.is_free(other, left):
                    free &= ~(1 << other)
        return free

    def uncovered(self, before: int, after: int, *gone: Slot) -> Iterator[Slot]:
        """The slots whose tile was wholly covered before these went, and no longer is."""
        touched = mask_of(*(other for slot in gone for other in self.below[slot])) & after
        return (slot for slot in bits(touched) if self.is_seen(slot, after) and not self.is_seen(slot, before))


def bits(mask: int) -> Iterator[Slot]:
    """The slots in a mask, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        lowest = mask & -mask
        yield Slot(lowest.bit_length() - 1)
        mask ^= lowest


def mask_of(*slots: Slot) -> int:
    """The mask of these slots.

    >>> bin(mask_of(Slot(1), Slot(3)))
    '0b1010'
    """
    mask = 0
    for slot in slots:
        mask |= 1 << slot
    return mask


@lru_cache(maxsize=64)
def shape_of(layout: Layout) -> Shape:
    """The masks of a layout."""
    at = {unit: Slot(slot) for slot, place in enumerate(layout.places) for unit in units(place)}
    top = layout.places[-1].z
    quarters = tuple(_quarters(place, at, top) for place in layout.places)
    above = tuple(a | b | c | d for a, b, c, d in quarters)
    west = tuple(_side(place, -1, at) for place in layout.places)
    east = tuple(_side(place, 2, at) for place in layout.places)
    below = tuple(tuple(bits(_below(place, at))) for place in layout.places)
    near = tuple((*below[slot], *bits(west[slot] | east[slot])) for slot in range(len(layout.places)))
    full = (1 << len(layout.places)) - 1
    shape = Shape(layout, above, west, east, quarters, near, below, full, 0)
    free = mask_of(*(Slot(slot) for slot in range(len(layout.places)) if shape.is_free(Slot(slot), full)))
    return msgspec.structs.replace(shape, free=free)


def _quarters(place: Place, at: dict[Place, Slot], top: int) -> tuple[int, int, int, int]:
    first, second, third, fourth = (
        mask_of(*(at[over] for z in range(place.z + 1, top + 1) if (over := unit._replace(z=z)) in at))
        for unit in units(place)
    )
    return first, second, third, fourth


def _side(place: Place, step: int, at: dict[Place, Slot]) -> int:
    beside = (Place(place.z, place.y + row, place.x + step) for row in (0, 1))
    return mask_of(*(at[unit] for unit in beside if unit in at))


def _below(place: Place, at: dict[Place, Slot]) -> int:
    under = (unit._replace(z=z) for z in range(place.z) for unit in units(place))
    return mask_of(*(at[unit] for unit in under if unit in at))
