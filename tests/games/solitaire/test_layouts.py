"""Layouts: their text, their checks, which tiles are free and visible, and the files of other programs."""

import json
import random
from importlib.resources import files
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teahouse.core.errors import InvalidOption, InvalidText
from teahouse.games.solitaire import (
    LAYOUT_NAMES,
    Layout,
    Place,
    Slot,
    addresses,
    find_layout,
    layout_text,
    layout_warnings,
    parse_layout,
    shape_of,
)
from teahouse.games.solitaire.imports import LONGEST_FILE, import_layouts
from teahouse.games.solitaire.layout import make_layout, parse_slot
from teahouse.games.solitaire.shape import bits, mask_of


def stack(seed: int, tiles: int) -> Layout:
    """A random heap of tiles, with half steps and holes."""
    rng = random.Random(seed)
    places: list[Place] = []
    while len(places) < tiles:
        place = Place(rng.randrange(4), rng.randrange(9), rng.randrange(9))
        if not any(place.z == other.z and place.overlaps(other) for other in places):
            places.append(place)
    return make_layout(f"heap {seed}", places)


def is_free_by_the_book(layout: Layout, left: int, slot: Slot) -> bool:
    z, y, x = layout.places[slot]
    others = [place for number, place in enumerate(layout.places) if left >> number & 1 and number != slot]
    if any(place.z > z and abs(place.x - x) <= 1 and abs(place.y - y) <= 1 for place in others):
        return False
    beside = [place for place in others if place.z == z and abs(place.y - y) <= 1]
    return not (any(place.x == x - 2 for place in beside) and any(place.x == x + 2 for place in beside))


def is_seen_by_the_book(layout: Layout, left: int, slot: Slot) -> bool:
    z, y, x = layout.places[slot]
    higher = [place for number, place in enumerate(layout.places) if left >> number & 1 and place.z > z]
    units = [(y + down, x + right) for down in (0, 1) for right in (0, 1)]
    covered = [any(p.y <= row <= p.y + 1 and p.x <= column <= p.x + 1 for p in higher) for row, column in units]
    return not all(covered)


def check_walk(layout: Layout, seed: int, *, every: int = 1) -> None:
    """Take free tiles away and put them back at random, and compare the masks with the rules."""
    shape, rng = shape_of(layout), random.Random(seed)
    left, free = shape.full, shape.free
    gone: list[Slot] = []
    for step in count():
        if not left:
            break
        if gone and rng.random() < 0.25:
            back = gone.pop()
            left |= 1 << back
            free = shape.blocked(free, left, back)
        else:
            slot = rng.choice(list(bits(free)))
            before, left = left, left & ~(1 << slot)
            free = shape.freed(free, left, slot)
            gone.append(slot)
            if step % every == 0:
                assert list(shape.uncovered(before, left, slot)) == uncovered_by_the_book(layout, before, left)
        if step % every == 0:
            assert free == mask_of(*(slot for slot in bits(left) if is_free_by_the_book(layout, left, slot)))


def uncovered_by_the_book(layout: Layout, before: int, left: int) -> list[Slot]:
    seen = [slot for slot in bits(left) if is_seen_by_the_book(layout, left, slot)]
    return [slot for slot in seen if not is_seen_by_the_book(layout, before, slot)]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.sampled_from([2, 8, 16, 24]))
def test_free_and_visible_tiles_follow_the_rules_on_random_heaps(seed: int, tiles: int) -> None:
    check_walk(stack(seed, tiles), seed)


@pytest.mark.parametrize("name", LAYOUT_NAMES)
def test_free_and_visible_tiles_follow_the_rules_on_every_layout(name: str) -> None:
    check_walk(find_layout(name), 1, every=7)


@pytest.mark.parametrize("name", LAYOUT_NAMES)
def test_every_builtin_layout_has_144_tiles_and_none_hangs(name: str) -> None:
    layout = find_layout(name)
    assert len(layout.places) == 144
    assert layout_warnings(layout) == ()
    assert list(layout.places) == sorted(layout.places)


def test_the_turtle_has_five_layers_and_35_free_tiles() -> None:
    turtle = find_layout("turtle")
    assert (turtle.layers, shape_of(turtle).free.bit_count()) == (5, 35)


def test_the_list_of_layouts_names_every_file() -> None:
    found = [file.name for file in (files("teahouse.games.solitaire") / "layouts").iterdir()]
    assert sorted(found) == sorted(f"{name}.txt" for name in LAYOUT_NAMES)


@pytest.mark.parametrize("name", LAYOUT_NAMES)
def test_a_layout_survives_its_text(name: str) -> None:
    layout = find_layout(name)
    assert parse_layout(layout_text(layout), name) == layout
    assert find_layout(layout_text(layout)).places == layout.places


@given(st.integers(0, 10**6), st.sampled_from([2, 8, 30]))
def test_a_random_heap_survives_its_text(seed: int, tiles: int) -> None:
    layout = stack(seed, tiles)
    assert parse_layout(layout_text(layout), layout.name) == layout


def test_an_address_is_layer_row_and_number() -> None:
    turtle = find_layout("turtle")
    assert addresses(turtle)[0] == "a1.1"
    assert [addresses(turtle)[slot] for slot in range(len(turtle.places)) if turtle.places[slot].y == 7] == [
        "a5.1",
        "a5.2",
        "a5.3",
        "e1.1",
    ]
    assert [parse_slot(turtle, address) for address in addresses(turtle)] == list(range(144))
    with pytest.raises(InvalidText, match=r"expected the address of a slot from a1.1 to e1.1, got 'a1.13'"):
        parse_slot(turtle, "a1.13")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("z0 y0/1: 0-2", "expected tiles that do not overlap, got z0 y0 x0 and z0 y1 x0"),
        ("z0 y0: 0-2,3", "expected tiles that do not overlap"),
        ("z0 y0: 0-4", "expected an even number of tiles, at least two, got 3"),
        ("", "expected an even number of tiles, at least two, got 0"),
        ("# nothing\n\n", "expected an even number of tiles, at least two, got 0"),
        ("z0 y0: 0-3", "line 1: expected a run that grows by twos, got '0-3'"),
        ("z0 y0: 6-0", "line 1: expected a run that grows by twos, got '6-0'"),
        ("z0 y0: 0-2\nz1 y-2: 0-2", "line 2: expected rows such as y0/2: 0-6, got 'y-2: 0-2'"),
        ("z0 y0: -2-0", "line 1: expected a run such as 4 or 0-6, got '-2-0'"),
        ("z-1 y0: 0-2", "line 1: expected a layer such as z0 y0/2: 0-6"),
        ("tea", "line 1: expected a layer such as z0 y0/2: 0-6, got 'tea'"),
        ("z0 y0 0-2", "line 1: expected rows such as y0/2: 0-6, got 'y0 0-2'"),
        ("z0 y0: 0-2;", "line 1: expected rows such as y0/2: 0-6, got ''"),
        ("z99 y0: 0-2", "expected z from 0 to 25, got 99"),
        ("z0 y5000: 0-2", "expected y from 0 to 999, got 5000"),
        ("\n".join(f"z{z} y{'/'.join(map(str, range(0, 200, 2)))}: 0-998" for z in range(20)), "at most 1000 tiles"),
    ],
)
def test_a_bad_layout_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(InvalidText) as caught:
        parse_layout(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_hanging_tile_is_warned_about() -> None:
    hanging = parse_layout("z0 y0: 0-2\nz1 y0: 4; y1: 1")
    assert layout_warnings(hanging) == ("the tile at z1 y0 x4 hangs: no tile lies under it",)


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(InvalidOption, match=r"expected a layout .*, got 'tortoise'"):
        find_layout("tortoise")


# Files in the formats of other programs, each with the same small hill: 3 by 2 tiles and two above in the middle.

HILL = "z0 y0/2: 0-4\nz1 y1: 1-3"

KMAHJONGG_1_1 = """\
kmahjongg-layout-v1.1
# name: Hill
# Board size in quarter tiles
w8
h6
d2
# Level 0
........
.121212.
.434343.
.121212.
.434343.
........
# Level 1
........
........
..1212..
..4343..
........
........
"""

KMAHJONGG_1_0 = (
    "kmahjongg-layout-v1.0\n"
    + "".join(row.ljust(32, ".") + "\n" for row in ["121212", "434343", "121212", "434343"] + [""] * 12)
    + "".join(row.ljust(32, ".") + "\n" for row in ["", ".1212", ".4343"] + [""] * 13)
    + ("." * 32 + "\n") * 48
)

GNOME = """\
<?xml version="1.0"?>
<mahjongg>
  <map name="Hill" scorename="hill">
    <layer z="0"><row left="0" right="2" y="0"/><tile x="0" y="1"/><column x="1" top="1" bottom="1"/>
      <block left="2" right="2" top="1" bottom="1"/></layer>
    <layer z="1"><block left="0.5" right="1.5" top="0.5" bottom="0.5"/></layer>
  </map>
  <map name="Row"><layer z="0"><row left="3" right="6" y="2"/></layer></map>
</mahjongg>
"""

BOARD = [[0, [[0, [[0, 3]]], [2, [0, 2, [4, 1]]]]], [1, [[1, [[1, 2]]]]]]
TWO = [{"id": "h", "name": "Hill", "map": BOARD}, {"map": [[0, [[4, [4, 8]]]]]}]
JSON_FILE = json.dumps({"mah": "1.0", "boards": TWO})


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (KMAHJONGG_1_1, ["Hill"]),
        (KMAHJONGG_1_0, ["file"]),
        (KMAHJONGG_1_1.replace("\n", "\r\n"), ["Hill"]),
        (GNOME, ["Hill", "Row"]),
        (JSON_FILE, ["Hill", "file"]),
        (json.dumps(BOARD), ["file"]),
        (json.dumps({"map": BOARD, "name": "Hill"}), ["Hill"]),
        (json.dumps([{"map": BOARD}]), ["file"]),
        ("\ufeff" + HILL, ["file"]),
    ],
    ids=["kmahjongg 1.1", "kmahjongg 1.0", "line ends", "gnome", "json file", "json map", "board", "boards", "own"],
)
def test_a_file_of_another_program_is_imported(text: str, names: list[str]) -> None:
    layouts = import_layouts(text, "file")
    assert [layout.name for layout in layouts] == names
    assert layout_text(layouts[0]) == HILL


@pytest.mark.parametrize(
    ("old", "new"),
    [("..4343..", "..3232.."), ("..4343..", "..4...2."), (".434343.", "......3."), ("........", "4.....23")],
    ids=["turned", "torn", "left out", "alone"],
)
def test_only_the_upper_left_corners_count_in_a_file_of_kmahjongg(old: str, new: str) -> None:
    assert old in KMAHJONGG_1_1
    assert layout_text(import_layouts(KMAHJONGG_1_1.replace(old, new))[0]) == HILL


def test_every_board_of_a_file_is_moved_to_the_origin() -> None:
    assert layout_text(import_layouts(GNOME)[1]) == "z0 y0: 0-6"
    assert layout_text(import_layouts(JSON_FILE)[1]) == "z0 y0: 0,4"


PARTS = """\
<mahjongg><map name="Hill">
  <row left="0" right="2" y="0"/>
  <layer z="5"><tile z="0" x="0" y="1"/><column z="0" x="1" top="1" bottom="1"/>
    <block z="0" left="2" right="2" top="1" bottom="1"/><row z="1" left=".5" right="1.5" y="0.5"/></layer>
</map></mahjongg>
"""


def test_a_part_of_a_map_may_name_its_own_layer_or_stand_outside_of_one() -> None:
    assert layout_text(import_layouts(PARTS)[0]) == HILL


def test_a_board_in_json_may_be_called_boards() -> None:
    (layout,) = import_layouts(json.dumps({"name": "boards", "map": BOARD}))
    assert (layout.name, layout_text(layout)) == ("boards", HILL)


def test_nested_maps_are_read_only_once() -> None:
    nested = "<map>" * 50_000 + '<row left="0" right="3" y="0"/>' + "</map>" * 50_000
    with pytest.raises(InvalidText, match="expected tile, row, column or block in a layer, got 'map'"):
        import_layouts(nested)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (json.dumps({"name": "red \x1b[31m\u202e\nhill", "map": BOARD}), "red [31m hill"),
        (KMAHJONGG_1_1.replace("Hill", "H\x07ll"), "H ll"),
        (json.dumps({"name": "x" * 500, "map": BOARD}), "x" * 64),
        (HILL, "fi le"),
    ],
    ids=["json", "kmahjongg", "long", "file"],
)
def test_the_name_of_an_imported_layout_is_one_printable_line(text: str, name: str) -> None:
    assert import_layouts(text, "fi\x1ble")[0].name == name


MANY = '{"map": [[0, [[0, [[0, 1000000]]]]]]}'
BLOCK = '<map><layer z="0"><block left="0" right="499" top="0" bottom="499"/></layer></map>'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("kmahjongg-layout-v1.7\n", "line 1: expected kmahjongg-layout-v1.0 or kmahjongg-layout-v1.1"),
        ("kmahjongg-layout-v1.1\nw4\nh2\nd1\n1212\n", "expected at most 1 layers of 2 rows, got 1 rows"),
        ("kmahjongg-layout-v1.1\nw4\nh2\nd1\n12.1\n43..\n", "line 5: expected room for a whole tile at column 4"),
        ("kmahjongg-layout-v1.1\nw4\nh2\nd1\n....\n1212\n", "line 6: expected room for a whole tile at column 1"),
        ("kmahjongg-layout-v1.1\nw4\nh2\nd1\n112.\n44..\n", "expected tiles that do not overlap"),
        ("kmahjongg-layout-v1.1\nw4\nh2\nd1\n1x12\n4343\n", "line 5: expected 4 of the characters .1234, got '1x12'"),
        ("kmahjongg-layout-v1.1\nw4\nh2\nd1\n12..\n43..\n", "expected an even number of tiles"),
        ("kmahjongg-layout-v1.1\nw\u0664\nh2\nd1\n1212\n4343\n", "expected at most"),
        (
            '<map><layer z="0.5"><row left="0" right="3" y="0"/></layer></map>',
            "expected z of a layer as a whole number",
        ),
        ('<map><layer z="0"><row z=".5" left="0" right="3" y="0"/></layer></map>', "expected z of a row as a whole"),
        ('<map><layer z="0"><tile x="\u0661" y="0"/></layer></map>', "expected x of a tile in whole or half tiles"),
        ('<map><layer z="0"><tile x="1e0" y="0"/></layer></map>', "expected x of a tile in whole or half tiles"),
        ("<map><cup/></map>", "expected tile, row, column or block in a layer, got 'cup'"),
        ("<tea><cup><map/></cup></tea>", "got one without <map>, <tea>"),
        ('{"map": [[0, [[0, [[0, 0], 2, 4]]]]]}', "expected int >= 1"),
        ("z\u0660 y0: 0-2", "expected a layer such as z0"),
        ("<map", "expected a map in XML, got '<map'"),
        ("<tea/>", "got one without <map>, <tea>"),
        ('<map><layer z="0"><tile x="tea" y="0"/></layer></map>', "expected x of a tile in whole or half tiles"),
        ('<map><layer z="0"><tile x="0.3" y="0"/></layer></map>', "expected x of a tile in whole or half tiles"),
        ('<map><layer z="0"><tile x="-1" y="0"/></layer></map>', "expected coordinates from 0 on, got z0 y0 x-2"),
        ('<map><layer z="0"><cup x="1" y="0"/></layer></map>', "expected tile, row, column or block in a layer"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><map/>', "expected a map without its own XML entities"),
        ("<map></map>", "expected an even number of tiles, at least two, got 0"),
        (BLOCK, "expected a layout of at most 1000 tiles"),
        ("{", "expected boards in JSON, got '{'"),
        ('{"tea": 1}', "missing required field map"),
        ("[" * 100_000, "expected "),
        ("[1, 2]", "expected array, got int"),
        ('{"boards": []}', "expected boards in JSON, got a list without any"),
        ('{"map": [[0, [[0, [-2, 0]]]]]}', "expected coordinates from 0 on, got z0 y0 x-2"),
        ('{"map": [[0, [[0, [0, 1]]]]]}', "expected tiles that do not overlap"),
        (MANY, "expected x from 0 to 999"),
        ("x" * (LONGEST_FILE + 1), "expected a layout file of at most 4000000 characters"),
        ("\x00\x01garbage", "expected a layer such as z0 y0/2: 0-6"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text: str, complaint: str) -> None:
    with pytest.raises(InvalidText) as caught:
        import_layouts(text)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


PREFIXES = ("", "kmahjongg-layout-v1.1\nw4\nh2\nd1\n", "<map>", '{"map": ', "[[0, ", "z0 ")


@given(st.sampled_from(PREFIXES), st.text(alphabet='0123456789.,:;-/yz[]{}"<>=map\n ', max_size=120))
def test_garbage_is_imported_or_refused(prefix: str, rest: str) -> None:
    complaint = ""
    try:
        import_layouts(prefix + rest)
    except InvalidText as error:
        complaint = str(error)
    assert "\n" not in complaint
