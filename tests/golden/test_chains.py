"""Python and TypeScript follow events, draw walls and deal in the same way: both are tested with these chains.

`make golden` writes them; `frontend/tests/chains.test.ts` runs over all of them.
"""

import os
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from teahouse.core.game import Reason
from teahouse.games import GAMES
from tests.golden.chains import Chain
from tests.golden.played import CHAINS
from tests.golden.types_met import types_in, types_of

FOLDER = Path(__file__).parent.parent.parent / "frontend" / "tests" / "chains"
LARGEST = 700_000
NEVER = {f"Finished.ending {reason}" for reason in get_args(Reason)}
"""What the types allow and the rules never send: another event says who gives up."""


@cache
def chains(name: str) -> tuple[Chain, ...]:
    return tuple(CHAINS[name]())


@pytest.mark.parametrize("name", CHAINS)
def test_the_chains_of_a_game_agree_with_the_rules(name: str) -> None:
    text = "[\n" + ",\n".join(chain.line() for chain in chains(name)) + "\n]\n"
    path = FOLDER / f"{name}.json"
    if os.environ.get("GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text
    assert len(text.encode()) < LARGEST


def test_every_chain_in_the_folder_is_written_by_a_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(CHAINS)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_move_and_view_of_the_wire_is_in_the_chains(game: str) -> None:
    types = GAMES[game].types
    known = types_of(types.event) | types_of(types.view) | types_of(types.move)
    assert known
    met = types_in(
        value for name in CHAINS for chain in chains(name) if chain.game.name == game for value in chain.seen
    )
    assert known - met == (NEVER & known)
