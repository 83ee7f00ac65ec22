"""Layouts: where the tiles of a board lie, their text both ways, and the eleven that come with the house.

A tile covers two by two half-tile units. Its place is (z, y, x): the layer from the table up, the row of its upper
edge counted down, the column of its left edge counted to the right. Slots are numbered in the order of (z, y, x).

In text a layer is a line, `z1 y2/4: 8-18,24; y6: 10`: rows that hold the same tiles are joined by `/`, a run `8-18`
means tiles at 8, 10, … 18. The address of a slot names its layer by a letter, its row and its number in the row,
each counted from 1: `a5.3` is the third tile of the fifth row on the table.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Final, NamedTuple, NewType

import msgspec

from teahouse.core.errors import InvalidOption, InvalidText, shown

LAYOUT_NAMES: Final = (
    "turtle",
    "causeway",
    "escalator",
    "five-spot",
    "hourglass",
    "junk",
    "moat",
    "nine-pillars",
    "target",
    "terrace",
    "twin-towers",
)
HOUSE_TILES: Final = 144
MOST_TILES: Final = 1000
MOST_LAYERS: Final = 26
MOST_UNITS: Final = 1000
LONGEST_TEXT: Final = 50_000
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

Slot = NewType("Slot", int)
Pair = tuple[Slot, Slot]


class Place(NamedTuple):
    """The place of a tile, in half-tile units: layer, upper edge, left edge."""

    z: int
    y: int
    x: int

    def overlaps(self, other: "Place") -> bool:
        """Does it overlap another place seen from above, on any layers?"""
        return abs(self.x - other.x) < 2 and abs(self.y - other.y) < 2


class Layout(msgspec.Struct, frozen=True):
    """A name and the places of all slots in their order. `make_layout` and `parse_layout` check what they make."""

    name: str
    places: tuple[Place, ...]

    @property
    def layers(self) -> int:
        """How many layers have tiles."""
        return len({place.z for place in self.places})

    @property
    def size(self) -> tuple[int, int]:
        """Width and height from the origin, in half-tile units."""
        return max(place.x for place in self.places) + 2, max(place.y for place in self.places) + 2


def make_layout(name: str, places: Iterable[Place]) -> Layout:
    """The layout of these places, or `InvalidText`: no overlap, nothing below zero, an even number of tiles."""
    ordered: list[Place] = []
    for place in places:
        if len(ordered) == MOST_TILES:
            raise InvalidText(f"expected a layout of at most {MOST_TILES} tiles, got more")
        ordered.append(_checked(place))
    ordered.sort()
    _check_overlap(ordered)
    if not ordered or len(ordered) % 2:
        raise InvalidText(f"expected an even number of tiles, at least two, got {len(ordered)}")
    return Layout(name, tuple(ordered))


def _checked(place: Place) -> Place:
    for axis, value, limit in (("z", place.z, MOST_LAYERS), ("y", place.y, MOST_UNITS), ("x", place.x, MOST_UNITS)):
        if not 0 <= value < limit:
            raise InvalidText(f"expected {axis} from 0 to {limit - 1}, got {value}")
    return place


def _check_overlap(ordered: list[Place]) -> None:
    occupied: dict[Place, Place] = {}
    for place in ordered:
        for unit in units(place):
            if unit in occupied:
                raise InvalidText(f"expected tiles that do not overlap, got {_said(occupied[unit])} and {_said(place)}")
            occupied[unit] = place


def units(place: Place) -> Iterator[Place]:
    """The four half-tile units that a tile covers: upper left, upper right, lower left, lower right."""
    z, y, x = place
    return (Place(z, row, column) for row in (y, y + 1) for column in (x, x + 1))


def _said(place: Place) -> str:
    return f"z{place.z} y{place.y} x{place.x}"


def layout_warnings(layout: Layout) -> tuple[str, ...]:
    """What is odd about a layout though it can be played: tiles that hang over nothing."""
    covered = {unit for place in layout.places for unit in units(place)}
    return tuple(
        f"the tile at {_said(place)} hangs: no tile lies under it"
        for place in layout.places
        if place.z and not any(unit._replace(z=unit.z - 1) in covered for unit in units(place))
    )


def parse_layout(text: str, name: str = "") -> Layout:
    """Read a layout in the house's notation.

    >>> parse_layout("z0 y0: 0-6; y2: 0,6").places[-1]
    Place(z=0, y=2, x=6)
    """
    lines = [(number, line.split("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    return make_layout(name, (place for number, line in lines if line for place in _parse_layer(number, line)))


def _parse_layer(number: int, line: str) -> Iterator[Place]:
    layer = re.fullmatch(r"z([0-9]{1,4})\s+(.+)", line)
    if layer is None:
        raise InvalidText(f"line {number}: expected a layer such as z0 y0/2: 0-6, got {shown(line)}")
    for part in layer[2].split(";"):
        rows = re.fullmatch(r"\s*y([0-9]{1,4}(?:/[0-9]{1,4})*)\s*:(.+)", part)
        if rows is None:
            raise InvalidText(f"line {number}: expected rows such as y0/2: 0-6, got {shown(part.strip())}")
        for run in rows[2].split(","):
            for x in _parse_run(number, run.strip()):
                yield from (Place(int(layer[1]), int(y), x) for y in rows[1].split("/"))


def _parse_run(number: int, text: str) -> range:
    run = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    if run is None:
        raise InvalidText(f"line {number}: expected a run such as 4 or 0-6, got {shown(text)}")
    first, last = int(run[1]), int(run[2] or run[1])
    if last < first or (last - first) % 2:
        raise InvalidText(f"line {number}: expected a run that grows by twos, got {shown(text)}")
    return range(first, last + 1, 2)


def layout_text(layout: Layout) -> str:
    """Write a layout, a line a layer.

    >>> layout_text(parse_layout("z0 y0: 0-6; y2: 0,2,4,6"))
    'z0 y0/2: 0-6'
    """
    return "\n".join(f"z{z} {_rows_text(list(places))}" for z, places in groupby(layout.places, key=lambda p: p.z))


def _rows_text(places: list[Place]) -> str:
    rows: dict[str, list[int]] = {}
    for y, row in groupby(places, key=lambda place: place.y):
        rows.setdefault(_runs_text([place.x for place in row]), []).append(y)
    return "; ".join(f"y{'/'.join(map(str, ys))}: {runs}" for runs, ys in rows.items())


def _runs_text(columns: list[int]) -> str:
    runs: list[list[int]] = []
    for x in columns:
        if runs and x == runs[-1][-1] + 2:
            runs[-1].append(x)
        else:
            runs.append([x])
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


@lru_cache(maxsize=64)
def find_layout(name: str) -> Layout:
    """The layout of that name, or the layout that a text in the house's notation describes.

    >>> len(find_layout("turtle").places), len(find_layout("z0 y0: 0-6").places)
    (144, 4)
    """
    if name in LAYOUT_NAMES:
        text = (files("teahouse.games.solitaire") / "layouts" / f"{name}.txt").read_text(encoding="utf-8")
        return parse_layout(text, name)
    if len(name) > LONGEST_TEXT:
        raise InvalidOption(f"expected the text of a layout in at most {LONGEST_TEXT} characters, got {shown(name)}")
    if ":" in name:
        return parse_layout(name, name)
    raise InvalidOption(f"expected a layout ({', '.join(LAYOUT_NAMES)}) or its text, got {shown(name)}")


def layout_key(layout: Layout) -> str:
    """What rules and deals call a layout: its name if it is one of the house's, otherwise its text.

    >>> layout_key(parse_layout("z0 y0: 0,2 # a remark", "mine"))
    'z0 y0: 0-2'
    """
    houses = LAYOUT_NAMES if len(layout.places) == HOUSE_TILES else ()
    named = (name for name in houses if find_layout(name).places == layout.places)
    return next(named, None) or layout_text(layout)


@lru_cache(maxsize=64)
def addresses(layout: Layout) -> tuple[str, ...]:
    """Every slot's address, in the order of slots.

    >>> addresses(parse_layout("z0 y0: 0-2; y3: 4-6"))
    ('a1.1', 'a1.2', 'a2.1', 'a2.2')
    """
    texts: list[str] = []
    for z, layer in groupby(layout.places, key=lambda place: place.z):
        for row, (_, places) in enumerate(groupby(layer, key=lambda place: place.y), 1):
            texts += (f"{LETTERS[z]}{row}.{number}" for number, _ in enumerate(places, 1))
    return tuple(texts)


@lru_cache(maxsize=64)
def _slots_by_address(layout: Layout) -> dict[str, Slot]:
    return {address: Slot(number) for number, address in enumerate(addresses(layout))}


def parse_slot(layout: Layout, text: str) -> Slot:
    """Read a slot's address."""
    slot = _slots_by_address(layout).get(text)
    if slot is None:
        last = addresses(layout)[-1]
        raise InvalidText(f"expected the address of a slot from a1.1 to {last}, got {shown(text)}")
    return slot


def slot_text(layout: Layout, slot: Slot) -> str:
    """Write a slot's address."""
    return addresses(layout)[slot]
