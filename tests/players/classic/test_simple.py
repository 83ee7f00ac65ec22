"""The simple player of Classic mahjong."""

from random import Random

import pytest

from teahouse.core.seats import Seat
from teahouse.games.classic import Classic, ClassicRules, DeclareMahjong
from teahouse.games.classic.rulesets.ruleset import RULESETS
from teahouse.players import PLAYERS, AnyPlayer, Budget, make_player
from teahouse.players.classic.simple import NEIGHBOURS, PAIR, SET, SimplePlayer, suit_worth
from tests.deals.script import Outcome, Script
from tests.shares import shared


def choice(outcome: Outcome, seat: int) -> str:
    game, state = outcome.game, outcome.state
    moves = game.legal_moves(state, Seat(seat))
    return game.move_text(SimplePlayer().choose(game.view(state, Seat(seat)), moves, Budget(), Random(1)))


TABLE = """
hand 0 147m 258s 1234567z {first}
hand 1 {hand}
hand 2 258m 369s 18p 77z 55z 6z
hand 3 369m 147s 258p 1122z
box 1p 2p 3p 6p
wall {draw} 9s 1z 3m
"""


@pytest.mark.parametrize(
    ("hand", "draw", "expected"),
    [
        ("123m 456m 78m 22p 56p 4z", "7z", {"4z", "7z"}),  # single honours are discarded first
        ("123m 456m 789m 22p 67p", "9s", {"9s"}),  # a pair and neighbours are kept
        ("123m 456m 789m 22p 34p", "5p", {"mahjong"}),
    ],
)
def test_it_keeps_pairs_and_neighbours_and_wins_when_it_can(hand: str, draw: str, expected: set[str]) -> None:
    outcome = Script(TABLE.format(hand=hand, draw=draw, first="9m") + "0 9m").play()
    assert choice(outcome, 1) in expected


@pytest.mark.parametrize(
    ("hand", "discard", "expected"),
    [
        ("123m 456m 789m 22p 34p", "5p", "mahjong"),
        ("123m 456m 78m 22p 34p 9s", "5p", "chow 345p"),
        ("123m 456m 78m 22p 44p 9s", "4p", "pong"),
        ("123m 456m 789m 2p 5p 9s 4z", "9p", "pass"),
    ],
)
def test_it_claims_what_helps(hand: str, discard: str, expected: str) -> None:
    script = TABLE.format(hand=hand, draw="9p", first=discard) + f"0 {discard}; ?"
    assert choice(Script(script).play(), 1) == expected


def test_a_suit_is_worth_its_best_reading() -> None:
    assert suit_worth((1, 1, 1, 0, 0, 0, 0, 0, 0), 4) == SET
    assert suit_worth((3, 1, 1, 0, 0, 0, 0, 0, 0), 4) == SET + PAIR
    assert suit_worth((3, 1, 1, 0, 0, 0, 0, 0, 0), 0) == SET
    assert suit_worth((0, 1, 1, 0, 2, 0, 0, 0, 0), 4) == NEIGHBOURS + PAIR


@pytest.mark.parametrize("name", shared(RULESETS, 3))
def test_three_deals_in_four_are_won_under_rulesets_without_a_minimum(name: str) -> None:
    game, won = Classic(ClassicRules(ruleset=name)), 0
    for seed in range(12):
        won += winner(game, b"%d" % seed, [SimplePlayer()] * 4) is not None
    assert won >= {"two-players": 2, "hongkong": 4}.get(name, 9)  # Hong Kong asks for three faan


def test_it_beats_players_who_play_at_random() -> None:
    seats: list[AnyPlayer] = [SimplePlayer(), *(make_player("classic", "random") for _ in range(3))]
    winners = [winner(Classic(), b"%d" % seed, seats) for seed in range(20)]
    assert winners.count(Seat(0)) >= 12


def winner(game: Classic, seed: bytes, players: list[AnyPlayer]) -> Seat | None:
    rng, state = Random(1), game.deal(seed)
    while waiting := game.to_move(state):
        seat = waiting[0]
        moves = game.legal_moves(state, seat)
        move = players[seat].choose(game.view(state, seat), moves, Budget(), rng)
        assert DeclareMahjong() not in moves or move == DeclareMahjong() or not isinstance(players[seat], SimplePlayer)
        state, _ = game.apply(state, seat, move)
    result = game.result(state)
    assert result is not None
    return next(iter(result.winners), None)


def test_classic_has_its_players() -> None:
    assert list(PLAYERS["classic"].levels) == ["random", "easy", "simple", "medium", "hard", "expert", "master"]
