"""The laws hold for Solitaire on every built-in layout, in random games with shuffles, undos and hints."""

import pytest

from teahouse.games.solitaire import LAYOUT_NAMES
from tests.laws.specimens import solitaire_specimen
from tests.laws.test_laws import LAWS, playing


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_every_law_holds_on_every_layout(layout: str) -> None:
    specimen = solitaire_specimen(1, layout, "gentle")
    for law in LAWS:
        law(specimen, 1)


@pytest.mark.parametrize("layout", LAYOUT_NAMES)
def test_a_random_game_uses_all_kinds_of_help(layout: str) -> None:
    moves = {
        type(ply.move).__name__ for seed in range(3) for ply in playing(solitaire_specimen(1, layout, "wild"), seed)
    }
    assert {"TakePair", "Undo", "Shuffle", "Hint", "StartOver"} <= moves
