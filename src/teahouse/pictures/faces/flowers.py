"""The four Flowers, each a small picture with a red number in the upper left corner."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from teahouse.core.tiles import Tile
from teahouse.pictures.faces.marks import sign
from teahouse.pictures.faces.shapes import around, disc, group, line, moved, number, path
from teahouse.pictures.palette import BARK, BLOSSOM, GOLD, GREEN, IVORY_LIGHT, LEAF, LILAC, ORANGE, PURPLE, RED, STRAW


def flower_face(tile: Tile) -> str:
    """Draw a Flower and its number."""
    return _PICTURES[tile]() + sign(str(tile.rank), 6, 6.5, 12, RED)


def _plum() -> str:
    """A gnarled branch with open blossoms and buds."""
    branch = "M12 75C14 66 22 62 24 54C26 46 34 44 38 36C41 29 47 27 48 16"
    twigs = "M24 54C18 50 16 46 15 40M38 36C34 30 33 26 34 20M33 45C40 48 44 48 50 46M20 61C28 58 34 64 41 60"
    buds = disc(15, 39, 2.8) + disc(49, 14, 2.8) + disc(51, 45, 2.6)
    return (
        line(branch, BARK, 3.6)
        + line(twigs, BARK, 2)
        + group(buds, fill=RED)
        + _blossom(33, 21, 1)
        + _blossom(22, 51, 1.15)
        + _blossom(43, 36, 0.9)
        + _blossom(42, 61, 0.95)
    )


def _blossom(x: float, y: float, scale: float) -> str:
    petal = "M0-1C-5-3-5-9.5 0-9.5S5-3 0-1z"
    return group(
        around(petal, 5, fill=BLOSSOM, stroke=RED, stroke_width=0.9),
        around("M0 0V-4.5", 5, first=36, stroke=RED, stroke_width=0.7),
        disc(0, 0, 1.9, fill=STRAW, stroke=GOLD, stroke_width=0.6),
        transform=moved(x, y, scale=scale),
    )


def _orchid() -> str:
    """Long arching leaves about two slender blossoms."""
    leaves = (
        ("M27 75C22 58 14 44 5 43C16 39 27 54 31 75z", GREEN),
        ("M29 75C30 54 40 40 55 41C44 45 36 58 34 75z", GREEN),
        ("M31 75C26 52 18 32 20 26C24 36 33 54 34 75z", LEAF),
        ("M32 75C38 64 47 58 56 61C47 63 40 69 37 75z", LEAF),
    )
    return (
        "".join(path(d, fill=fill) for d, fill in leaves)
        + line("M32 72C34 56 36 44 36 30M33 60C28 54 22 54 18 58", LEAF, 1.4)
        + _orchid_bloom(37, 24, 1, 0)
        + _orchid_bloom(16, 60, 0.62, -30)
    )


def _orchid_bloom(x: float, y: float, scale: float, turn: float) -> str:
    petal = "M0 1C-4.5-4-3.5-11 0-15C3.5-11 4.5-4 0 1z"
    lip = "M0-1C-5 0-5 7 0 9C5 7 5 0 0-1z"
    return group(
        around(petal, 5, fill=LILAC, stroke=PURPLE, stroke_width=0.9),
        around("M0-2V-10", 5, stroke=PURPLE, stroke_width=0.6),
        path(lip, fill=PURPLE),
        disc(0, 2.6, 1.6, fill=STRAW),
        transform=moved(x, y, scale=scale, turn=turn),
    )


def _chrysanthemum() -> str:
    """A full head of petals in three rings, on a leafy stem."""
    leaf = "M0 0C4-6 8-4 9-8C12-5 16-7 18-5C15-2 18 1 15 3C10 5 4 4 0 0z"
    head = group(
        around(_ray(20, 2.9), 18, fill=ORANGE),
        around(_ray(17, 2.9), 16, first=10, fill=GOLD, stroke=ORANGE, stroke_width=0.4),
        around(_ray(12.5, 2.6), 12, fill=STRAW, stroke=ORANGE, stroke_width=0.4),
        around(_ray(7, 2.2), 8, first=20, fill=GOLD, stroke=ORANGE, stroke_width=0.5),
        disc(0, 0, 1.8, fill=RED),
        transform="translate(32 33)",
    )
    return (
        line("M32 40C33 54 31 64 28 75", GREEN, 2.4)
        + path(leaf, fill=GREEN, transform=moved(31, 66))
        + path(leaf, fill=LEAF, transform="translate(30 70)scale(-1 1)")
        + head
    )


def _ray(length: float, width: float) -> str:
    """A long petal, rounded at its tip."""
    return f"M0 0C-{width}-{length * 0.5:g}-{width}-{length}-0-{length}S{width}-{length * 0.5:g} 0 0z"


def _bamboo() -> str:
    """Two living stalks with leaves."""
    leaf = "M0 0C4-3.5 12-4 19 0C12 2.5 5 3 0 0z"
    dark = ((37, 20, 48), (37, 47, 15), (23, 44, 128), (23, 62, 122))
    light = ((37, 20, -22), (37, 20, 12), (37, 47, 55), (23, 44, 168), (23, 62, 160))
    return (
        _stalk(36.5, (7, 20, 47, 75), 3.2, LEAF)
        + _stalk(23, (27, 44, 62, 75), 2.8, GREEN)
        + group(*(path(leaf, transform=moved(x, y, turn=turn)) for x, y, turn in light), fill=LEAF)
        + group(*(path(leaf, transform=moved(x, y, turn=turn)) for x, y, turn in dark), fill=GREEN)
    )


def _stalk(x: float, joints: tuple[float, ...], half: float, colour: str) -> str:
    """A stem that swells a little at each joint, with a gleam along its left side."""
    waist, width = number(half * 0.5), number(2 * half)
    stems = "".join(
        f"M{number(x - half)} {top}h{width}q-{waist} {number((end - top) / 2)} 0 {number(end - top - 0.9)}"
        f"h-{width}q{waist} {number((top - end) / 2)} 0 {number(top - end + 0.9)}"
        for top, end in pairwise(joints)
    )
    gleams = "".join(f"M{number(x - half * 0.4)} {top + 2.5}V{end - 3.5}" for top, end in pairwise(joints))
    return path(stems, fill=colour) + line(gleams, IVORY_LIGHT, 0.9, opacity=0.6)


_PICTURES: Final[dict[Tile, Callable[[], str]]] = {
    Tile.PLUM: _plum,
    Tile.ORCHID: _orchid,
    Tile.CHRYSANTHEMUM: _chrysanthemum,
    Tile.BAMBOO: _bamboo,
}
