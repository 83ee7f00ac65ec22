"""Batches of games agree with the rules, step for step."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from teahouse.core.errors import IllegalMove, InvalidOption
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games.battle import Battle, BattleRules
from teahouse.games.solitaire import Solitaire
from teahouse.games.solitaire.shape import bits
from teahouse.kernels.solitaire import batch as solitaire_kernels
from teahouse.lab.envs.battle import batch as battle_batch
from teahouse.lab.envs.battle.batch import BattleBatch
from teahouse.lab.envs.battle.codec import BattleCodec
from teahouse.lab.envs.codec import PLANES
from teahouse.lab.envs.solitaire import batch as solitaire_batch
from teahouse.lab.envs.solitaire.batch import SolitaireBatch
from teahouse.lab.envs.solitaire.codec import SolitaireCodec

LAYOUTS = {
    "a small pile": "z0 y0/2: 0-10\nz1 y1: 2-8\nz2 y1: 4-6",
    "the turtle": "turtle",
    "a row": "z0 y0: 0-14",
}


def test_a_batch_of_battle_plays_as_the_rules_do() -> None:
    codec = BattleCodec()
    game = codec.game
    batch = BattleBatch(6, seed=11)
    states = batch.states()
    while len(batch):
        masks, seen = batch.legal(), batch.observations()
        for number, state in enumerate(states):
            moves = game.legal_moves(state, state.mover)
            view = game.view(state, None)
            assert np.flatnonzero(masks[number]).tolist() == codec.numbers(view, moves)
            assert np.array_equal(seen[number], codec.observation(view, state.mover)[PLANES])
            assert len(moves) == batch.choices[number]
        actions = batch.random_actions()
        moved = [
            game.apply(state, state.mover, codec.move(game.view(state, None), int(action)))
            for state, action in zip(states, actions, strict=True)
        ]
        taken, over = batch.step(actions)
        states = [state for state, _ in moved]
        assert batch.states() == states
        assert taken.tolist() == [getattr(events[0], "points", None) for _, events in moved]
        assert over.tolist() == [game.result(state) is not None for state in states] == batch.over.tolist()
        batch, states = batch.select(~over), [state for state, is_over in zip(states, over, strict=True) if not is_over]


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_batch_of_solitaire_plays_as_the_rules_do(layout: str) -> None:
    batch = SolitaireBatch(3, seed=3, layout=layout)
    game = Solitaire(batch.rules)
    codec = SolitaireCodec(batch.rules)
    states = [game.start(batch.tiles(number)) for number in range(len(batch))]
    rng = np.random.default_rng(1)
    while not batch.over.all():
        masks, seen = batch.legal(), batch.observations()
        for number, state in enumerate(states):
            moves = game.legal_moves(state, Seat(0))
            assert np.flatnonzero(masks[number]).tolist() == codec.numbers(None, moves)
            assert np.array_equal(seen[number], codec.observation(game.view(state, Seat(0)), Seat(0))[PLANES])
        actions = np.where(rng.random(len(batch)) < 0.01, batch.end, batch.random_actions())
        live = ~batch.over
        part = batch.select(live)
        stepped = part.step(actions[live])
        for mine, changed in zip(batch.boards, part.boards, strict=True):
            np.asarray(mine)[live] = changed
        for number, action, gained in zip(np.flatnonzero(live).tolist(), actions[live], stepped.points, strict=True):
            before = states[number].boards[0].score
            states[number], _ = game.apply(states[number], Seat(0), codec.move(None, int(action)))
            assert states[number].boards[0].score == before + int(gained)
        for index, state in enumerate(states):
            board = state.boards[0]
            assert [*bits(board.left)] == np.flatnonzero(batch.left[index]).tolist()
            assert [*bits(board.free)] == np.flatnonzero(batch.free[index]).tolist()
            assert (board.score, board.ending) == (batch.scores[index], batch.endings[index])


def test_the_same_seed_is_the_same_batch_and_another_is_another() -> None:
    for make in (BattleBatch, SolitaireBatch):
        first, same, other = make(5, seed=4), make(5, seed=4), make(5, seed=5)
        assert is_same(contents(first), contents(same))
        assert np.array_equal(first.random_actions(), same.random_actions())
        assert not is_same(contents(first), contents(other))


def contents(batch: BattleBatch | SolitaireBatch) -> list[Any]:
    return [batch.games] if isinstance(batch, BattleBatch) else list(batch.boards)


def is_same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(some, others, strict=True))


def as_it_stands(function: Any) -> Any:
    return function


def played(module: Any, monkeypatch: pytest.MonkeyPatch, make: Any, *, is_plain: bool) -> Any:
    if is_plain:
        monkeypatch.setattr(module, "compiled", as_it_stands)
    batch = make()
    for _ in range(8):
        batch.step(batch.random_actions())
        batch.deal_again()
    return *contents(batch), batch.legal()


@pytest.mark.parametrize(
    ("module", "make"),
    [
        (battle_batch, lambda: BattleBatch(3, seed=2)),
        (solitaire_batch, lambda: SolitaireBatch(3, seed=2, layout="z0 y0: 0-10")),
    ],
    ids=["battle", "solitaire"],
)
def test_compiled_kernels_do_what_their_source_says(module: Any, make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = played(module, monkeypatch, make, is_plain=False)
    plain = played(module, monkeypatch, make, is_plain=True)
    assert is_same(compiled, plain)


def test_dealt_boards_hold_every_tile_and_enough_moves() -> None:
    batch = BattleBatch(300, seed=8, rules=BattleRules(least_opening_moves=3, first_seat=Seat(1)))
    tiles = np.sort(batch.games["tiles"], axis=1)
    assert np.array_equal(tiles, np.tile(np.repeat(np.arange(27), 4), (300, 1)))
    assert batch.choices.min() >= 3
    assert set(batch.mover.tolist()) == {1}
    boards = SolitaireBatch(100, seed=8)
    assert np.array_equal(np.sort(boards.faces, axis=1), np.tile(np.sort(solitaire_batch.material_of(144)), (100, 1)))


def test_random_actions_are_equally_likely() -> None:
    batch = BattleBatch(6000, seed=1)
    batch.load([Battle().deal(b"tea")] * 6000)
    drawn, counts = np.unique(batch.random_actions(), return_counts=True)
    assert drawn.tolist() == np.flatnonzero(batch.legal()[0]).tolist()
    expected = 6000 / len(drawn)
    assert ((counts - expected) ** 2 / expected).sum() < 4 * len(drawn)


def test_greedy_actions_are_those_of_the_player_greedy() -> None:
    game, codec = Battle(), BattleCodec()
    batch = BattleBatch(200, seed=6)
    for state, action in zip(batch.states(), batch.greedy_actions().tolist(), strict=True):
        view = game.view(state, None)
        moves = game.legal_moves(state, state.mover)
        best = max(state.board.points(move.first) for move in moves)
        assert state.board.points(codec.move(view, action).first) == best


def test_a_batch_goes_on_from_given_states() -> None:
    game = Battle()
    state = game.deal(b"tea")
    for _ in range(20):
        state, _ = game.apply(state, state.mover, game.legal_moves(state, state.mover)[0])
    batch = BattleBatch(2)
    batch.load([state, game.deal(b"tea")])
    assert batch.states() == [state, game.deal(b"tea")]
    boards = SolitaireBatch(2, seed=1)
    faces = boards.faces[::-1]
    boards.load(faces)
    assert np.array_equal(boards.faces, faces)
    assert boards.free.sum() > 0


def test_one_illegal_action_stops_the_whole_step() -> None:
    for make, size in ((BattleBatch, 276), (SolitaireBatch, 10301)):
        batch: Any = make(4, seed=1)
        before = [part.copy() for part in contents(batch)]
        actions = batch.random_actions()
        for wrong in (-1, size, int(np.flatnonzero(~batch.legal()[2])[0])):
            actions[2] = wrong
            with pytest.raises(IllegalMove, match=rf"expected a legal action, got {wrong} \((game|board) 2\)"):
                batch.step(actions)
            assert is_same(contents(batch), before)


def test_games_that_are_over_wait_to_be_dealt_again() -> None:
    batch = BattleBatch(50, seed=9)
    while not batch.over.any():
        batch.step(batch.random_actions())
    ended = batch.over
    assert (batch.random_actions()[ended] == -1).all()
    with pytest.raises(IllegalMove):
        batch.step(batch.random_actions())
    scores = batch.scores
    batch.deal_again()
    assert not batch.over.any()
    assert np.array_equal(batch.scores[~ended], scores[~ended])
    assert not batch.scores[ended].any()


def test_an_impossible_batch_is_refused_in_one_line() -> None:
    batch, boards = BattleBatch(2), SolitaireBatch(2)
    given_up, _ = Battle().apply(Battle().deal(b"tea"), Seat(0), Forfeit())
    wrong: list[tuple[Any, str]] = [
        (lambda: BattleBatch(0), "expected at least 1 game, got 0"),
        (lambda: SolitaireBatch(0), "expected at least 1 game, got 0"),
        (lambda: BattleBatch(1, seed=-1), "expected a seed of at least 0, got -1"),
        (lambda: batch.step([1, 2, 3]), "expected 2 actions"),
        (lambda: batch.load([given_up, given_up]), "expected states that nobody has given up"),
        (lambda: batch.load([]), "expected 2 states"),
        (lambda: boards.step([1]), "expected 2 actions"),
        (lambda: boards.load([[1, 2]]), "expected faces of shape"),
        (lambda: boards.load(np.full((2, 144), 42)), "expected faces from 0 to 41"),
    ]
    for attempt, complaint in wrong:
        with pytest.raises(InvalidOption, match=complaint):
            attempt()


def test_the_kernels_of_solitaire_have_the_groups_of_the_rules() -> None:
    from teahouse.games.solitaire.sets import BONUS_GROUP

    assert (solitaire_kernels.BONUS, solitaire_kernels.GROUPS) == (BONUS_GROUP, BONUS_GROUP + 1)
