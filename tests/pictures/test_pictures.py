"""Pictures of the games, compared with those in the docs. `make golden` draws them again."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest

import teahouse
from teahouse.core.game import Result
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic, ClassicRules
from teahouse.pictures.battle.text import result_text
from teahouse.pictures.classic.svg import classic_svg
from teahouse.pictures.tiles import Faces, tile_sheet
from teahouse.players import Budget
from teahouse.players.classic.simple import SimplePlayer

DOCS = Path(__file__).parent.parent.parent / "docs" / "pictures"


def battle_opening() -> str:
    return teahouse.play("battle", seed="tea")._repr_svg_() or ""  # pyright: ignore[reportPrivateUsage] - what a notebook calls


def battle_middle() -> str:
    table = teahouse.play("battle", seed="tea")
    for _ in range(32):
        table.play(table.moves[0])
    return table._repr_svg_() or ""  # pyright: ignore[reportPrivateUsage] - what a notebook calls


def classic_middle() -> str:
    game, bot, rng = Classic(ClassicRules(tallies=(2000,) * 4)), SimplePlayer(), Random(1)
    state = game.deal(b"jasmine")
    for _ in range(90):
        seat = game.to_move(state)[0]
        state, _ = game.apply(
            state, seat, bot.choose(game.view(state, seat), game.legal_moves(state, seat), Budget(), rng)
        )
    return classic_svg(game.view(state, Seat(0)))


PICTURES: dict[str, Callable[[], str]] = {
    "battle-opening": battle_opening,
    "battle-middle": battle_middle,
    "classic-middle": classic_middle,
    "tiles": tile_sheet,
    "tiles-modern": partial(tile_sheet, Faces.MODERN),
    "tiles-lacquer": partial(tile_sheet, Faces.LACQUER),
    "tiles-european": partial(tile_sheet, Faces.EUROPEAN),
    "tiles-contrast": partial(tile_sheet, Faces.CONTRAST),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_one_in_the_docs(name: str) -> None:
    drawn = PICTURES[name]()
    path = DOCS / f"{name}.svg"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(drawn, "utf-8")
    ET.fromstring(drawn)  # noqa: S314 - our own drawing
    assert path.read_text("utf-8") == drawn


def test_a_removed_tile_is_not_drawn_and_a_pair_is_marked() -> None:
    table = teahouse.play("battle", seed="tea")
    opening = battle_opening()
    assert opening.count('href="#tile-') == 108 + 24
    assert opening.count("#f2b632") == 16
    table.play("9p9p")
    assert (table._repr_svg_() or "").count('href="#tile-') == 106 + 24  # pyright: ignore[reportPrivateUsage]


def test_the_terminal_shows_pairs_in_brackets_and_the_rest_plain() -> None:
    text = str(teahouse.play("battle", seed="tea"))
    rows = text.splitlines()
    assert rows[1] == " 1   5s  [5p]  6s  [9s] [8s] [7s] [6p]  7p  [9p]  3m   2m  [5m]"
    assert rows[2] == " 2   2m   1m   3s   6s   7m   2s   1p   5p   8m   4m   8p   2s"
    assert "seat 0: 0   seat 1: 0   on the table: 270" in text


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result((138, 132), (Seat(0),), "no_pairs"), "no pair is left: ann wins, 138 to 132"),
        (Result((130, 130), (), "no_pairs"), "no pair is left: a draw, 130 to 130"),
        (Result((9, 261), (Seat(1),), "resigned"), "ann gave up: bob wins, 9 to 261"),
        (Result((261, 9), (Seat(0),), "time"), "bob ran out of time: ann wins, 261 to 9"),
    ],
)
def test_a_result_has_a_text(result: Result, words: str) -> None:
    assert result_text(result, ("ann", "bob")) == words
