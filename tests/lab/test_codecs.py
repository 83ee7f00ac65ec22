"""Moves as action numbers and views as planes."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games.battle.board import SLOTS
from teahouse.games.classic import ClassicRules
from teahouse.games.solitaire import SolitaireRules
from teahouse.lab.envs.battle import codec as battle
from teahouse.lab.envs.battle.codec import BattleCodec
from teahouse.lab.envs.classic import codec as classic
from teahouse.lab.envs.classic.codec import ClassicCodec
from teahouse.lab.envs.codec import PLANES
from teahouse.lab.envs.pairs import pair_starts, pairs
from teahouse.lab.envs.solitaire import codec as solitaire
from teahouse.lab.envs.solitaire.codec import SolitaireCodec
from tests.laws.classic import Redeal
from tests.laws.specimens import solitaire_redeal

SMALL = "z0 y0/2: 0-10\nz1 y1: 2-8"
CODECS = {
    "battle": BattleCodec(),
    "classic": ClassicCodec(),
    "classic-two": ClassicCodec(ClassicRules(ruleset="two-players")),
    "solitaire": SolitaireCodec(SolitaireRules(layout=SMALL, level="wild")),
    "solitaire-contest": SolitaireCodec(SolitaireRules(layout=SMALL, level="wild", players=3)),
}


def played(codec: Any, seed: int) -> Any:
    """Every ply of a random deal: its state, the seat to move and its moves."""
    rng = random.Random(seed)
    state = codec.game.deal(b"codec %d" % seed)
    while waiting := codec.game.to_move(state):
        seat = rng.choice(waiting)
        moves = codec.game.legal_moves(state, seat)
        yield state, seat, moves
        state, _ = codec.game.apply(state, seat, rng.choice(moves))


@pytest.mark.parametrize("name", CODECS)
def test_every_move_has_an_action_of_its_own_and_back(name: str) -> None:
    codec: Any = CODECS[name]
    for seed in range(3):
        for state, seat, moves in played(codec, seed):
            view = codec.game.view(state, seat)
            numbers = [codec.number(view, move) for move in moves]
            assert len(set(numbers)) == len(moves)
            assert all(0 <= number < codec.actions for number in numbers)
            assert [codec.move(view, number) for number in numbers] == list(moves)


@pytest.mark.parametrize("name", CODECS)
def test_an_observation_has_the_shapes_types_and_bounds_it_promises(name: str) -> None:
    codec: Any = CODECS[name]
    moments = list(played(codec, 7))[::5]
    assert moments
    for state, seat, _ in moments:
        seen = codec.observation(codec.game.view(state, seat), seat)
        assert list(seen) == list(codec.fields)
        for key, field in codec.fields.items():
            assert seen[key].shape == field.shape
            assert seen[key].dtype == field.dtype
            assert field.low <= seen[key].min() <= seen[key].max() <= field.high


@pytest.mark.parametrize("name", ["classic", "solitaire", "solitaire-contest"])
def test_hidden_information_does_not_change_the_planes_of_a_seat(name: str) -> None:
    codec: Any = CODECS[name]
    redeal = Redeal(codec.game) if name == "classic" else solitaire_redeal
    rng = random.Random(1)
    changed = 0
    for state, _, _ in list(played(codec, 5))[::4]:
        for seat in codec.game.seats:
            other = redeal(state, seat, rng)
            before = codec.observation(codec.game.view(state, seat), seat)
            after = codec.observation(codec.game.view(other, seat), seat)
            assert all(np.array_equal(before[key], after[key]) for key in before)
            changed += state != other
    assert changed


def test_battle_numbers_pairs_of_ends_in_the_order_of_moves() -> None:
    codec = BattleCodec()
    state = codec.game.deal(b"tea")
    view = codec.game.view(state, None)
    numbers = [codec.number(view, move) for move in codec.game.legal_moves(state, state.mover)]
    assert numbers == sorted(numbers)
    assert codec.actions == len(pairs(24)) == 276
    assert [pair_starts(24)[first] + second for first, second in pairs(24)] == list(range(276))


def test_battle_planes_show_the_board_the_points_and_the_turn() -> None:
    codec = BattleCodec()
    state = codec.game.deal(b"tea")
    move = codec.game.parse_move("b1f9")
    points = codec.game.apply(state, Seat(0), move)[1][0]
    state, _ = codec.game.apply(state, Seat(0), move)
    planes = codec.observation(codec.game.view(state, None), Seat(1))[PLANES]
    for column in range(12):
        for row in range(9):
            tile = state.board.at(SLOTS[column][row])
            assert planes[row, column, : battle.KINDS].sum() == (tile is not None)
            assert tile is None or planes[row, column, tile.code] == 1
            assert planes[row, column, battle.FREE] == state.board.is_free(SLOTS[column][row])
    assert np.all(planes[:, :, battle.OWN] == 0)
    assert np.allclose(planes[:, :, battle.OTHER], getattr(points, "points") / 270)  # noqa: B009 one of several events
    assert np.all(planes[:, :, battle.TURN] == 1)


def test_classic_planes_count_every_tile_once() -> None:
    codec = ClassicCodec()
    at = classic.AT
    moments = list(played(codec, 3))[::7]
    assert moments
    for state, seat, _ in moments:
        planes = codec.observation(codec.game.view(state, seat), seat)[PLANES].astype(int)
        known = planes[:, at["hand"]] + planes[:, at["melded"] : at["wind"]].sum(axis=1)
        assert known.tolist() == [4] * 34 + [1] * 8
        assert planes[0, at["hand_sizes"]] == len(state.hands[seat])
        assert planes[0, at["wall"]] == len(state.wall)
        assert planes[:, at["turn"] : at["giver"]].sum() == len(planes)


def test_solitaire_planes_show_covered_tiles_as_covered() -> None:
    codec = SolitaireCodec(SolitaireRules(layout="turtle", level="wild"))
    state = codec.game.deal(b"tea")
    seen = codec.observation(codec.game.view(state, Seat(0)), Seat(0))
    assert seen[PLANES].shape == (144, 46)
    hidden = seen[PLANES][:, solitaire.HIDDEN].sum()
    assert hidden == seen[solitaire.UNSEEN].sum() > 0
    assert seen[PLANES][:, : solitaire.FACES].sum() == 144 - hidden
    assert codec.actions == 144 * 143 // 2 + 5


def test_the_page_has_the_right_numbers() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "environments.md").read_text(encoding="utf-8")
    assert f"12 columns, {battle.PLANE_COUNT} planes" in page
    assert f"42 kinds of tile, {classic.PLANE_COUNT} planes" in page
    assert f"n slots, {solitaire.PLANE_COUNT} planes" in page
    assert (battle.FREE, battle.OWN, battle.OTHER, battle.TURN) == (27, 28, 29, 30)
    assert (solitaire.HIDDEN, solitaire.TAKEN, solitaire.FREE, solitaire.HINTED) == (42, 43, 44, 45)
    for blocks in ("hand drawn offer", "melded", "unseen", "wind", "hand_sizes", "to_move"):
        first = classic.AT[blocks.split()[0]]
        assert f"\n| {first}" in page
    texts = [ClassicCodec().game.move_text(ClassicCodec().move(None, number)) for number in (0, 34, 68, 102, 123, 126)]
    assert texts == ["1m", "ready 1m", "kong 1m", "chow 123m", "pong", "pass"]


@pytest.mark.parametrize("name", CODECS)
def test_invalid_actions_and_moves_outside_a_learners_are_refused(name: str) -> None:
    codec: Any = CODECS[name]
    view = codec.game.view(codec.game.deal(b"tea"), Seat(0))
    for number in (-1, codec.actions):
        with pytest.raises(IllegalMove, match=f"expected an action from 0 to {codec.actions - 1}, got {number}"):
            codec.move(view, number)
    if name != "battle":
        with pytest.raises(IllegalMove, match="giving up"):
            codec.number(view, Forfeit())


def test_the_bottom_of_a_single_tile_is_no_second_end() -> None:
    codec = BattleCodec()
    view = codec.game.view(codec.game.deal(b"tea"), None)
    blocked = codec.game.parse_move("a2b1")
    with pytest.raises(IllegalMove, match=r"expected a free tile, got .. in a2"):
        codec.number(view, blocked)  # type: ignore[arg-type]
