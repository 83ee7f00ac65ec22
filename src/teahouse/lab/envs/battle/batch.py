"""Thousands of Battle games on the kernels, for learners that need many steps a second."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teahouse.core.errors import IllegalMove, InvalidOption
from teahouse.core.seats import Seat
from teahouse.core.tiles import TILES
from teahouse.games.battle import BattleRules, BattleState, Board
from teahouse.games.battle.board import COLUMNS, ROWS, TOTAL
from teahouse.kernels.arrays import Ints, dtype_of
from teahouse.kernels.arrays import Rows as Records
from teahouse.kernels.battle import batch as plain
from teahouse.lab.envs.batch import RowChoice, Stepped
from teahouse.lab.envs.battle.codec import ACTIONS, ENDS, PLANE_COUNT
from teahouse.lab.envs.pairs import pairs
from teahouse.lab.envs.random_states import random_states
from teahouse.players.compiling import compiled


@cache
def end_pairs() -> Ints:
    """The two ends of every action."""
    return np.array(pairs(ENDS), np.int64)


class BattleBatch:
    """A batch of Battle games, stepped together. Seat 0 begins each; actions are those of `BattleCodec`.

    Deals come from the batch's own generator, are uniform, and are the same for the same seed.

    >>> batch = BattleBatch(4, seed=7)
    >>> points, over = batch.step(batch.random_actions())
    >>> batch.mover.tolist(), over.tolist()
    ([1, 1, 1, 1], [False, False, False, False])
    """

    def __init__(self, count: int, seed: int = 0, rules: BattleRules | None = None) -> None:
        """Deal this many games."""
        if count < 1:
            raise InvalidOption(f"expected at least 1 game, got {count}")
        self.rules: Final = rules or BattleRules()
        self.games: NDArray[np.record] = np.zeros(count, dtype_of(plain.BatchGame))
        self._random_states: Ints = np.zeros(count, np.int64)
        self.reset(seed)

    def __len__(self) -> int:
        """How many games there are."""
        return len(self.games)

    @property
    def _rows(self) -> Records[plain.BatchGame]:
        """The games as records of the kernels."""
        return cast("Records[plain.BatchGame]", self.games)

    def reset(self, seed: int) -> None:
        """Deal every game again, from the seed."""
        self._random_states = random_states(len(self), seed)
        self.games["pairs"] = 0
        self.deal_again()

    def deal_again(self) -> None:
        """Deal the finished games again."""
        rules = self.rules
        compiled(plain.deal_again)(self._rows, self._random_states, rules.least_opening_moves, rules.first_seat)

    def deal_some(self, rows: RowChoice) -> None:
        """Deal these games and all finished ones again."""
        self.games["pairs"][rows] = 0
        self.deal_again()

    @property
    def mover(self) -> NDArray[np.int32]:
        """Whose turn it is."""
        return self.games["mover"].copy()

    @property
    def scores(self) -> NDArray[np.int32]:
        """The points of both seats."""
        return self.games["scores"].copy()

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games have no pair left."""
        left: NDArray[np.int32] = self.games["pairs"]
        return np.equal(left, 0)

    @property
    def choices(self) -> NDArray[np.int32]:
        """How many legal actions each game has."""
        return self.games["pairs"].copy()

    @property
    def free_counts(self) -> NDArray[np.int32]:
        """How many free tiles of each of the 27 kinds there are."""
        return self.games["count"].copy()

    def legal(self) -> NDArray[np.bool_]:
        """The masks of legal actions, a row for each game."""
        masks = np.zeros((len(self), ACTIONS), np.bool_)
        compiled(plain.legal)(self._rows, masks)
        return masks

    def observations(self) -> NDArray[np.float32]:
        """What each mover sees, in the planes of `BattleCodec`."""
        made = np.zeros((len(self), ROWS, COLUMNS, PLANE_COUNT), np.float32)
        compiled(plain.planes)(self._rows, made, float(TOTAL))
        return made

    def random_actions(self) -> Ints:
        """A legal action in every game, all equally likely; -1 if the game is over."""
        return self._drawn(plain.random_actions)

    def greedy_actions(self) -> Ints:
        """A legal action with the most points in every game, as the player `greedy` draws it; -1 if it is over."""
        return self._drawn(plain.greedy_actions)

    def _drawn(self, kernel: Any) -> Ints:
        actions = np.empty(len(self), np.int64)
        compiled(kernel)(self._rows, self._random_states, actions)
        return actions

    def step(self, actions: ArrayLike) -> Stepped:
        """Let every mover act. Ended games must be dealt again first; if one action is illegal, none is made."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise InvalidOption(f"expected {len(self)} actions, one a game, got an array of shape {chosen.shape}")
        wrong = compiled(plain.first_illegal)(self._rows, end_pairs(), chosen)
        if wrong >= 0:
            raise IllegalMove(f"expected a legal action, got {chosen[wrong]} (game {wrong})")
        points, over = np.empty(len(self), np.int64), np.empty(len(self), np.bool_)
        compiled(plain.step)(self._rows, end_pairs(), chosen, points, over)
        return Stepped(points, over)

    def select(self, rows: RowChoice) -> "BattleBatch":
        """Copies of these games, in this order; a game may come several times, to try several actions in it."""
        copy = object.__new__(BattleBatch)
        copy.__dict__.update(self.__dict__, games=self.games[rows], _random_states=self._random_states[rows])
        return copy

    def step_some(self, rows: RowChoice, actions: ArrayLike) -> Stepped:
        """Act in these games only, each listed once; the actions and the results are in the same order."""
        some = self.select(rows)
        stepped = some.step(actions)
        self.games[rows] = some.games
        return stepped

    def states(self) -> list[BattleState]:
        """Every game as a state of the rules."""
        return [state_of(row) for row in self.games]

    def load(self, states: Sequence[BattleState]) -> None:
        """Continue from these states, one for each game; no seat may have resigned."""
        if len(states) != len(self):
            raise InvalidOption(f"expected {len(self)} states, one a game, got {len(states)}")
        if any(state.forfeit is not None for state in states):
            raise InvalidOption("expected states that nobody has given up, got one")
        for row, state in zip(self.games, states, strict=True):
            row["tiles"], row["first"], row["last"] = board_numbers(state.board)
            row["scores"], row["mover"] = state.scores, state.mover
        compiled(plain.open_all)(self._rows)


def board_numbers(board: Board) -> tuple[Sequence[int], ...]:
    """A board in the form of the kernels: the kinds of all slots, and where the columns begin and end."""
    kinds: list[int] = []
    for tiles, top in zip(board.columns, board.tops, strict=True):
        kinds += [0] * top + [tile.code for tile in tiles] + [0] * (ROWS - top - len(tiles))
    lasts = (top + len(tiles) - 1 for tiles, top in zip(board.columns, board.tops, strict=True))
    return kinds, board.tops, tuple(lasts)


def state_of(game: plain.BatchGame) -> BattleState:
    """A game as a state of the rules."""
    kinds: list[int] = game.tiles.tolist()
    firsts, lasts = game.first.tolist(), game.last.tolist()
    columns, tops = list[Any](), list[int]()
    for column in range(COLUMNS):
        first, start = firsts[column], ROWS * column
        columns.append(tuple(TILES[kind] for kind in kinds[start + first : start + lasts[column] + 1]))
        tops.append(first if columns[-1] else 0)
    first_score, second_score = game.scores.tolist()
    return BattleState(Board(tuple(columns), tuple(tops)), (first_score, second_score), Seat(int(game.mover)))
