"""Whole deals and scoring of Classic in the kernel, beside riichienv and RLCard, which play one game a call."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

from benchmarks.classic.play import rlcard_games
from benchmarks.classic.scoring import Counts, complete_hands, win_of
from benchmarks.measure import Figure, rates
from teahouse.games.classic import Classic
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.games.classic.scoring.score import is_mahjong
from teahouse.kernels.arrays import Rows
from teahouse.kernels.classic.numbers import WinNumbers
from teahouse.players import AnyPlayer, Budget, make_player
from teahouse.players.classic.deals import play_deals
from teahouse.players.classic.numbers import scores, win_rows

PEER_DEALS = 60
OUR_DEALS = {"random": 1_000, "easy": 1_000, "medium": 500, "hard": 100, "master": 100}
LEAST_RANDOM = 10.0
LEAST_EASY = 2.0
LEAST_HARD = 300.0
LEAST_SCORED = 2.0
LEAST_CHOICES = 200.0
WINS = 5_000
BRITISH = load_ruleset()

Chance = tuple[Any, Sequence[Any]]
"""What a seat sees, and the moves it has."""


def figures() -> Iterator[Figure]:
    """Deals a second for each policy in all four seats, and hands scored a second."""
    peer_name = f"riichienv {version('riichienv')}"
    loops = [partial(_deals, policy, count) for policy, count in OUR_DEALS.items()]
    *ours, rust, python = rates(*loops, _riichienv_games(), rlcard_games())
    title = "Classic, whole deals of random moves in the kernel"
    yield Figure(title, "deals/s", ours[0], rust, peer_name, LEAST_RANDOM)
    yield Figure(title, "deals/s", ours[0], python, f"rlcard {version('rlcard')}", LEAST_RANDOM)
    yield Figure("Classic, deals of four easy players", "deals/s", ours[1], rust, peer_name, LEAST_EASY, RANDOM_PEER)
    yield Figure("Classic, deals of four medium players", "deals/s", ours[2], rust, peer_name, None, RANDOM_PEER)
    title = "Classic, deals of four hard players"
    yield Figure(title, "deals/s", ours[3], LEAST_HARD, PROMISE, 1.0, "the level hard weighs every move in points")
    title = "Classic, deals of four master players"
    yield Figure(title, "deals/s", ours[4], rust, peer_name, None, RANDOM_PEER)
    for level in ("expert", "master"):
        (choices,) = rates(partial(_choices, make_player("classic", level), chances()))
        yield Figure(f"Classic, choices of the level {level}", "choices/s", choices, LEAST_CHOICES, PROMISE, 1.0)
    hands = complete_hands(WINS)
    rows = win_rows([win_of(counts, winning) for counts, winning in hands])
    scored, peer = rates(partial(_scored, rows), _riichienv_scores(hands))
    yield Figure("Classic, scoring complete hands in the kernel", "hands/s", scored, peer, peer_name, LEAST_SCORED)
    for name in ("club", "hongkong"):
        yield from _scored_under(name, hands)


def _scored_under(name: str, hands: list[tuple[Counts, int]]) -> Iterator[Figure]:
    """The same figures under another ruleset, for hands that are complete there."""
    rules = load_ruleset(name)
    complete = [(each, win) for each in hands if is_mahjong((win := win_of(*each)).concealed, (), rules)]
    rows = win_rows([win for _, win in complete])
    scored, peer = rates(lambda: len(scores(rows, rules)), _riichienv_scores([each for each, _ in complete]))
    title = f"Classic, scoring complete hands in the kernel, ruleset {name}"
    yield Figure(title, "hands/s", scored, peer, f"riichienv {version('riichienv')}", LEAST_SCORED)


RANDOM_PEER = "the peer plays random moves"
PROMISE = "our promise"


def _deals(policy: str, count: int) -> int:
    return len(play_deals(count, [policy] * 4, 1).winners)


def chances() -> list[Chance]:
    """All choices in a deal of four quick players."""
    game, rng, player = Classic(), random.Random(1), make_player("classic", "simple")
    state, met = game.deal(b"choices"), list[Chance]()
    while game.result(state) is None:
        seat = game.to_move(state)[0]
        met.append((game.view(state, seat), game.legal_moves(state, seat)))
        state, _ = game.apply(state, seat, player.choose(*met[-1], Budget(), rng))
    return met


def _choices(player: AnyPlayer, met: list[Chance]) -> int:
    rng = random.Random(1)
    for view, moves in met:
        player.choose(view, moves, Budget(), rng)
    return len(met)


def _riichienv_games() -> Callable[[], int]:
    env: Any = import_module("riichienv").RiichiEnv(game_mode="4p-red-single")

    def play() -> int:
        rng = random.Random(1)
        for _ in range(PEER_DEALS):
            seen = env.reset()
            while not env.done():
                seen = env.step({seat: rng.choice(about.legal_actions()) for seat, about in seen.items()})
        return PEER_DEALS

    return play


def _scored(rows: Rows[WinNumbers]) -> int:
    return len(scores(rows, BRITISH))


def _riichienv_scores(hands: list[tuple[Counts, int]]) -> Callable[[], int]:
    peer: Any = import_module("riichienv")
    asked: Any = peer.Conditions(tsumo=True, player_wind=peer.Wind.East, round_wind=peer.Wind.East)
    tiles = [_tiles_and_winner(counts, winning) for counts, winning in hands]

    def score() -> int:
        for rest, winner in tiles:
            peer.HandEvaluator(rest, []).calc(winner, [], asked, [])
        return len(tiles)

    return score


def _tiles_and_winner(counts: Counts, winning: int) -> tuple[list[int], int]:
    """The hand in the peer's form: numbers of 136 tiles without the winning one, and the winning one."""
    tiles = [4 * kind + copy for kind, count in enumerate(counts) for copy in range(count)]
    tiles.remove(4 * winning)
    return tiles, 4 * winning
