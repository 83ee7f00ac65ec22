"""OpenSpiel's own test of a game, and tests of what the adapter promises beyond it."""

import random
from importlib import import_module
from typing import Any

import msgspec
import numpy as np
import pytest

from teahouse.core.seats import Seat
from teahouse.lab.openspiel import KINDS, register
from tests.games.battle.brute_force import BruteForce, columns_of

pyspiel: Any = import_module("pyspiel")
minimax: Any = import_module("open_spiel.python.algorithms.minimax")
observing: Any = import_module("open_spiel.python.observation")


@pytest.fixture(autouse=True)
def registered() -> None:
    register()


def load(name: str, **params: Any) -> Any:
    return pyspiel.load_game(name, params)


@pytest.mark.parametrize(
    ("name", "params", "sims"),
    [
        ("teahouse_battle", {}, 2),
        ("teahouse_battle", {"seed": "lotus", "deals": 4}, 2),
        ("teahouse_classic", {"deals": 3}, 1),
        ("teahouse_solitaire", {"deals": 3, "uses": 1}, 1),
        ("teahouse_solitaire", {"layout": "z0 y0/2: 0-10", "deals": 1, "level": "gentle"}, 3),
    ],
)
def test_openspiels_checks_find_no_fault(name: str, params: dict[str, Any], sims: int) -> None:
    pyspiel.random_sim_test(load(name, **params), num_sims=sims, serialize=True, verbose=False)


def randomly(game: Any, seed: int) -> Any:
    """Every state of a random game."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("name", KINDS)
def test_a_clone_is_independent(name: str) -> None:
    game = load(name, deals=2)
    state = game.new_initial_state()
    state.apply_action(1)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)


def test_names_are_registered_once() -> None:
    register()
    assert [name for name in pyspiel.registered_names() if name.startswith("teahouse")] == sorted(KINDS)


def test_one_deal_has_no_chance_node_and_several_have_one() -> None:
    single, several = load("teahouse_battle"), load("teahouse_battle", deals=5)
    assert single.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert not single.new_initial_state().is_chance_node()
    root = several.new_initial_state()
    assert root.chance_outcomes() == [(deal, 0.2) for deal in range(5)]
    assert len({str(root.child(deal)) for deal in range(5)}) == 5


def test_actions_are_written_as_the_house_writes_moves() -> None:
    state = load("teahouse_battle").new_initial_state()
    assert [state.action_to_string(0, action) for action in state.legal_actions()][:3] == ["b1f9", "b9f1", "c9i1"]


def test_openspiels_search_agrees_with_brute_force() -> None:
    for state in randomly(load("teahouse_battle", seed="ending"), 4):
        position = state.position
        board = position.turn.state.board
        if sum(map(len, board.columns)) > 20:
            continue
        mover = position.turn.state.mover
        lead = position.turn.state.scores[mover] - position.turn.state.scores[1 - mover]
        expected = np.sign(lead + BruteForce().value(columns_of(board)))
        found, _ = minimax.alpha_beta_search(state.get_game(), state=state.clone(), maximizing_player_id=mover)
        assert found == expected
        return
    raise AssertionError("no ending was reached")


@pytest.mark.parametrize("name", KINDS)
def test_a_player_observes_what_the_codec_shows_it(name: str) -> None:
    game = load(name, deals=2)
    observation = observing.make_observation(game)
    for state in list(randomly(game, 1))[1:12]:
        for player in range(game.num_players()):
            observation.set_from(state, player)
            seen = game.codec.observation(state.position.view(Seat(player)), Seat(player))
            assert all(np.allclose(observation.dict[key], seen[key]) for key in seen)


def test_information_states_hold_a_players_events_without_others_answers() -> None:
    state = load("teahouse_classic", deals=2).new_initial_state()
    state.apply_action(0)
    rng, hidden = random.Random(2), 0
    for _ in range(60):
        before = [state.information_state_string(player) for player in range(4)]
        actor = state.current_player()
        state.apply_action(rng.choice(state.legal_actions()))
        now = state.position.turn.state
        for player in range(4):
            after = state.information_state_string(player)
            assert after.startswith(before[player])
            if now.window is not None and now.window.answers[actor] is not None and player != actor:
                assert after == before[player]
                hidden += 1
            for other in set(range(4)) - {player}:
                assert json_text(now.hands[other]) not in after
    assert hidden > 20


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def test_an_impossible_game_is_refused() -> None:
    for params, complaint in (
        ({"deals": 0}, "expected deals from 1 to 1000000, got 0"),
        ({"layout": "none"}, "expected a layout"),
    ):
        with pytest.raises(Exception, match=complaint):
            load("teahouse_solitaire", **params)
