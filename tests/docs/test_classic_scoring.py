"""The page about Classic scoring lists every option. `GOLDEN=write` rewrites the list."""

import os
from pathlib import Path

from teahouse.games.classic.rulesets.ruleset import load_ruleset, option_text, options
from teahouse.games.classic.scoring.names import SPECIAL_NAMES

PAGE = Path(__file__).parent.parent.parent / "docs" / "classic-scoring.md"
HEAD = "| option | `british` | `bmja` | sureness | what it means |\n|---|---|---|---|---|\n"


def option_rows() -> str:
    british, bmja = load_ruleset("british"), load_ruleset("bmja")
    return "".join(
        f"| `{option.name}` | {option_text(british, option.name)} | {option_text(bmja, option.name)} "
        f"| {option.sureness} | {option.meaning}: {option.values} |\n"
        for option in options()
        if option.name not in ("format", "name", "title")
    )


def test_the_page_lists_every_option_with_its_values() -> None:
    text, _, rows = PAGE.read_text("utf-8").partition(HEAD)
    if os.environ.get("GOLDEN") == "write":
        PAGE.write_text(text + HEAD + option_rows(), "utf-8")
        rows = option_rows()
    assert rows == option_rows()


def test_the_page_names_every_special_hand() -> None:
    page = PAGE.read_text("utf-8")
    assert all(f"| {name} |" in page for name in SPECIAL_NAMES.values())
