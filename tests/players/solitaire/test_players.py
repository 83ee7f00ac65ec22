"""The players of Solitaire: each follows its description, and the careful one is the best of them."""

import random
from itertools import product

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import EndGame, Hint, Shuffle, Solitaire, SolitaireRules, SolitaireState, TakePair
from teahouse.games.solitaire.board import best_pair
from teahouse.players import PLAYERS, Budget, make_player

YOU = Seat(0)


def finished(name: str, seed: int, layout: str = "turtle") -> SolitaireState:
    game, bot, rng = (
        Solitaire(SolitaireRules(layout=layout, level="wild")),
        make_player("solitaire", name),
        random.Random(seed),
    )
    state = game.deal(b"bot %d" % seed)
    while game.to_move(state):
        state, _ = game.apply(
            state, YOU, bot.choose(game.view(state, YOU), game.legal_moves(state, YOU), Budget(), rng)
        )
    return state


QUICK = [name for name in PLAYERS["solitaire"].levels if name != "expert"]
"""The expert plays the Turtle where it is compared with the careful player."""


@pytest.mark.parametrize(
    ("layout", "name"), [*product(["turtle"], QUICK), *product(["escalator"], PLAYERS["solitaire"].levels)]
)
def test_every_player_brings_a_game_to_its_end(layout: str, name: str) -> None:
    state = finished(name, 1, layout)
    assert state.boards[0].ending in ("cleared", "stuck", "ended")
    assert (state.boards[0].help.undos, state.boards[0].help.hints, state.start_overs) == (5, 5, 0)


def test_the_hint_player_plays_the_hint() -> None:
    game, bot = Solitaire(SolitaireRules(level="wild")), make_player("solitaire", "hint")
    state = game.deal(b"obey")
    assert best_pair(state.boards[0]) is not None
    while (pair := best_pair(state.boards[0])) is not None:
        moves = game.legal_moves(state, YOU)
        chosen = bot.choose(game.view(state, YOU), moves, Budget(), random.Random(1))
        assert chosen == TakePair(*pair)
        state, _ = game.apply(state, YOU, chosen)


def test_the_careful_player_prefers_a_wholly_free_group_to_a_more_valuable_pair() -> None:
    game = Solitaire(SolitaireRules(layout="z0 y0: 0-8; y4/8: 0; y12: 0-4"))
    state = game.start(parse_tiles("5z 2m 5z 2m 5z 1m 1m 3m 5z 3m"))
    chosen = make_player("solitaire", "careful").choose(
        game.view(state, YOU), game.legal_moves(state, YOU), Budget(), random.Random(1)
    )
    assert game.move_text(chosen) in ("a2.1-a3.1", "a4.1-a4.3")


def test_without_a_pair_a_player_shuffles_and_without_a_shuffle_it_stops() -> None:
    game = Solitaire(SolitaireRules(layout="z0 y0: 0-6"))
    state = game.start(parse_tiles("1m 2m 1m 2m"))
    bot = make_player("solitaire", "careful")
    assert bot.choose(game.view(state, YOU), game.legal_moves(state, YOU), Budget(), random.Random(1)) == Shuffle()
    assert bot.choose(game.view(state, YOU), (EndGame(),), Budget(), random.Random(1)) == EndGame()


def test_on_the_same_deals_careful_beats_hint_and_hint_beats_random() -> None:
    means = [
        sum(finished(name, seed).boards[0].score for seed in range(20)) / 20 for name in ("random", "hint", "careful")
    ]
    assert means == sorted(means)
    assert means[0] > 6700


def test_a_hint_changes_no_players_choice() -> None:
    game, bot = Solitaire(), make_player("solitaire", "hint")
    state = game.deal(b"mind")
    hinted, _ = game.apply(state, YOU, Hint())
    moves = game.legal_moves(state, YOU)
    choices = [bot.choose(game.view(each, YOU), moves, Budget(), random.Random(1)) for each in (state, hinted)]
    assert choices[0] == choices[1]
    assert Forfeit() not in moves
