"""Every mistake in calling the library raises a `TeahouseError` that says what was expected."""

from collections.abc import Callable
from typing import Any, Final

import pytest

import teahouse
from teahouse.core.record import parse_record
from teahouse.games import make_game
from teahouse.lab import Arena
from teahouse.lab.envs.battle.env import BattleEnv
from teahouse.lab.envs.battle.vector import BattleVector
from teahouse.lab.running import run_arena
from teahouse.players import make_player

ARENA: Final = Arena(game="battle", players=("greedy", "random"))
wrong: Any = [42, b"tea", ["x"]]

MISTAKES: Final[dict[str, tuple[type[Exception], Callable[[], object], str]]] = {
    "a number as seed": (
        teahouse.InvalidOption,
        lambda: teahouse.play("battle", seed=wrong[0]),
        "a seed as a word, got 42",
    ),
    "bytes as seed": (
        teahouse.InvalidOption,
        lambda: teahouse.play("battle", seed=wrong[1]),
        "a seed as a word, got b'tea'",
    ),
    "a number as move": (
        teahouse.InvalidText,
        lambda: teahouse.play("battle", seed="tea").play(wrong[0]),
        "a move as text, got 42",
    ),
    "a player of no game": (
        teahouse.InvalidOption,
        lambda: make_player("chess", "greedy"),
        r"a game \(battle, .*\), got 'chess'",
    ),
    "a list as player": (
        teahouse.InvalidOption,
        lambda: make_player("battle", wrong[2]),
        r"a player of battle \(.*\), got \['x'\]",
    ),
    "a record as text": (
        teahouse.InvalidRecord,
        lambda: parse_record(wrong[2]),
        "line 1: expected a line as bytes, got 'x'",
    ),
    "a list as game": (teahouse.InvalidOption, lambda: make_game(wrong[2]), r"a game \(.*\), got \['x'\]"),
    "a list as options": (
        teahouse.InvalidOption,
        lambda: make_game("battle", wrong[2][:0]),
        r"the options of battle by their names, got \[\]",
    ),
    "no deals": (teahouse.InvalidOption, lambda: run_arena(ARENA, deals=0, jobs=1), "a number of deals above 0, got 0"),
    "bytes as deals": (
        teahouse.InvalidOption,
        lambda: run_arena(ARENA, deals=wrong[1], jobs=1),
        "a number of deals above 0, got b'tea'",
    ),
    "negative jobs": (
        teahouse.InvalidOption,
        lambda: run_arena(ARENA, deals=1, jobs=-1),
        "a number of jobs above 0, got -1",
    ),
    "no such seat": (teahouse.InvalidOption, lambda: BattleEnv(seat=5), "a seat among 0, 1, None, got 5"),
    "no such seat in a batch": (
        teahouse.InvalidOption,
        lambda: BattleVector(2, seat=5),
        "a seat among 0, 1, None, got 5",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_raises_a_teahouse_error(mistake: str) -> None:
    kind, make, text = MISTAKES[mistake]
    with pytest.raises(kind, match=text) as caught:
        make()
    assert isinstance(caught.value, teahouse.TeahouseError)
