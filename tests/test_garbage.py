"""Random input for every parser: each returns a value or raises a `TeahouseError`."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import TeahouseError
from teahouse.core.shuffle import parse_seed
from teahouse.core.tiles import parse_tile, parse_tiles
from teahouse.games import GAMES, make_game
from teahouse.games.battle import parse_board, parse_slot

PARSERS: dict[str, Callable[[str], Any]] = {
    "tile": parse_tile,
    "tiles": parse_tiles,
    "slot": parse_slot,
    "board": parse_board,
    "seed": parse_seed,
    **{f"move of {game}": make_game(game).parse_move for game in GAMES},
}

likely = st.text(alphabet="0123456789mpszfa bl.-\n[]()", max_size=400)
garbage = st.one_of(likely, st.text(max_size=200))


@pytest.mark.parametrize("parser", PARSERS.values(), ids=PARSERS)
@given(text=garbage)
def test_a_parser_reads_or_complains_in_one_line(parser: Callable[[str], Any], text: str) -> None:
    complaint = ""
    try:
        parser(text)
    except TeahouseError as error:
        complaint = str(error)
    assert "\n" not in complaint
    assert len(complaint) < 300


@given(st.dictionaries(st.text(max_size=20), st.one_of(st.none(), st.integers(), st.text(), st.floats()), max_size=3))
def test_options_are_read_or_refused(options: dict[str, Any]) -> None:
    for game in GAMES:
        with suppress(TeahouseError):
            make_game(game, options)
