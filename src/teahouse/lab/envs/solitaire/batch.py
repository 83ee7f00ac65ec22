"""Thousands of Solitaire boards without help on the kernels, for learners that need many steps a second."""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from teahouse.core.errors import IllegalMove, InvalidOption
from teahouse.core.tiles import TILES, Tile
from teahouse.games.solitaire import Layout, Shape, SolitaireRules, find_layout, shape_of
from teahouse.games.solitaire.deals.proof import puzzle_of
from teahouse.games.solitaire.moves import EndGame
from teahouse.games.solitaire.sets import VALUES, material
from teahouse.games.solitaire.shape import bits
from teahouse.kernels.arrays import Flags, Ints, new_rows
from teahouse.kernels.solitaire import batch as plain
from teahouse.kernels.solitaire.relaxed import GONE, WAITING
from teahouse.lab.envs.batch import RowChoice, Stepped
from teahouse.lab.envs.pairs import pairs
from teahouse.lab.envs.random_states import random_states
from teahouse.lab.envs.solitaire.codec import FREE, HIDDEN, PLANE_COUNT, TAKEN, WORDS
from teahouse.players.compiling import compiled

ENDINGS: Final = (None, "cleared", "stuck", "ended")


class SolitaireBatch:
    """A batch of boards of one layout, wild deals without help; actions are those of `SolitaireCodec`.

    It plays exactly `SolitaireRules(level="wild", uses=0, start_overs=0)`, with deals from its own generator, which
    are uniform as well; a deal without a free pair is dealt again.

    >>> batch = SolitaireBatch(3, seed=5)
    >>> points, over = batch.step(batch.random_actions())
    >>> batch.left.sum(axis=1).tolist(), over.tolist()
    ([142, 142, 142], [False, False, False])
    """

    def __init__(self, count: int, seed: int = 0, layout: str = "turtle") -> None:
        """Deal this many boards."""
        if count < 1:
            raise InvalidOption(f"expected at least 1 game, got {count}")
        self.rules: Final = SolitaireRules(layout=layout, level="wild", uses=0, start_overs=0)
        self.layout: Final[Layout] = find_layout(self.rules.layout)
        self.slots: Final = len(self.layout.places)
        self.pairs: Final = self.slots * (self.slots - 1) // 2
        self.actions: Final = self.pairs + len(WORDS)
        self.end: Final = self.pairs + WORDS.index(EndGame())
        faces, blockers, status = (np.zeros((count, self.slots), np.int32) for _ in range(3))
        self.boards: plain.Boards = plain.Boards(faces, blockers, status, new_rows(plain.BoardTally, count))
        self._random_states: Ints = np.zeros(count, np.int64)
        self.reset(seed)

    def __len__(self) -> int:
        """How many boards there are."""
        return len(self.boards.faces)

    def reset(self, seed: int) -> None:
        """Deal every board again, from the seed."""
        self._random_states = random_states(len(self), seed)
        self._tally("ending")[:] = plain.ENDED
        self.deal_again()

    def deal_again(self) -> None:
        """Deal the finished boards again."""
        compiled(plain.deal_again)(self.boards, links_of(self.layout), self._random_states, material_of(self.slots))

    def deal_some(self, rows: RowChoice) -> None:
        """Deal these boards and all finished ones again."""
        self._tally("ending")[rows] = plain.ENDED
        self.deal_again()

    @property
    def faces(self) -> NDArray[np.int32]:
        """The tile that lies, or lay, in every slot, by its code."""
        return self.boards.faces.copy()

    @property
    def left(self) -> Flags:
        """Which slots hold a tile."""
        return np.not_equal(self.boards.status, GONE)

    @property
    def free(self) -> Flags:
        """Which slots hold a free tile."""
        return np.equal(self.boards.status, WAITING)

    def _tally(self, name: str) -> NDArray[np.int32]:
        """One of the counts of every board, by its name."""
        tallies: NDArray[np.record] = np.asarray(self.boards.tallies)
        return tallies[name]

    @property
    def scores(self) -> NDArray[np.int32]:
        """The score of every board."""
        return self._tally("score").copy()

    @property
    def over(self) -> Flags:
        """Which boards have ended."""
        return np.not_equal(self._tally("ending"), plain.PLAYING)

    @property
    def endings(self) -> list[str | None]:
        """How each board ended: cleared, stuck or ended; None while it is played."""
        return [ENDINGS[number] for number in self._tally("ending").tolist()]

    def tiles(self, game: int) -> tuple[Tile, ...]:
        """The deal of a board, in the order of slots, as `Solitaire.start` takes it."""
        faces: list[int] = self.faces[game].tolist()
        return tuple(TILES[face] for face in faces)

    def load(self, faces: ArrayLike) -> None:
        """Begin with these faces, a row for each board, with nothing taken yet."""
        given = np.asarray(faces, np.int32)
        if given.shape != (len(self), self.slots):
            raise InvalidOption(f"expected faces of shape {(len(self), self.slots)}, got {given.shape}")
        if given.min() < 0 or given.max() >= len(TILES):
            raise InvalidOption(f"expected faces from 0 to {len(TILES) - 1}, got {given.min()} to {given.max()}")
        self.boards.faces[:] = given
        compiled(plain.lay_all_out)(self.boards, links_of(self.layout))

    def legal(self) -> Flags:
        """The masks of legal actions, a row for each board."""
        masks = np.zeros((len(self), self.actions), np.bool_)
        compiled(plain.legal)(self.boards, masks, self.end)
        return masks

    def observations(self) -> NDArray[np.uint8]:
        """What each player sees, in the planes of `SolitaireCodec`."""
        left, rows = self.left, self.faces
        rows[~left] = TAKEN
        rows[left & ~self._seen(left)] = HIDDEN
        planes = np.eye(PLANE_COUNT, dtype=np.uint8)[rows]
        planes[:, :, FREE] = self.free
        return planes

    def _seen(self, left: Flags) -> Flags:
        """Which slots have a unit that no tile on a higher layer covers."""
        covering, seen = left.astype(np.float32), np.zeros_like(left)
        for above in quarters_of(self.layout):
            seen |= covering @ above == 0
        return seen

    def select(self, rows: RowChoice) -> "SolitaireBatch":
        """Copies of these boards, in this order; a board may come several times, to try several actions on it."""
        copy = object.__new__(SolitaireBatch)
        parts: list[Any] = [np.asarray(part)[rows] for part in self.boards]
        boards = plain.Boards(*parts)
        copy.__dict__.update(self.__dict__, boards=boards, _random_states=self._random_states[rows])
        return copy

    def step_some(self, rows: RowChoice, actions: ArrayLike) -> Stepped:
        """Act on these boards only, each listed once; the actions and the results are in the same order."""
        some = self.select(rows)
        stepped = some.step(actions)
        for part, changed in zip(self.boards, some.boards, strict=True):
            np.asarray(part)[rows] = changed
        return stepped

    def random_actions(self) -> Ints:
        """A free pair of every board, all equally likely; -1 if it has ended."""
        actions = np.empty(len(self), np.int64)
        compiled(plain.random_actions)(self.boards, self._random_states, actions)
        return actions

    def step(self, actions: ArrayLike) -> Stepped:
        """Act on every board. Ended ones must be dealt again first; if one action is illegal, none is made."""
        chosen = np.array(actions, np.int64)
        if chosen.shape != (len(self),):
            raise InvalidOption(f"expected {len(self)} actions, one a board, got an array of shape {chosen.shape}")
        ended = chosen == self.end
        numbers = np.where(ended, self.pairs, np.where(chosen < self.pairs, chosen, -1))
        wrong = compiled(plain.first_illegal)(self.boards, slot_pairs(self.slots), numbers)
        if wrong >= 0:
            raise IllegalMove(f"expected a legal action, got {chosen[wrong]} (board {wrong})")
        points, over = np.empty(len(self), np.int64), np.empty(len(self), np.bool_)
        links, table = links_of(self.layout), slot_pairs(self.slots)
        compiled(plain.step)(self.boards, links, table, values_of(), numbers, points, over)
        return Stepped(points, over)


@cache
def slot_pairs(slots: int) -> Ints:
    """The two slots of every action that takes a pair."""
    return np.array(pairs(slots), np.int64).reshape(-1, 2)


@cache
def values_of() -> Ints:
    """The least value of a pair with each face."""
    return np.array(VALUES, np.int64)


@cache
def material_of(slots: int) -> Ints:
    """The faces that fill a layout of this many slots."""
    return np.array(material(slots), np.int64)


@cache
def links_of(layout: Layout) -> plain.Links:
    """Which slots of a layout block which others, in the form of the kernels."""
    shape = shape_of(layout)
    links = puzzle_of(shape, material(len(layout.places)), shape.full).links
    return plain.Links(*(np.array(numbers, np.int64) for numbers in links))


@cache
def quarters_of(layout: Layout) -> NDArray[np.float32]:
    """For each of the four units of a tile: which slots (rows) cover that unit of which slots (columns)."""
    shape: Shape = shape_of(layout)
    above = np.zeros((4, len(layout.places), len(layout.places)), np.float32)
    for slot, quarters in enumerate(shape.quarters):
        for unit, mask in enumerate(quarters):
            above[unit, list(bits(mask)), slot] = 1
    return above
