"""The best play with a shuffle bought, for one who sees every face and knows what each shuffle brings.

The luck of a shuffle follows from the deal and the tiles left, so another pair taken before it means another luck. Many
beginnings near a good line are tried, each with a shuffle and a short search on the board it brings. Then the better
ones get more of the time, again and again, until one is left.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec

from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import Board, Shape
from teahouse.games.solitaire.board import free_pairs, reshuffled, without_pair
from teahouse.games.solitaire.layout import Pair
from teahouse.games.solitaire.moves import Shuffle, TakePair
from teahouse.players.solitaire_bound import any_bound
from teahouse.players.solitaire_oracle import PLAYS_A_ROUND, Oracle

LINE_SHARE: Final = 0.2
"""The share of the time that goes into the line without help, then into trying shuffles; the rest narrows them down."""
TRY_SHARE: Final = 0.35
KEPT: Final = (64, 16, 4, 1)
SHORT: Final = 200
"""Plays on a board that a shuffle has just brought."""
EARLY: Final = 16
"""Most shuffles that pay come before so many pairs are gone: there the luck has most to choose from."""
LATE_ONES: Final = 0.25
STRAYS: Final = 4
MOST_TRIES: Final = 20_000
PACE: Final = 100_000.0


class BestPlay(msgspec.Struct, frozen=True):
    """The best play found: its total with all prices paid, its moves, what no play exceeds, and the lines tried."""

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


class Allowance:
    """What may be spent: seconds or plays, whichever ends first."""

    def __init__(self, seconds: float | None, plays: int | None) -> None:
        """Begin to count now."""
        if seconds is None and plays is None:
            raise InvalidOption("expected a limit of seconds or plays, got none")
        self._seconds = seconds
        self._plays = plays
        self._begun = time.perf_counter()
        self.played = 0

    def share(self) -> float:
        """How much of it is used up, from 0 to 1."""
        by_time = 0.0 if not self._seconds else (time.perf_counter() - self._begun) / self._seconds
        by_plays = 0.0 if not self._plays else self.played / self._plays
        return min(1.0, max(by_time, by_plays))

    def plays_for(self, share: float) -> int:
        """About how many plays such a share of it is worth."""
        allowed = [] if self._plays is None else [share * self._plays]
        if self._seconds is not None:
            taken = time.perf_counter() - self._begun
            allowed.append(share * self._seconds * (self.played / taken if self.played else PACE))
        return max(1, int(min(allowed)))

    def improve(self, oracle: Oracle, plays: int, *, anew: bool = True) -> None:
        """Let a search go on."""
        oracle.round(plays, anew=anew)
        self.played += plays


class Start(NamedTuple):
    """A board before the first move, and what the deal's shuffles are drawn from."""

    shape: Shape
    board: Board
    key: bytes


def best_play(
    start: Start,
    seconds: float | None = None,
    plays: int | None = None,
    report: Callable[[int], None] | None = None,
) -> BestPlay:
    """Look for the best play with at most one shuffle; `report` hears every better total."""
    allowance = Allowance(seconds, plays)
    oracle = _line(start, allowance)
    score, moves = oracle.score, tuple[TakePair | Shuffle, ...](_taking(oracle.line()))
    if report is not None:
        report(score)
    for branch in _narrowed(list(_branches(start, oracle.line(), allowance)), allowance):
        if branch.total > score:
            score, moves = branch.total, branch.moves
            if report is not None:
                report(score)
    return BestPlay(score, any_bound(start.board.faces), moves, allowance.played)


def _line(start: Start, allowance: Allowance) -> Oracle:
    """The best line without help, in its share of the time."""
    oracle, anew = Oracle(start.shape, start.board.faces), True
    while (left := LINE_SHARE - allowance.share()) > 0:
        allowance.improve(oracle, min(PLAYS_A_ROUND, allowance.plays_for(left)), anew=anew)
        anew = not anew
    return oracle


def _branches(start: Start, line: Sequence[Pair], allowance: Allowance) -> Iterator[Branch]:
    """Shuffles after different beginnings of about this line, each with a short search after it."""
    luck, met = Random(0), set[int]()
    for _ in range(MOST_TRIES):
        if allowance.share() >= LINE_SHARE + TRY_SHARE:
            return
        before, beginning = _beginning(start, line, luck)
        if before.left in met or not before.can_shuffle:
            continue
        met.add(before.left)
        after = reshuffled(before, start.key, 1)
        branch = Branch(beginning, after.score, Oracle(start.shape, after.faces, after.left))
        allowance.improve(branch.oracle, min(SHORT, allowance.plays_for(1.0)))
        yield branch


def _beginning(start: Start, line: Sequence[Pair], luck: Random) -> tuple[Board, tuple[Pair, ...]]:
    """Some pairs of the line, and then a few others, dear ones rather."""
    board = start.board
    most = len(line) if luck.random() < LATE_ONES else min(EARLY, len(line))
    beginning = list(line[: luck.randrange(most + 1)])
    for pair in beginning:
        board = without_pair(start.shape, board, pair)
    for _ in range(luck.randrange(STRAYS + 1)):
        pairs = free_pairs(board)
        if not pairs:
            break
        beginning += luck.choices(pairs, [board.points(pair) ** 3 for pair in pairs])
        board = without_pair(start.shape, board, beginning[-1])
    return board, tuple(beginning)


def _narrowed(branches: list[Branch], allowance: Allowance) -> Iterator[Branch]:
    """The best branches, fewer and fewer of them with more and more plays; each after its search went on."""
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
