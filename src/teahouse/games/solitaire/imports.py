"""Layouts of other programs: KMahjongg's `.layout`, GNOME Mahjongg's `.map`, and boards in JSON.

Every reader returns the layouts of a file, moved to the origin. Its format is recognised by how it begins, not by name.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Final
from xml.etree import ElementTree as ET

import msgspec

from teahouse.core.errors import InvalidText, plain, shown
from teahouse.core.record import LONGEST_NAME
from teahouse.core.text import visible_text
from teahouse.games.solitaire.layout import MOST_TILES, MOST_UNITS, Layout, Place, make_layout, parse_layout

LONGEST_FILE: Final = 4_000_000
MOST_BOARDS: Final = 2000
KMAHJONGG: Final = "kmahjongg-layout-v1."
KMAHJONGG_SIZE: Final = {"w": 32, "h": 16, "d": 5}


def import_layouts(text: str, name: str = "") -> tuple[Layout, ...]:
    """The layouts in a file of any known form, the house's own included; at least one, or `InvalidText`."""
    if len(text) > LONGEST_FILE:
        raise InvalidText(f"expected a layout file of at most {LONGEST_FILE} characters, got {len(text)}")
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(KMAHJONGG):
        return (_kmahjongg(start, name),)
    if start.startswith("<"):
        return _gnome(start, name)
    if start.startswith(("{", "[")):
        return _json(start, name)
    return (parse_layout(start, _clean(name)),)


def _at_origin(name: str, places: Iterator[Place]) -> Layout:
    listed = list(islice(places, MOST_TILES + 1))
    for place in listed:
        if min(place) < 0:
            raise InvalidText(f"expected coordinates from 0 on, got z{place.z} y{place.y} x{place.x}")
    layer, top, left = (min((place[axis] for place in listed), default=0) for axis in range(3))
    return make_layout(_clean(name), (Place(z - layer, y - top, x - left) for z, y, x in listed))


def _clean(name: str) -> str:
    """A name in one line of printable letters."""
    return " ".join(visible_text(name, " ").split())[:LONGEST_NAME]


# KMahjongg: after the version come, in 1.1, width, height and depth in half tiles, then the layers row by row. A tile
# is two half tiles wide and high, usually written 1 2 / 4 3. As in KMahjongg only the 1 counts, its upper left corner:
# some of its own layouts write the other three otherwise. Lines that begin with # are remarks.


def _kmahjongg(text: str, name: str) -> Layout:
    version, *lines = text.splitlines()
    if version.strip() not in (f"{KMAHJONGG}0", f"{KMAHJONGG}1"):
        raise InvalidText(f"line 1: expected {KMAHJONGG}0 or {KMAHJONGG}1, got {shown(version.strip())}")
    size = dict(KMAHJONGG_SIZE)
    rows: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 2):
        if line.startswith("# name:"):
            name = line.removeprefix("# name:").strip() or name
        elif re.fullmatch(r"[whd][0-9]{1,4}\s*", line) and not rows:
            size[line[0]] = int(line[1:])
        elif line.strip() and not line.startswith("#"):
            rows.append((number, line.rstrip()))
    return _at_origin(name, _kmahjongg_places(rows, size))


def _kmahjongg_places(rows: list[tuple[int, str]], size: dict[str, int]) -> Iterator[Place]:
    height = size["h"]
    if not height or len(rows) % height or len(rows) > height * size["d"]:
        raise InvalidText(f"expected at most {size['d']} layers of {height} rows, got {len(rows)} rows")
    for place, (number, row) in enumerate(rows):
        if len(row) > size["w"] or row.strip(".1234 "):
            raise InvalidText(f"line {number}: expected {size['w']} of the characters .1234, got {shown(row)}")
        z, y = divmod(place, height)
        for x, corner in enumerate(row):
            if corner == "1":
                if x + 2 > size["w"] or y + 2 > height:
                    raise InvalidText(f"line {number}: expected room for a whole tile at column {x + 1}, got the edge")
                yield Place(z, y, x)


# GNOME: whole tiles counted from 0, halves allowed; tiles one by one, or rows, columns and blocks of them, both ends
# included. A part lies on the layer it stands in, or on one of its own; outside of layers on the table.


def _gnome(text: str, name: str) -> tuple[Layout, ...]:
    if "<!ENTITY" in text:
        raise InvalidText("expected a map without its own XML entities, got one with some")
    try:
        root = ET.fromstring(text)  # noqa: S314 - entities, the known danger, are refused above
    except ET.ParseError as error:
        raise InvalidText(f"expected a map in XML, got {shown(text)} ({plain(error)})") from None
    maps = [root] if root.tag == "map" else root.findall("map")[:MOST_BOARDS]
    if not maps:
        raise InvalidText(f"expected a map in XML, got one without <map>, <{root.tag[:40]}>")
    return tuple(_at_origin(each.get("name", name), _gnome_places(each)) for each in maps)


def _gnome_places(board: ET.Element) -> Iterator[Place]:
    for element in board:
        if element.tag != "layer":
            yield from _gnome_part(element, 0)
            continue
        z = _whole(element, "z")
        for part in element:
            yield from _gnome_part(part, z)


def _gnome_part(part: ET.Element, layer: int) -> Iterator[Place]:
    z = layer if part.get("z") is None else _whole(part, "z")
    match part.tag:
        case "tile":
            yield Place(z, _halves(part, "y"), _halves(part, "x"))
        case "row":
            yield from (Place(z, _halves(part, "y"), x) for x in _span(part, "left", "right"))
        case "column":
            yield from (Place(z, y, _halves(part, "x")) for y in _span(part, "top", "bottom"))
        case "block":
            rows, columns = _span(part, "top", "bottom"), _span(part, "left", "right")
            yield from (Place(z, y, x) for y in rows for x in columns)
        case other:
            raise InvalidText(f"expected tile, row, column or block in a layer, got {shown(other)}")


def _whole(part: ET.Element, name: str) -> int:
    tiles, half = divmod(_halves(part, name), 2)
    if half:
        raise InvalidText(f"expected {name} of a {part.tag} as a whole number, got {shown(part.get(name))}")
    return tiles


def _halves(part: ET.Element, name: str) -> int:
    text = part.get(name, "")
    number = re.fullmatch(r"\s*(-?(?:[0-9]{1,6}(?:\.[0-9]{0,6})?|\.[0-9]{1,6}))\s*", text)
    halves = float(number[1]) * 2 if number is not None else 0.5
    if not abs(halves) < MOST_UNITS or halves != int(halves):
        raise InvalidText(f"expected {name} of a {part.tag} in whole or half tiles, got {shown(text)}")
    return int(halves)


def _span(part: ET.Element, first: str, last: str) -> range:
    return range(_halves(part, first), _halves(part, last) + 1, 2)


# JSON: a map is a list of [z, rows], rows a list of [y, cells], cells an x or a list of them, where [x, count] stands
# for so many tiles side by side. A board is a map or an object with one; a file holds a board, several, or `boards`.

_Run = tuple[int, Annotated[int, msgspec.Meta(ge=1)]]
_Row = tuple[int, int | list[int | _Run]]
_Layer = tuple[int, list[_Row]]


class _Board(msgspec.Struct):
    map: list[_Layer]
    name: str = ""


class _File(msgspec.Struct):
    boards: list[_Board]


def _json(text: str, name: str) -> tuple[Layout, ...]:
    try:
        boards = _json_boards(text)
    except msgspec.ValidationError as error:
        raise InvalidText(f"expected boards with a map of layers [z, [[y, [x, [x, count]]]]], {plain(error)}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidText(f"expected boards in JSON, got {shown(text)} ({plain(error)})") from None
    if not boards:
        raise InvalidText("expected boards in JSON, got a list without any")
    return tuple(_at_origin(board.name or name, _json_places(board.map)) for board in boards[:MOST_BOARDS])


def _json_boards(text: str) -> list[_Board]:
    if text.startswith("{"):
        has_several = "boards" in msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        return msgspec.json.decode(text, type=_File).boards if has_several else [msgspec.json.decode(text, type=_Board)]
    if re.match(r"\[\s*\{", text):
        return msgspec.json.decode(text, type=list[_Board])
    return [_Board(msgspec.json.decode(text, type=list[_Layer]))]


def _json_places(layers: list[_Layer]) -> Iterator[Place]:
    for z, rows in layers:
        for y, cells in rows:
            for cell in [cells] if isinstance(cells, int) else cells:
                x, count = (cell, 1) if isinstance(cell, int) else cell
                yield from (Place(z, y, x + 2 * number) for number in range(count))
