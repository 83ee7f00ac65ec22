"""The drawings of the tiles."""

import gzip
import re
from collections.abc import Callable
from functools import partial
from xml.etree import ElementTree

import pytest

from teahouse.core.tiles import TILES, Tile
from teahouse.pictures.faces.body import LACQUER_BODY
from teahouse.pictures.faces.marks import LANGUAGES, learner_sign, sign
from teahouse.pictures.faces.writing.brush import parse_strokes
from teahouse.pictures.faces.writing.glyphs import GLYPHS
from teahouse.pictures.sprite import tile_sprite
from teahouse.pictures.tiles import (
    Backs,
    Faces,
    back_parts,
    back_symbol,
    side_symbol,
    tile_face,
    tile_id,
    tile_sheet,
    tile_side,
    tile_svg,
    tile_symbol,
)

RAW_BUDGET = 150_000
GZIP_BUDGET = 35_000
SHEETS = [partial(tile_sheet, faces, learner=learner) for faces in Faces for learner in (False, True)]


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314  the text is our own


@pytest.mark.parametrize("learner", [False, True], ids=["plain", "learner"])
def test_every_tile_is_a_symbol_with_its_id(learner: bool) -> None:
    symbols = [parsed(tile_symbol(tile, learner=learner)) for tile in TILES]
    found = [(symbol.tag, symbol.get("id"), symbol.get("viewBox")) for symbol in symbols]
    assert found == [("symbol", f"tile-{tile}", "0 0 60 80") for tile in TILES]


def test_the_back_and_the_side_are_symbols_too() -> None:
    assert parsed(back_symbol()).get("id") == tile_id(None) == "tile-back"
    assert parsed(side_symbol()).get("id") == "tile-side"
    assert parsed(side_symbol(covered=True)).get("id") == "tile-side-covered"


@pytest.mark.parametrize("faces", Faces)
@pytest.mark.parametrize("learner", [False, True], ids=["plain", "learner"])
def test_no_two_faces_are_alike(learner: bool, faces: Faces) -> None:
    assert len({tile_face(tile, faces, learner=learner) for tile in TILES}) == len(TILES)


@pytest.mark.parametrize("faces", Faces)
def test_no_two_faces_differ_by_colour_alone(faces: Faces) -> None:
    colourless = {re.sub(r"#[0-9a-f]{6}", "#", tile_face(tile, faces)) for tile in TILES}
    assert len(colourless) == len(TILES)


@pytest.mark.parametrize("faces", Faces)
def test_learners_signs_are_added_only_to_faces_without_one(faces: Faces) -> None:
    alike = [tile for tile in TILES if tile_face(tile, faces) == tile_face(tile, faces, learner=True)]
    assert alike == [tile for tile in TILES if tile.is_bonus or faces in {Faces.EUROPEAN, Faces.CONTRAST}]


@pytest.mark.parametrize("faces", [Faces.EUROPEAN, Faces.CONTRAST])
def test_the_white_dragon_is_a_frame_and_no_letter(faces: Faces) -> None:
    letters = {letter for tile in TILES if (letter := learner_sign(tile))}
    face = tile_face(Tile.WHITE, faces)
    assert not any(_strokes(letter) in face for letter in letters)
    assert _strokes("G") in tile_face(Tile.GREEN, faces)


def _strokes(letter: str) -> str:
    found = re.search(r' d="([^"]+)"', sign(letter, 0, 0, 10, "#000000"))
    assert found is not None
    return found[1]


def test_high_contrast_uses_no_colour_that_is_faint_on_white() -> None:
    used = set(re.findall(r"#[0-9a-f]{6}", "".join(tile_face(tile, Faces.CONTRAST) for tile in TILES)))
    assert len(used) > 3
    for colour in used - {"#ffffff"}:
        assert contrast_with_white(colour) >= 7, colour


def test_lacquer_is_inlaid_with_colours_that_are_bright_on_its_black() -> None:
    ground = contrast_with_white(LACQUER_BODY.face)
    used = set(re.findall(r"#[0-9a-f]{6}", "".join(tile_face(tile, Faces.LACQUER) for tile in TILES)))
    for colour in used - {LACQUER_BODY.face, LACQUER_BODY.edge}:
        assert ground / contrast_with_white(colour) >= 4.5, colour


def test_no_two_backs_are_alike_and_each_shows_at_the_side() -> None:
    parts = [back_parts(back) for back in Backs]
    for part in ("back", "side-upper", "side-lower"):
        assert len({drawn[part] for drawn in parts}) == len(Backs)
    assert back_parts(Backs.JADE)["side-upper"] in tile_side(covered=True)


def contrast_with_white(colour: str) -> float:
    """The contrast ratio of WCAG, whose strictest level demands 7."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)


@pytest.mark.parametrize("faces", Faces)
def test_the_whole_set_stays_small(faces: Faces) -> None:
    symbols = "".join([*(tile_symbol(tile, faces) for tile in TILES), back_symbol(faces)]).encode()
    assert len(symbols) < RAW_BUDGET
    assert len(gzip.compress(symbols, mtime=0)) < GZIP_BUDGET


@pytest.mark.parametrize("draw", [*SHEETS, back_symbol, side_symbol])
def test_drawings_need_no_font_no_style_and_no_id_of_their_own(draw: Callable[[], str]) -> None:
    inside = draw().partition(">")[2]
    assert not re.search(r"<text|<style|font|\sstyle=|\sclass=|\sid=|href|url\(", inside)


def test_coordinates_have_two_decimals_at_most() -> None:
    assert not any(re.search(r"\.\d{3}", sheet()) for sheet in SHEETS)


def test_a_single_tile_has_its_english_name() -> None:
    drawings = [parsed(tile_svg(tile, width=30)) for tile in TILES]
    titles = [drawing.findtext("{http://www.w3.org/2000/svg}title") for drawing in drawings]
    assert titles == [tile.spoken for tile in TILES]
    assert {(drawing.get("width"), drawing.get("height")) for drawing in drawings} == {("30", "40")}


def test_the_back_alone_has_a_title() -> None:
    assert "<title>Back of a tile</title>" in tile_svg(None)


def test_the_sheet_shows_every_tile_and_the_back_once() -> None:
    sheet = tile_sheet()
    assert all(sheet.count(tile_face(tile)) == 1 for tile in TILES)
    assert len(parsed(sheet)) == 1 + len(TILES) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_learner_can_tell_every_tile_by_its_sign_and_its_suit(language: str) -> None:
    signs = {(tile.suit, learner_sign(tile, language)) for tile in TILES if not tile.is_bonus}
    assert len(signs) == 34


@pytest.mark.parametrize("faces", Faces)
def test_the_sprite_has_winds_and_dragons_with_the_letters_of_every_language(faces: Faces) -> None:
    kind = "face" if faces in {Faces.EUROPEAN, Faces.CONTRAST} else "learner"
    others = {name for name in re.findall(r'id="([\w-]+)"', tile_sprite(faces)) if name[-3:] in {"-de", "-nl", "-fr"}}
    letters = {f"{kind}-{tile}" for tile in ("1z-de", "1z-nl", "2z-nl", "3z-fr", "6z-fr")}
    white: set[str] = {f"{kind}-5z-{language}" for language in LANGUAGES[1:]} if kind == "learner" else set()
    assert others == letters | white


@pytest.mark.parametrize(
    ("glyph", "strokes"),
    [("一", 1), ("二", 2), ("三", 3), ("六", 4), ("八", 2)],
)
def test_a_glyph_has_as_many_strokes_as_its_character(glyph: str, strokes: int) -> None:
    assert len(GLYPHS[glyph].split(";")) == strokes


@pytest.mark.parametrize("glyph", GLYPHS)
def test_a_glyph_keeps_to_its_square(glyph: str) -> None:
    points = [point for stroke in parse_strokes(GLYPHS[glyph], 1) for point in stroke.points]
    assert all(0 <= value <= 100 for point in points for value in point)
    assert max(x for x, _ in points) - min(x for x, _ in points) > 70
