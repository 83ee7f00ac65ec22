"""The levels of house players in the docs: as typed, and with their names on screen."""

from pathlib import Path

import pytest

from teahouse.players import PLAYERS

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("game", PLAYERS)
def test_a_games_page_names_every_level_with_its_name_on_screen(game: str) -> None:
    page = (DOCS / f"{game}.md").read_text("utf-8")
    for level in PLAYERS[game].levels:
        assert f"| `{level}` | {PLAYERS[game].rank(level).capitalize()} |" in page
