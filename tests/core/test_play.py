"""`Table`, the interface for people at a Python prompt."""

import pytest

import teahouse
from teahouse.core.errors import IllegalMove, InvalidText


def test_a_pair_is_taken_by_its_tile_or_by_its_slots() -> None:
    table = teahouse.play("battle", seed="tea")
    table.play("9p9p")
    table.play("9s")
    table.play("B1F9")
    assert [moved.seat for moved in table.record().moves] == [0, 1, 0]
    assert table.state.scores == (14, 9)


def test_an_ambiguous_tile_is_refused_with_its_pairs() -> None:
    table = teahouse.play("battle", seed="house")
    tiles = [table.game.shorthands(table.state, table.to_move[0], move)[0] for move in table.legal(table.to_move[0])]
    while len(set(tiles)) == len(tiles):
        table.play(table.moves[0])
        tiles = [
            table.game.shorthands(table.state, table.to_move[0], move)[0] for move in table.legal(table.to_move[0])
        ]
    several = next(tile for tile in tiles if tiles.count(tile) > 1)
    before = table.record()
    with pytest.raises(InvalidText, match="which means any of them"):
        table.play(several)
    assert table.record() == before


@pytest.mark.parametrize("text", ["", "zz", "a1", "a1b", "a0b1", "m1a1", "a1a1", "a2a3", "9m"])
def test_an_illegal_move_changes_nothing(text: str) -> None:
    table = teahouse.play("battle", seed="tea")
    before = table.record()
    with pytest.raises((InvalidText, IllegalMove)):
        table.play(text)
    assert table.record() == before


def test_undo_goes_back_to_the_deal_and_no_further() -> None:
    table = teahouse.play("battle", seed="tea")
    start = table.state
    table.play("9p")
    table.play("9s")
    assert [table.undo(), table.undo()] == [1, 0]
    assert table.state == start
    with pytest.raises(IllegalMove, match="expected a move to take back"):
        table.undo()


def test_the_table_draws_itself() -> None:
    table = teahouse.play("battle", seed="tea")
    assert "[9p]" in str(table)
    assert repr(table) == "<Play battle, 0 moves, seat 0 to move>"
    picture = table._repr_svg_()  # pyright: ignore[reportPrivateUsage] - what a notebook calls
    assert picture is not None
    assert picture.startswith("<svg")


def test_after_resigning_nobody_moves() -> None:
    table = teahouse.play("battle", seed="tea")
    table.play("resign")
    assert table.result is not None
    assert table.result.winners == (1,)
    assert table.moves == ()
    with pytest.raises(IllegalMove, match="after the end of the game, got '9p'"):
        table.play("9p")
