"""The tiles drawn as SVG: faces, backs and sides, as fragments, symbols, documents and one sheet."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from teahouse.core.tiles import TILES, Suit, Tile
from teahouse.pictures.faces.backs import BACKS, Backs
from teahouse.pictures.faces.bamboo import bamboo_face
from teahouse.pictures.faces.bird import bird_face
from teahouse.pictures.faces.body import (
    IVORY_BODY,
    LACQUER_BODY,
    PORCELAIN_BODY,
    SIDE_HEIGHT,
    SIDE_WIDTH,
    TILE_DEPTH,
    TILE_HEIGHT,
    TILE_WIDTH,
    Material,
    lower_side,
    side,
    slab,
    upper_side,
)
from teahouse.pictures.faces.characters import character_face, honour_face
from teahouse.pictures.faces.circles import circle_face
from teahouse.pictures.faces.flowers import flower_face
from teahouse.pictures.faces.frame import white_face
from teahouse.pictures.faces.marks import LANGUAGES, learner_mark
from teahouse.pictures.faces.seasons import season_face
from teahouse.pictures.faces.sets.contrast import CONTRAST_BODY, contrast_body, contrast_face
from teahouse.pictures.faces.sets.european import european_face
from teahouse.pictures.faces.sets.lacquer import lacquered
from teahouse.pictures.faces.sets.modern import modern_face
from teahouse.pictures.faces.shapes import element, group, words

__all__ = [
    "BACK_NAME",
    "SIDE_HEIGHT",
    "SIDE_WIDTH",
    "TILE_DEPTH",
    "TILE_HEIGHT",
    "TILE_WIDTH",
    "Backs",
    "Faces",
    "back_parts",
    "back_symbol",
    "body_parts",
    "side_symbol",
    "tile_body",
    "tile_face",
    "tile_id",
    "tile_sheet",
    "tile_side",
    "tile_svg",
    "tile_symbol",
]


class Faces(StrEnum):
    """The sets of faces to choose from."""

    TRADITIONAL = "traditional"
    MODERN = "modern"
    LACQUER = "lacquer"
    EUROPEAN = "european"
    CONTRAST = "contrast"


BACK_NAME: Final = "Back of a tile"

_NAMESPACE: Final = "http://www.w3.org/2000/svg"
_VIEW: Final = f"0 0 {TILE_WIDTH} {TILE_HEIGHT}"
_GAP: Final = 8
_LEARNER_ROOM: Final = "translate(11 14.5)scale(.8)"  # beside and below the mark

# Rows of the sheet: three suits, honours and the back, flowers and seasons.
_ROWS: Final[tuple[tuple[Tile | None, ...], ...]] = (
    TILES[:9],
    TILES[9:18],
    TILES[18:27],
    (*TILES[27:34], None),
    TILES[34:],
)


def tile_id(tile: Tile | None) -> str:
    """The id of a tile's symbol; None is the back.

    >>> tile_id(Tile.M5), tile_id(None)
    ('tile-5m', 'tile-back')
    """
    return "tile-back" if tile is None else f"tile-{tile}"


def tile_face(
    tile: Tile, faces: Faces = Faces.TRADITIONAL, *, learner: bool = False, language: str = LANGUAGES[0]
) -> str:
    """Draw the engraving of a tile without its body; a learner's face has its sign in the corner."""
    tile_set = _SETS[faces]
    if tile_set.lettered:
        return tile_set.lettered(tile, language)
    face = tile_set.face(tile)
    if not learner or tile.is_bonus:
        return face
    return group(face, transform=_LEARNER_ROOM) + tile_set.tint(learner_mark(tile, language))


def tile_body(faces: Faces = Faces.TRADITIONAL) -> str:
    """Draw the body under a face."""
    tile_set = _SETS[faces]
    return tile_set.body() if tile_set.body else slab(tile_set.material)


def tile_symbol(tile: Tile, faces: Faces = Faces.TRADITIONAL, *, learner: bool = False) -> str:
    """Draw a tile as a symbol, to be used by its id."""
    return _symbol(tile_id(tile), _whole(tile, faces, learner=learner))


def back_symbol(faces: Faces = Faces.TRADITIONAL) -> str:
    """Draw the back of a tile as a symbol."""
    return _symbol(tile_id(None), _back(faces))


def body_parts(faces: Faces) -> dict[str, str]:
    """The body of a set of faces, and its part of a side when it lies above or below the back."""
    material = _SETS[faces].material
    return {"body": tile_body(faces), "side-upper": upper_side(material), "side-lower": lower_side(material)}


def back_parts(back: Backs) -> dict[str, str]:
    """A back, and its part of a side when it lies above or below the body."""
    material, drawing = BACKS[back]
    return {"back": drawing(), "side-upper": upper_side(material), "side-lower": lower_side(material)}


def tile_side(faces: Faces = Faces.TRADITIONAL, *, depth: float = TILE_DEPTH, covered: bool = False) -> str:
    """Draw the thickness and the shadow beneath a tile, down and to the right; a covered tile lies on its face."""
    tile_set = _SETS[faces]
    body, back = tile_set.material, BACKS[tile_set.back].material
    return side(back, body, depth) if covered else side(body, back, depth)


def side_symbol(faces: Faces = Faces.TRADITIONAL, *, covered: bool = False) -> str:
    """Draw the side as a symbol, `SIDE_WIDTH` by `SIDE_HEIGHT`: `tile-side`, or `tile-side-covered`."""
    name = "tile-side-covered" if covered else "tile-side"
    return element("symbol", tile_side(faces, covered=covered), id=name, viewBox=f"0 0 {SIDE_WIDTH} {SIDE_HEIGHT}")


def tile_svg(
    tile: Tile | None, faces: Faces = Faces.TRADITIONAL, *, width: int = TILE_WIDTH, learner: bool = False
) -> str:
    """Draw one tile as an SVG document; None is the back."""
    title = BACK_NAME if tile is None else tile.spoken
    height = width * TILE_HEIGHT / TILE_WIDTH
    return _document(title, _VIEW, (width, height), _whole(tile, faces, learner=learner))


def tile_sheet(faces: Faces = Faces.TRADITIONAL, *, learner: bool = False) -> str:
    """Draw all tiles and the back on one sheet, in rows."""
    width = _GAP + max(map(len, _ROWS)) * (TILE_WIDTH + _GAP)
    height = _GAP + len(_ROWS) * (TILE_HEIGHT + _GAP)
    rows = (_sheet_row(row, _GAP + i * (TILE_HEIGHT + _GAP), faces, learner=learner) for i, row in enumerate(_ROWS))
    return _document("The tiles", f"0 0 {width} {height}", (width, height), *rows)


def _traditional_face(tile: Tile) -> str:
    match tile.suit:
        case Suit.CHARACTERS:
            return character_face(tile)
        case Suit.CIRCLES:
            return circle_face(tile)
        case Suit.BAMBOO:
            return bird_face() if tile.rank == 1 else bamboo_face(tile)
        case None:
            return _unsuited_face(tile)


def _unsuited_face(tile: Tile) -> str:
    if tile is Tile.WHITE:
        return white_face()
    if tile.is_honour:
        return honour_face(tile)
    return flower_face(tile) if tile.is_flower else season_face(tile)


class _Set(NamedTuple):
    """What a set of faces draws, and what its tiles are made of.

    body: draws one that is more than a slab. back: the default one. tint: gives marks the colours of the set.
    lettered: draws faces that already have Latin numerals and letters, those of a language.
    """

    face: Callable[[Tile], str]
    material: Material = IVORY_BODY
    back: Backs = Backs.JADE
    body: Callable[[], str] | None = None
    tint: Callable[[str], str] = str
    lettered: Callable[[Tile, str], str] | None = None


def _lacquer_face(tile: Tile) -> str:
    return lacquered(_traditional_face(tile))


_SETS: Final = {
    Faces.TRADITIONAL: _Set(_traditional_face),
    Faces.MODERN: _Set(modern_face, PORCELAIN_BODY, Backs.INDIGO),
    Faces.LACQUER: _Set(_lacquer_face, LACQUER_BODY, Backs.CINNABAR, tint=lacquered),
    Faces.EUROPEAN: _Set(european_face, lettered=european_face),
    Faces.CONTRAST: _Set(contrast_face, CONTRAST_BODY, Backs.CONTRAST, contrast_body, lettered=contrast_face),
}


def _back(faces: Faces) -> str:
    return BACKS[_SETS[faces].back].drawing()


def _whole(tile: Tile | None, faces: Faces, *, learner: bool) -> str:
    return _back(faces) if tile is None else tile_body(faces) + tile_face(tile, faces, learner=learner)


def _symbol(name: str, drawing: str) -> str:
    return element("symbol", drawing, id=name, viewBox=_VIEW)


def _sheet_row(row: Sequence[Tile | None], y: int, faces: Faces, *, learner: bool) -> str:
    places = ((_GAP + i * (TILE_WIDTH + _GAP), tile) for i, tile in enumerate(row))
    return "".join(
        group(
            tile_side(faces, depth=3, covered=tile is None),
            _whole(tile, faces, learner=learner),
            transform=f"translate({x} {y})",
        )
        for x, tile in places
    )


def _document(title: str, view: str, size: tuple[float, float], *drawings: str) -> str:
    width, height = size
    named = element("title", words(title))
    return element("svg", named, *drawings, xmlns=_NAMESPACE, viewBox=view, width=width, height=height, role="img")
