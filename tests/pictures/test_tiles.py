"""The drawings of the tiles."""

import gzip
import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from teahouse.core.tiles import TILES, Tile
from teahouse.pictures.faces.brush import parse_strokes
from teahouse.pictures.faces.glyphs import GLYPHS
from teahouse.pictures.faces.marks import learner_sign
from teahouse.pictures.tiles import back_symbol, side_symbol, tile_face, tile_id, tile_sheet, tile_svg, tile_symbol

RAW_BUDGET = 150_000
GZIP_BUDGET = 35_000


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314  the text is our own


@pytest.mark.parametrize("learner", [False, True], ids=["plain", "learner"])
@pytest.mark.parametrize("tile", TILES, ids=str)
def test_every_tile_is_a_symbol_with_its_id(tile: Tile, learner: bool) -> None:
    symbol = parsed(tile_symbol(tile, learner=learner))
    assert (symbol.tag, symbol.get("id"), symbol.get("viewBox")) == ("symbol", f"tile-{tile}", "0 0 60 80")


def test_the_back_and_the_side_are_symbols_too() -> None:
    assert parsed(back_symbol()).get("id") == tile_id(None) == "tile-back"
    assert parsed(side_symbol()).get("id") == "tile-side"
    assert parsed(side_symbol(covered=True)).get("id") == "tile-side-covered"


@pytest.mark.parametrize("learner", [False, True], ids=["plain", "learner"])
def test_no_two_faces_are_alike(learner: bool) -> None:
    assert len({tile_face(tile, learner=learner) for tile in TILES}) == len(TILES)


def test_no_two_faces_differ_by_colour_alone() -> None:
    colourless = {re.sub(r"#[0-9a-f]{6}", "#", tile_face(tile)) for tile in TILES}
    assert len(colourless) == len(TILES)


def test_the_whole_set_stays_small() -> None:
    symbols = "".join([*map(tile_symbol, TILES), back_symbol()]).encode()
    assert len(symbols) < RAW_BUDGET
    assert len(gzip.compress(symbols, mtime=0)) < GZIP_BUDGET


@pytest.mark.parametrize("draw", [tile_sheet, lambda: tile_sheet(learner=True), back_symbol, side_symbol])
def test_drawings_need_no_font_no_style_and_no_id_of_their_own(draw: Callable[[], str]) -> None:
    inside = draw().partition(">")[2]
    assert not re.search(r"<text|<style|font|\sstyle=|\sclass=|\sid=|href|url\(", inside)


def test_coordinates_have_two_decimals_at_most() -> None:
    assert not re.search(r"\.\d{3}", tile_sheet())


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_alone_bears_its_english_name(tile: Tile) -> None:
    drawing = parsed(tile_svg(tile, width=30))
    title = drawing.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == tile.name_in("en")
    assert (drawing.get("width"), drawing.get("height")) == ("30", "40")


def test_the_back_alone_has_a_title() -> None:
    assert "<title>Back of a tile</title>" in tile_svg(None)


def test_the_sheet_shows_every_tile_and_the_back_once() -> None:
    sheet = tile_sheet()
    assert all(sheet.count(tile_face(tile)) == 1 for tile in TILES)
    assert len(parsed(sheet)) == 1 + len(TILES) + 1


def test_a_learner_can_tell_every_tile_by_its_sign_and_its_suit() -> None:
    signs = {(tile.suit, learner_sign(tile)) for tile in TILES if not tile.is_bonus}
    assert len(signs) == 34


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
