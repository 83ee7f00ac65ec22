"""Deals: fill a layout with tiles, at three levels.

A deal is named by its layout, its level, its seed and the version of the generator, and is the same for everyone who
names it. A `gentle` deal is built by taking free places away two by two until none is left and giving each two places
a matching pair: the order in which they went is a way to clear the board, and is kept as the deal's certificate.

A `classic` deal is the first of several uniform ones that the prover shows to be clearable, with its proof as the
certificate. The prover's limit counts steps, so that everybody finds the same deal. If none is found, as on layouts
that uniform deals hardly ever clear, the deal is `gentle`, and says so.
"""

from itertools import groupby
from typing import Final, Literal

import msgspec

from teahouse.core.shuffle import Stream, shuffled
from teahouse.games.solitaire.deals.clearing import clearing_order
from teahouse.games.solitaire.deals.proof import prove
from teahouse.games.solitaire.layout import LAYOUT_NAMES, Layout, Pair, addresses, find_layout, layout_key
from teahouse.games.solitaire.sets import GROUPS, faces_text, material
from teahouse.games.solitaire.shape import shape_of

GENERATOR: Final = 2
ATTEMPT_NODES: Final = 3000
DEAL_NODES: Final = 6000
"""How many steps the prover may spend on one uniform deal, and on all of them before the deal is a gentle one."""
LEAST_NODES: Final = 50
"""The least that an attempt counts, because a deal that is dead at first sight costs time too."""

DealLevel = Literal["gentle", "classic", "wild"]
DealtLevel = Literal["gentle", "classic", "wild", "given"]
LEVELS: Final[tuple[DealLevel, ...]] = ("gentle", "classic", "wild")
SELDOM_CLASSIC: Final = ("causeway", "escalator", "terrace")
"""Layouts on which at most one uniform deal in ten can be cleared, by `docs/solitaire-solved.md`."""


class Deal(msgspec.Struct, frozen=True):
    """The tiles of a board in the order of slots, how they were asked for and how they were dealt.

    certificate: pairs of slots that clear the board in this order; None if no such order is known.
    """

    layout: str
    level: DealLevel
    dealt: DealtLevel
    version: int
    tiles: str
    certificate: tuple[Pair, ...] | None


def usual_level(layout: str) -> DealLevel:
    """The level to offer first for a layout: one that it is dealt at.

    >>> usual_level("turtle"), usual_level("terrace")
    ('classic', 'gentle')
    """
    return "gentle" if layout in SELDOM_CLASSIC else "classic"


def deal_note(level: DealLevel, dealt: DealtLevel) -> str:
    """A sentence for people when a deal is not what its level promises; otherwise empty.

    >>> deal_note("wild", "wild")
    ''
    """
    if level == "classic" and dealt == "gentle":
        return "level classic, dealt gentle: built to be cleared, for no uniform deal was proved to be clearable"
    return ""


def deal_text(deal: Deal) -> str:
    """Write a deal: a line for its name, then the tiles row by row, each row after its address."""
    layout = find_layout(deal.layout)
    cells = zip(addresses(layout), deal.tiles.split(), strict=True)
    rows = groupby(cells, key=lambda cell: cell[0].partition(".")[0])
    lines = [f"{row}: {' '.join(tile for _, tile in tiles)}" for row, tiles in rows]
    name = deal.layout if deal.layout in LAYOUT_NAMES else "a layout of its own"
    return "\n".join([f"# {name}, level {deal.level}, dealt {deal.dealt}, version {deal.version}", *lines])


def deal_layout(layout: Layout, level: DealLevel, seed: bytes) -> Deal:
    """Fill a layout. `classic` falls back to `gentle` if no uniform deal is proved clearable, and says so."""
    if level == "wild":
        return Deal(layout_key(layout), level, "wild", GENERATOR, faces_text(_uniform(layout, seed, "wild")), None)
    return (level == "classic" and _classic(layout, seed)) or _gentle(layout, level, seed)


def _uniform(layout: Layout, seed: bytes, label: str) -> list[int]:
    return shuffled(material(len(layout.places)), seed, f"solitaire/{GENERATOR}/{label}/")


def _classic(layout: Layout, seed: bytes) -> Deal | None:
    """The first uniform deal that is proved to be clearable; None when the steps for it are spent."""
    shape, nodes, number = shape_of(layout), DEAL_NODES, 0
    while nodes > 0:
        faces = _uniform(layout, seed, f"classic/{number}")
        proof = prove(shape, faces, budget=min(nodes, ATTEMPT_NODES))
        if proof.certificate is not None:
            return Deal(layout_key(layout), "classic", "classic", GENERATOR, faces_text(faces), proof.certificate)
        nodes -= max(proof.nodes, LEAST_NODES)
        number += 1
    return None


def _gentle(layout: Layout, level: DealLevel, seed: bytes) -> Deal:
    stream = Stream(seed, f"solitaire/{GENERATOR}/gentle/")
    order = clearing_order(shape_of(layout), stream)
    faces = [0] * len(layout.places)
    for (first, second), (face, other) in zip(order, _matching_pairs(len(faces), stream), strict=True):
        faces[first], faces[second] = face, other
    return Deal(layout_key(layout), level, "gentle", GENERATOR, faces_text(faces), order)


def _matching_pairs(count: int, stream: Stream) -> list[tuple[int, int]]:
    faces = sorted(stream.shuffled(material(count)), key=lambda face: GROUPS[face])
    return stream.shuffled(list(zip(faces[::2], faces[1::2], strict=True)))
