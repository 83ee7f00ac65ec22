"""Pictures of Solitaire, as SVG and as text."""

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import teahouse
from teahouse.core.game import Forfeit, Result
from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import (
    LAYOUT_NAMES,
    Hint,
    Shuffle,
    Solitaire,
    SolitaireRules,
    SolitaireState,
    Undo,
    addresses,
    find_layout,
    parse_layout,
)
from teahouse.pictures.faces.shapes import element
from teahouse.pictures.solitaire.svg import layout_svg, layouts_svg, solitaire_svg
from teahouse.pictures.solitaire.text import result_text, solitaire_event, solitaire_move, solitaire_text

DOCS = Path(__file__).parent.parent.parent / "docs" / "pictures"
YOU = Seat(0)
STACK = "z0 y0/2: 0-4\nz1 y0: 0-4\nz2 y0: 1; y2: 1; y4: 0"


def opening() -> str:
    return solitaire_svg(Solitaire().view(Solitaire().deal(b"tea"), YOU))


def middle() -> str:
    game = Solitaire()
    state = game.deal(b"tea")
    for _ in range(30):
        state, _ = game.apply(state, YOU, game.legal_moves(state, YOU)[0])
    return solitaire_svg(game.view(game.apply(state, YOU, Hint())[0], YOU))


def sheet() -> str:
    return layouts_svg([find_layout(name) for name in LAYOUT_NAMES])


PICTURES = {"solitaire-opening": opening, "solitaire-middle": middle, "layouts": sheet}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_one_in_the_docs(name: str) -> None:
    drawn = PICTURES[name]()
    path = DOCS / f"{name}.svg"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(drawn, "utf-8")
    ET.fromstring(drawn)  # noqa: S314 - our own drawing
    assert path.read_text("utf-8") == drawn


def stack_state(players: int = 1) -> tuple[Solitaire, SolitaireState]:
    game = Solitaire(SolitaireRules(layout=STACK, players=players))
    return game, game.start(parse_tiles("1m 2m 3m 5z 7s 5z 1m 2m 3m 7s 9p 9p"))


def test_a_picture_shades_what_is_blocked_and_shows_no_covered_face() -> None:
    game, state = stack_state()
    drawn = solitaire_svg(game.view(state, YOU))
    view = game.view(state, YOU).board
    assert view is not None
    assert drawn.count('opacity=".36"') == 12 - len(view.free)
    assert drawn.count('href="#tile-side"') == 12
    assert drawn.count('href="#tile-blank"') == view.cells.count("??") > 0
    assert "a1.1" not in drawn
    assert "a2.2 Seven of Bamboo</title>" in drawn


def test_an_onlooker_of_a_contest_sees_backs_and_after_the_end_the_deal() -> None:
    game, state = stack_state(2)
    assert solitaire_svg(game.view(state, None)).count('href="#tile-back"') == 12
    for seat in game.seats:
        state, _ = game.apply(state, seat, Forfeit("time"))
    drawn = solitaire_svg(game.view(state, None))
    assert "tile-back" not in drawn
    assert "seat 0 and seat 1 won" in drawn
    assert "seat 1: 0, 12 tiles, time" in drawn


@pytest.mark.parametrize("name", LAYOUT_NAMES)
def test_every_layout_can_be_drawn(name: str) -> None:
    drawn = layout_svg(find_layout(name))
    ET.fromstring(drawn)  # noqa: S314 - our own drawing
    assert drawn.count('href="#tile-blank"') == 144


@pytest.mark.parametrize("name", ['A & B <script>"x"</script>', "bell \x07 and escape \x1b[31m", "]]>", "half \ud800"])
def test_the_name_of_a_layout_is_never_taken_for_markup(name: str) -> None:
    layout = parse_layout("z0 y0: 0-6", name)
    for drawn in (layout_svg(layout), layouts_svg([layout, find_layout("moat")])):
        root = ET.fromstring(drawn)  # noqa: S314 - our own drawing
        words = "".join(root.itertext())
        assert "script" not in {each.tag.rpartition("}")[2] for each in root.iter()}
        assert name.translate({7: "\ufffd", 27: "\ufffd", 0xD800: "\ufffd"}) in words


def test_an_attribute_is_never_taken_for_markup() -> None:
    root = ET.fromstring(element("g", element("path", d='M0 0" onload="x<&'), id="ok"))  # noqa: S314 - our own drawing
    assert root[0].attrib == {"d": 'M0 0" onload="x<&'}


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        ("100", " a1         ·     ?? 2 [3m]3"),
        ("20", " a1       ·   ?? [3m]"),
    ],
    ids=["wide", "narrow"],
)
def test_the_terminal_shows_every_tile_in_its_row(monkeypatch: pytest.MonkeyPatch, columns: str, row: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    layout = "z0 y0: 2-6\nz1 y0: 4; y1: 8; y3: 8"
    game = Solitaire(SolitaireRules(layout=layout))
    state = game.start(parse_tiles("1m 2m 3m 2m 1m 3m"))
    state, _ = game.apply(state, YOU, game.parse_move("a1.1-b2.1"))
    text = solitaire_text(game.view(state, YOU), (), ("you",)).plain
    assert row in text.splitlines()
    assert "2 pairs left   help: undo 5, shuffle 5, hint 5, each use 10 points" in text
    assert "you: 3 points" in text


def test_a_narrow_terminal_lists_every_free_tile_with_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    game = Solitaire()
    state = game.deal(b"tea")
    for _ in range(20):
        text = solitaire_text(game.view(state, YOU), (), ("you",)).plain
        board = game.view(state, YOU).board
        assert board is not None
        for slot in board.free:
            assert f" {addresses(game.layout)[slot]} [{board.cells[slot]}]" in text
        assert max(map(len, text.splitlines())) <= 80
        state, _ = game.apply(state, YOU, game.legal_moves(state, YOU)[0])
    monkeypatch.setenv("COLUMNS", "95")
    assert " a1.1 [" not in solitaire_text(game.view(game.deal(b"tea"), YOU), (), ("you",)).plain


def test_the_terminal_says_that_a_classic_deal_is_gentle_and_shows_a_hint() -> None:
    assert "level classic, dealt gentle" in str(teahouse.play("solitaire", seed="tea", layout="escalator"))
    table = teahouse.play("solitaire", seed="tea", level="gentle")
    assert "dealt gentle" not in str(table)
    table.play("hint")
    assert " hint: 6z at a5.3 and b1.6, 360 points" in str(table)


def test_every_event_of_solitaire_has_a_text() -> None:
    game, state = stack_state(2)
    names = ("ann", "bob")
    lines: list[str] = []
    for move in ("c1.1-c2.1", "undo", "shuffle", "hint"):
        made = game.parse_move(move) if move != "c1.1-c2.1" else game.legal_moves(state, YOU)[0]
        state, events = game.apply(state, YOU, made)
        lines += [solitaire_event(event, names) for event in events]
        lines += [solitaire_event(game.seen_by(event, Seat(1)), names) for event in events]
    assert lines[0] == "ann: 9p and 9p for 12 points"
    assert lines[1] == "ann: a pair for 12 points"
    assert lines[2] == "ann: put 9p and 9p back, -37 points"
    assert lines[3] == "ann: put a pair back, -37 points"
    assert lines[4:] == ["ann: shuffled, -30 points"] * 2 + ["ann: asked for a hint, -30 points"] * 2
    view = game.view(state, YOU)
    words = [solitaire_move(view, move) for move in (Undo(), Shuffle(), Forfeit())]
    assert words == ["undo the last pair", "shuffle", "resign"]


@pytest.mark.parametrize(
    ("result", "names", "words"),
    [
        (Result((7000,), (YOU,), "cleared"), ("ann",), "the board is cleared: 7000 points"),
        (Result((-1,), (), "stuck"), ("ann",), "no pair is left: -1 point"),
        (Result((5, 7), (Seat(1),), "all_finished"), ("ann", "bob"), "bob takes the contest with 7 points"),
        (Result((7, 7), (Seat(1), YOU), "all_finished"), ("ann", "bob"), "bob and ann share the contest with 7 points"),
    ],
)
def test_a_result_has_a_text(result: Result, names: tuple[str, ...], words: str) -> None:
    assert result_text(result, names) == words
