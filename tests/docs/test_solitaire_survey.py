"""The survey of Solitaire in the docs agrees with the default levels of the game."""

import re
from pathlib import Path

from teahouse.games.solitaire import LAYOUT_NAMES, usual_level

SURVEY = Path(__file__).parent.parent.parent / "docs" / "solitaire-solved.md"
SELDOM = 0.5


def test_gentle_is_the_default_level_if_most_uniform_deals_cannot_be_cleared() -> None:
    rows = re.findall(r"^\| ([a-z-]+) \| (\d+)/(\d+) \|", SURVEY.read_text("utf-8"), re.MULTILINE)
    clearable = {name: int(cleared) / int(decided) for name, cleared, decided in rows}
    assert set(clearable) == set(LAYOUT_NAMES)
    gentle = {name for name, share in clearable.items() if share < SELDOM}
    assert {name for name in LAYOUT_NAMES if usual_level(name) == "gentle"} == gentle
