"""Every game explains why a tile cannot be taken, also in the library."""

import pytest

import teahouse
from teahouse.core.errors import IllegalMove, InvalidText
from teahouse.core.game import ExplainsRefusals
from teahouse.games import GAMES


@pytest.mark.parametrize(
    ("game", "text", "answer"),
    [
        ("battle", "6s", "no free pair of 6s: only the one at c1 is free"),
        ("battle", "6s6s", "no free pair of 6s"),
        ("battle", "9m", "no free pair of 9m: every one of them is blocked"),
        ("battle", "5m9p", "5m and 9p do not match"),
        ("battle", "1z", "Battle is played without 1z"),
        ("solitaire", "9m", "no free pair of 9m: only the one at "),
        ("solitaire", "1f", "expected two bonus tiles such as 1f6f, got 1f alone"),
        ("solitaire", "1f4f", "1f is not free"),
        ("solitaire", "5m5p", "5m and 5p do not match"),
        ("classic", "pass", "nothing is on offer now"),
    ],
)
def test_the_refusal_of_a_tile_says_why(game: str, text: str, answer: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        teahouse.play(game, seed="tea").play(text)
    assert answer in str(caught.value)


def test_the_refusal_of_a_missing_tile_says_that_it_is_gone() -> None:
    table = teahouse.play("solitaire", seed="tea", layout="z0 y0: 0,4,8,12")
    with pytest.raises(IllegalMove, match="no free pair of 9s: none is left on the board"):
        table.play("9s")
    with pytest.raises(IllegalMove, match="1f is not on the board"):
        table.play("1f5f")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_explains_refused_tiles_and_leaves_other_texts_to_its_notation(game: str) -> None:
    table = teahouse.play(game, seed="tea")
    assert isinstance(table.game, ExplainsRefusals)
    with pytest.raises(InvalidText, match="expected "):
        table.play("tea")
