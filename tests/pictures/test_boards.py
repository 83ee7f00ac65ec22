"""Boards for a whole screen: they fit, are readable, and the cursor reaches every spot."""

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import teahouse
from teahouse.cli.play.cursor import Direction, nearest, stepped, turned
from teahouse.core.play import Play
from teahouse.games.solitaire import LAYOUT_NAMES, SolitaireView, StartOver
from teahouse.pictures import PICTURES
from teahouse.pictures.canvas import Canvas, Spot, TextBoard

AnyPlay = Play[Any, Any, Any, Any]
DIRECTIONS: tuple[Direction, ...] = ("up", "down", "left", "right")
ROOM = {"battle": 18, "classic": 15, "solitaire": 18}
"""The rows a board may take on a screen of 24."""


def moments(game: str, seed: int, **options: Any) -> Iterator[AnyPlay]:
    """The states of a random game in which somebody is to move."""
    table, rng = teahouse.play(game, seed=f"board {seed}", **options), random.Random(seed)
    while table.to_move and table.plies < 400:
        yield table
        seat = rng.choice(table.to_move)
        table.apply(seat, rng.choice([move for move in table.legal(seat) if not isinstance(move, StartOver)]))


def board(table: AnyPlay) -> TextBoard:
    seat = table.to_move[0]
    return PICTURES[table.game.name].board(table.view(seat), table.legal(seat), table.names)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", ["battle", "classic", "solitaire"])
def test_a_board_fits_24_rows_of_80_columns_at_every_moment(game: str, seed: int) -> None:
    looks = 0
    for table in moments(game, seed, **({"level": "gentle"} if game == "solitaire" else {})):
        drawn = board(table)
        assert drawn.canvas.width <= 80
        assert drawn.canvas.height <= ROOM[game]
        assert len(f" {game}   {drawn.standing}") <= 80
        looks += 1
    assert looks > 1


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_every_layout_fits_and_shows_each_face_that_may_be_seen(layout: str) -> None:
    table = teahouse.play("solitaire", seed="tea", layout=layout, level="gentle")
    drawn, view = board(table), table.view(table.to_move[0])
    assert isinstance(view, SolitaireView)
    assert view.board is not None
    assert drawn.canvas.width <= 80
    assert drawn.canvas.height <= ROOM["solitaire"]
    seen = [cell for cell in view.board.cells if cell != "??"]
    text = drawn.canvas.plain()
    assert sum(text.count(cell) for cell in set(seen)) >= len(seen)
    assert text.count("[") == len(view.board.free) == len(drawn.spots)


BOARDS = [("battle", ""), ("classic", ""), *(("solitaire", layout) for layout in LAYOUT_NAMES)]


@pytest.mark.parametrize(("game", "layout"), BOARDS, ids=[layout or game for game, layout in BOARDS])
def test_every_move_of_tiles_can_be_chosen_and_the_cursor_reaches_every_spot(game: str, layout: str) -> None:
    for table in islice(moments(game, 7, **({"level": "gentle", "layout": layout} if layout else {})), 0, 60, 12):
        drawn = board(table)
        if not drawn.spots:  # during a claim there are only buttons
            continue
        names = {spot.name for spot in drawn.spots}
        assert all(choice.spots <= names for choice in drawn.choices)
        reached, todo = {drawn.spots[0]}, [drawn.spots[0]]
        while todo:
            start = todo.pop()
            for direction in DIRECTIONS:
                if (found := stepped(drawn.spots, start, direction)) not in reached:
                    reached.add(found)
                    todo.append(found)
        assert reached == set(drawn.spots)


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_no_layer_of_a_tile_runs_into_the_text_beside_it(layout: str) -> None:
    for table in islice(moments("solitaire", 3, level="gentle", layout=layout), 0, 60, 6):
        assert not re.search(r"\d\d[mpszf]", board(table).canvas.plain())


def test_the_cursor_stops_at_the_edge_of_the_board_and_wraps_in_the_list() -> None:
    one, two = Spot("a", 0, 0, 4, ""), Spot("b", 0, 9, 4, "")
    assert stepped((one, two), two, "right") == two
    assert nearest((one, two), 5, 8) == two
    assert nearest((), 0, 0) is None
    assert turned((one, two), two, 1) == one
    assert turned((one, two), None, 1) == one
    assert turned((), None, 1) is None


def test_a_spot_is_marked_on_a_copy_without_changing_the_original() -> None:
    canvas = Canvas()
    canvas.put(1, 2, "[5m]", "red")
    other = canvas.copy()
    other.mark(Spot("a", 1, 2, 4, ""), "{}", "chosen")
    assert (canvas.plain(), other.plain()) == ("\n  [5m]", "\n  {5m}")
    assert other.rows()[1] == [("", "  "), ("red chosen", "{5m}")]
