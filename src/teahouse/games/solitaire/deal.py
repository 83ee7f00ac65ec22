"""Dealing: how a layout is filled with tiles, at three levels.

A deal is named by its layout, its level, its seed and the version of the generator, and is the same for everyone who
names it. A `gentle` deal is built by taking free places away two by two until none is left and giving each two places
a matching pair: the order in which they went is a way to clear the board, and is kept as the deal's certificate.
"""

from itertools import groupby
from typing import Final, Literal

import msgspec

from teahouse.core.shuffle import Stream, shuffled
from teahouse.games.solitaire.clearing import clearing_order
from teahouse.games.solitaire.layout import LAYOUT_NAMES, Layout, Pair, addresses, find_layout, layout_key
from teahouse.games.solitaire.sets import GROUPS, faces_text, material
from teahouse.games.solitaire.shape import shape_of

GENERATOR: Final = 1

Level = Literal["gentle", "classic", "wild"]
Dealt = Literal["gentle", "wild", "given"]
LEVELS: Final[tuple[Level, ...]] = ("gentle", "classic", "wild")


class Deal(msgspec.Struct, frozen=True):
    """The tiles of a board in the order of slots, how they were asked for and how they were dealt.

    certificate: pairs of slots that clear the board in this order; None where nobody has shown that it can be cleared.
    """

    layout: str
    level: Level
    dealt: Dealt
    version: int
    tiles: str
    certificate: tuple[Pair, ...] | None


def deal_note(level: Level, dealt: Dealt) -> str:
    """A sentence for people when a deal is not what its level promises; otherwise empty.

    >>> deal_note("wild", "wild")
    ''
    """
    if level == "classic" and dealt == "gentle":
        return "level classic, dealt gentle: built so that it can be cleared"
    return ""


def deal_text(deal: Deal) -> str:
    """Write a deal: a line for its name, then the tiles row by row, each row after its address."""
    layout = find_layout(deal.layout)
    cells = zip(addresses(layout), deal.tiles.split(), strict=True)
    rows = groupby(cells, key=lambda cell: cell[0].partition(".")[0])
    lines = [f"{row}: {' '.join(tile for _, tile in tiles)}" for row, tiles in rows]
    name = deal.layout if deal.layout in LAYOUT_NAMES else "a layout of its own"
    return "\n".join([f"# {name}, level {deal.level}, dealt {deal.dealt}, version {deal.version}", *lines])


def deal_layout(layout: Layout, level: Level, seed: bytes) -> Deal:
    """Fill a layout. `classic` asks for a uniform deal proved to be clearable and is dealt `gentle`, which it says."""
    name = layout_key(layout)
    if level == "wild":
        faces = shuffled(material(len(layout.places)), seed, f"solitaire/{GENERATOR}/wild/")
        return Deal(name, level, "wild", GENERATOR, faces_text(faces), None)
    stream = Stream(seed, f"solitaire/{GENERATOR}/gentle/")
    order = clearing_order(shape_of(layout), stream)
    faces = [0] * len(layout.places)
    for (first, second), (face, other) in zip(order, _matching_pairs(len(faces), stream), strict=True):
        faces[first], faces[second] = face, other
    return Deal(name, level, "gentle", GENERATOR, faces_text(faces), order)


def _matching_pairs(count: int, stream: Stream) -> list[tuple[int, int]]:
    faces = sorted(stream.shuffled(material(count)), key=lambda face: GROUPS[face])
    return stream.shuffled(list(zip(faces[::2], faces[1::2], strict=True)))
