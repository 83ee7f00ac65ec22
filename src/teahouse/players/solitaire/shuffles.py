"""The best play with one shuffle bought, with every face and every shuffle known.

A shuffle depends on the deal and the tiles left, so another pair taken before it changes its result. Many beginnings
with valuable pairs are tried, each with a shuffle and a short search on the board after it. Then the better ones are
searched longer, round by round, until one is left.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from teahouse.games.solitaire import Board, Shape
from teahouse.games.solitaire.board import free_pairs, reshuffled, without_pair
from teahouse.games.solitaire.layout import Pair
from teahouse.games.solitaire.moves import Shuffle, TakePair
from teahouse.players.solitaire.bound import any_bound
from teahouse.players.solitaire.oracle import Oracle, PlayLimits

LINE_SHARE: Final = 0.2
"""The share of the time for the line without help; `TRY_SHARE` is for trying shuffles, the rest for the best ones."""
TRY_SHARE: Final = 0.35
KEPT: Final = (64, 16, 4, 1)
SHORT: Final = 60
"""Plays on a board that a shuffle has just brought."""
EARLY: Final = 16
"""Most shuffles that pay come before this many pairs are gone, while there are many tiles to reorder."""
LATE_ONES: Final = 0.05
FONDNESS: Final = 4
"""How strongly a beginning prefers valuable pairs: the score of a pair to this power."""
MOST_WALKS: Final = 5_000


class BestPlay(msgspec.Struct, frozen=True):
    """The best play found: its total minus the price of help, its moves, a bound for any play, and the lines tried."""

    score: int
    bound: int
    moves: tuple[TakePair | Shuffle, ...]
    plays: int

    @property
    def gap(self) -> int:
        """How much better a play could be at most."""
        return self.bound - self.score


class Branch(NamedTuple):
    """A shuffle after these pairs, and a search on the board that it brought."""

    beginning: tuple[Pair, ...]
    score: int
    oracle: Oracle

    @property
    def total(self) -> int:
        """The best total found this way."""
        return self.score + self.oracle.score

    @property
    def moves(self) -> tuple[TakePair | Shuffle, ...]:
        """The whole play."""
        return (*_taking(self.beginning), Shuffle(), *_taking(self.oracle.line()))


class Start(NamedTuple):
    """A board before the first move, and the key that the deal's shuffles are drawn from."""

    shape: Shape
    board: Board
    key: bytes


def best_play(
    start: Start,
    seconds: float | None = None,
    plays: int | None = None,
    report: Callable[[int], None] | None = None,
) -> BestPlay:
    """Search for the best play with at most one shuffle; `report` gets every better total."""
    allowance = PlayLimits(seconds, plays)
    oracle = Oracle(start.shape, start.board.faces)
    allowance.look(oracle, LINE_SHARE)
    score, moves = oracle.score, tuple[TakePair | Shuffle, ...](_taking(oracle.line()))
    if report is not None:
        report(score)
    for branch in _narrowed(list(_branches(start, allowance)), allowance):
        if branch.total > score:
            score, moves = branch.total, branch.moves
            if report is not None:
                report(score)
    return BestPlay(score, any_bound(start.board.faces), moves, allowance.played)


def _branches(start: Start, allowance: PlayLimits) -> Iterator[Branch]:
    """Shuffles along random beginnings, each with a short search after it."""
    rng, met = Random(0), set[int]()
    for _ in range(MOST_WALKS if start.board.help.shuffles else 0):
        for before, beginning in _beginnings(start, rng):
            if allowance.share() >= LINE_SHARE + TRY_SHARE:
                return
            if before.left in met or not before.can_shuffle:
                continue
            met.add(before.left)
            after = reshuffled(before, start.key, 1)
            branch = Branch(beginning, after.score, Oracle(start.shape, after.faces, after.left))
            allowance.improve(branch.oracle, min(SHORT, allowance.plays_for(1.0)))
            yield branch


def _beginnings(start: Start, rng: Random) -> Iterator[tuple[Board, tuple[Pair, ...]]]:
    """A random walk that prefers valuable pairs: the board after each step and the pairs that led there."""
    board, beginning = start.board, list[Pair]()
    yield board, ()
    for _ in range(EARLY if rng.random() > LATE_ONES else board.pairs_left):
        pairs = free_pairs(board)
        if not pairs:
            return
        beginning += rng.choices(pairs, [board.points(pair) ** FONDNESS for pair in pairs])
        board = without_pair(start.shape, board, beginning[-1])
        yield board, tuple(beginning)


def _narrowed(branches: list[Branch], allowance: PlayLimits) -> Iterator[Branch]:
    """Continue the best branches, fewer each round and with more plays each."""
    for number, kept in enumerate(KEPT):
        branches = sorted(branches, key=lambda branch: -branch.total)[:kept]
        left = (1.0 - allowance.share()) / (len(KEPT) - number)
        plays = allowance.plays_for(left / max(1, len(branches)))
        for branch in branches:
            yield branch
            if allowance.share() < 1.0:
                allowance.improve(branch.oracle, plays)
                yield branch


def _taking(line: Sequence[Pair]) -> Iterator[TakePair]:
    return (TakePair(first, second) for first, second in line)
