"""One player's board: the tiles left on it, its score, the help left, and what each kind of move does to it."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from teahouse.core.game import Reason
from teahouse.core.shuffle import Stream
from teahouse.games.solitaire.layout import Pair, Slot
from teahouse.games.solitaire.sets import GROUPS, pair_value
from teahouse.games.solitaire.shape import Shape, bits

HELP_PRICE: Final = 5
MIXES: Final = 20

BoardEnding = Literal["cleared", "stuck", "ended"] | Reason
BoardStep = Pair | bytes
"""What an undo takes back: a pair, or in a casual game a shuffle, as the faces that were there before it."""


class Help(msgspec.Struct, frozen=True):
    """How often each kind of help may still be used."""

    undos: int
    shuffles: int
    hints: int


class Board(msgspec.Struct, frozen=True):
    """The tiles left and what was scored with the others.

    faces: every slot's tile by its code, those that are gone as well. left, free: masks of slots. taken: the steps
    that can be undone, the last one last; no more of them than undos are left, and none from before a shuffle.
    hint: the pair that was hinted at, until the next move. casual: points and help count nothing, and a shuffle can be
    undone. undone: in a casual game the steps that can be made again, the next one last; None is a shuffle.
    """

    faces: bytes
    left: int
    free: int
    score: int
    help: Help
    taken: tuple[BoardStep, ...] = ()
    hint: Pair | None = None
    ending: BoardEnding | None = None
    casual: bool = False
    undone: tuple[Pair | None, ...] = ()

    @property
    def pairs_left(self) -> int:
        """Pairs on the table."""
        return self.left.bit_count() // 2

    @property
    def price(self) -> int:
        """What any help costs now."""
        return 0 if self.casual else HELP_PRICE * self.pairs_left

    @property
    def has_two_free(self) -> bool:
        """Are two places free? Only then can a shuffle produce a free pair."""
        return self.free & (self.free - 1) != 0

    @property
    def can_shuffle(self) -> bool:
        """Is a shuffle left, and possible?"""
        return self.help.shuffles > 0 and self.has_two_free

    @property
    def can_undo(self) -> bool:
        """Is an undo left, and a pair to put back?"""
        return bool(self.taken)

    def points(self, pair: Pair) -> int:
        """The points of a pair taken now."""
        return 0 if self.casual else self.value(pair) * self.pairs_left

    def value(self, pair: Pair) -> int:
        """The value of a pair."""
        return pair_value(self.faces[pair[0]], self.faces[pair[1]])


def full_board(shape: Shape, faces: bytes, uses: int, *, casual: bool = False) -> Board:
    """The board before the first move."""
    return with_ending(Board(faces, shape.full, shape.free, 0, Help(uses, uses, uses), casual=casual))


def free_pairs(board: Board) -> list[Pair]:
    """Every matching pair of free tiles, by first and then second slot."""
    groups: dict[int, list[Slot]] = {}
    for slot in bits(board.free):
        groups.setdefault(GROUPS[board.faces[slot]], []).append(slot)
    return sorted(
        (first, second)
        for slots in groups.values()
        if len(slots) > 1
        for number, first in enumerate(slots)
        for second in slots[number + 1 :]
    )


def has_pair(board: Board) -> bool:
    """Are two matching tiles free?"""
    return _has_pair(board.faces, board.free)


def _has_pair(faces: bytes, free: int) -> bool:
    met = 0
    for slot in bits(free):
        group = 1 << GROUPS[faces[slot]]
        if met & group:
            return True
        met |= group
    return False


def best_pair(board: Board) -> Pair | None:
    """The free pair with the highest value, in the lowest slots if several have it; None if there is no pair."""
    return max(free_pairs(board), key=board.value, default=None)


def with_ending(board: Board) -> Board:
    """The board with its ending, if it is empty, or has no pair and no help that could produce one."""
    if board.ending is not None:
        return board
    if not board.left:
        return msgspec.structs.replace(board, ending="cleared")
    if board.can_undo or board.can_shuffle or has_pair(board):
        return board
    return msgspec.structs.replace(board, ending="stuck")


def without_pair(shape: Shape, board: Board, pair: Pair) -> Board:
    """The board after a free pair was taken."""
    first, second = pair
    left = board.left & ~(1 << first | 1 << second)
    undos = board.help.undos
    return Board(
        board.faces,
        left,
        shape.freed(board.free, left, first, second),
        board.score + board.points(pair),
        board.help,
        (*board.taken, pair)[-undos:] if undos else (),
        casual=board.casual,
    )


def with_last_pair(shape: Shape, board: Board, pair: Pair) -> Board:
    """The board before the last pair was taken, less its points and the price of the undo."""
    first, second = pair
    left = board.left | 1 << first | 1 << second
    before = msgspec.structs.replace(
        board,
        left=left,
        free=shape.blocked(board.free, left, first, second),
        help=_less_undo(board),
        taken=board.taken[:-1],
        hint=None,
        undone=(*board.undone, pair) if board.casual else (),
    )
    return msgspec.structs.replace(before, score=board.score - before.points(pair) - board.price)


def before_shuffle(board: Board, faces: bytes) -> Board:
    """The board of a casual game as it was before its last shuffle."""
    undone = (*board.undone, None)
    return msgspec.structs.replace(
        board, faces=faces, help=_less_undo(board), taken=board.taken[:-1], hint=None, undone=undone
    )


def _less_undo(board: Board) -> Help:
    return msgspec.structs.replace(board.help, undos=board.help.undos - 1)


def reshuffled(board: Board, key: bytes, number: int) -> Board:
    """The board after its n-th shuffle: the tiles left in a new order on the places left."""
    help_left = msgspec.structs.replace(board.help, shuffles=board.help.shuffles - 1)
    faces = _mixed(board, key, number)
    undoable = (*board.taken, board.faces)[-board.help.undos :] if board.casual and board.help.undos else ()
    score = board.score - board.price
    return Board(faces, board.left, board.free, score, help_left, undoable, casual=board.casual)


def _mixed(board: Board, key: bytes, number: int) -> bytes:
    """The faces with the remaining tiles reordered; the order depends only on the key, the number and these tiles."""
    slots = list(bits(board.left))
    tiles = bytes(sorted(board.faces[slot] for slot in slots))
    stream = Stream(key, f"solitaire/shuffle/{number}/{board.left:x}/{tiles.hex()}/")
    faces = b""
    for faces in _mixes(board.faces, slots, tiles, stream):
        if _has_pair(faces, board.free):
            return faces
    return _paired(bytearray(faces), slots, stream.shuffled(list(bits(board.free))))


def _mixes(faces: bytes, slots: list[Slot], tiles: bytes, stream: Stream) -> Iterator[bytes]:
    for _ in range(MIXES):
        mixed = bytearray(faces)
        for slot, face in zip(slots, stream.shuffled(tiles), strict=True):
            mixed[slot] = face
        yield bytes(mixed)


def _paired(faces: bytearray, slots: list[Slot], free: list[Slot]) -> bytes:
    """Put a tile that matches the first free place into the second; groups are even, so there is one."""
    group = GROUPS[faces[free[0]]]
    mate = next(slot for slot in slots if slot != free[0] and GROUPS[faces[slot]] == group)
    faces[free[1]], faces[mate] = faces[mate], faces[free[1]]
    return bytes(faces)


def with_hint(board: Board, pair: Pair) -> Board:
    """The board with a pair hinted at, and the price of the hint paid."""
    help_left = msgspec.structs.replace(board.help, hints=board.help.hints - 1)
    return msgspec.structs.replace(board, score=board.score - board.price, help=help_left, hint=pair)
