"""What a viewer sees of a board, and how events change it.

A face is seen when some part of its tile is uncovered, looking straight down: when at least one of the tile's four
half-tile units has no tile above it on any higher layer. A tile with all four units covered shows nothing.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from teahouse.core.drawing import Drawn
from teahouse.core.game import Result
from teahouse.core.seats import BySeat, Seat
from teahouse.core.tiles import TILES, Tile
from teahouse.games.solitaire.board import Board, BoardEnding, Help
from teahouse.games.solitaire.deals.deal import Deal, DealLevel, DealtLevel
from teahouse.games.solitaire.layout import Pair, Slot
from teahouse.games.solitaire.sets import CODES, TEXTS
from teahouse.games.solitaire.shape import Shape, bits, mask_of

GONE: Final = ".."
COVERED: Final = "??"

Face = tuple[Slot, Tile]


class Standing(msgspec.Struct, frozen=True):
    """What everybody knows of a seat: its score, the tiles on its board, and how it ended, if it did."""

    score: int
    tiles: int
    ending: BoardEnding | None = None


class BoardView(msgspec.Struct, frozen=True):
    """A board as its player sees it.

    cells: a slot each: the tile's text, `??` for a tile that is wholly covered, `..` for a gone one. free: the slots
    of free tiles. unseen: the tiles that lie under the `??`, in the order of their kinds; a player who remembers what
    is gone knows them, though not where each of them lies. hint: the pair hinted at, until the next move.
    """

    cells: tuple[str, ...]
    free: tuple[Slot, ...]
    unseen: tuple[Tile, ...]
    help: Help
    hint: Pair | None = None


class SolitaireView(Drawn, msgspec.Struct, frozen=True):
    """What a seat may know: everybody's standing, and its own board. The deal is shown after the end.

    casual: no points are counted, and everything can be undone.
    """

    layout: str
    level: DealLevel
    dealt: DealtLevel
    seat: Seat | None
    standings: BySeat[Standing]
    board: BoardView | None
    result: Result | None = None
    deal: Deal | None = None
    casual: bool = False


def standing(board: Board) -> Standing:
    """What everybody knows of this board."""
    return Standing(board.score, board.left.bit_count(), board.ending)


def board_view(shape: Shape, board: Board) -> BoardView:
    """The board as its player sees it."""
    cells, unseen = seen_cells(shape, board)
    return BoardView(cells, tuple(bits(board.free)), unseen, board.help, board.hint)


def seen_cells(shape: Shape, board: Board) -> tuple[tuple[str, ...], tuple[Tile, ...]]:
    """What each slot shows, and the tiles that are not shown, in the order of their kinds."""
    cells = [GONE] * len(board.faces)
    unseen: list[int] = []
    for slot in bits(board.left):
        if shape.is_seen(slot, board.left):
            cells[slot] = TEXTS[board.faces[slot]]
        else:
            cells[slot] = COVERED
            unseen.append(board.faces[slot])
    return tuple(cells), tuple(TILES[face] for face in sorted(unseen))


def left_mask(cells: Sequence[str]) -> int:
    """The slots that still hold a tile."""
    return mask_of(*(Slot(slot) for slot, cell in enumerate(cells) if cell != GONE))


def faces_at(board: Board, slots: Iterable[Slot]) -> tuple[Face, ...]:
    """The tiles in these slots, each with its slot."""
    return tuple((slot, TILES[board.faces[slot]]) for slot in slots)


def view_without(shape: Shape, view: BoardView, pair: Pair, uncovered: Sequence[Face]) -> BoardView:
    """The board after a pair went and these tiles came to light."""
    cells = list(view.cells)
    for slot in pair:
        cells[slot] = GONE
    for slot, tile in uncovered:
        cells[slot] = tile.value
    free = shape.freed(mask_of(*view.free), left_mask(cells), *pair)
    unseen = list(view.unseen)
    for _, tile in uncovered:
        unseen.remove(tile)
    return BoardView(tuple(cells), tuple(bits(free)), tuple(unseen), view.help)


def view_with(shape: Shape, view: BoardView, back: Sequence[Face]) -> BoardView:
    """The board after these two tiles came back, covering others again, and an undo was used."""
    cells = list(view.cells)
    for slot, tile in back:
        cells[slot] = tile.value
    left = left_mask(cells)
    slots = [slot for slot, _ in back]
    hidden = [slot for slot in bits(left) if cells[slot] != COVERED and not shape.is_seen(slot, left)]
    unseen = in_order((*view.unseen, *(cells[slot] for slot in hidden)))
    for slot in hidden:
        cells[slot] = COVERED
    free = shape.blocked(mask_of(*view.free), left, *slots)
    help_left = msgspec.structs.replace(view.help, undos=view.help.undos - 1)
    return BoardView(tuple(cells), tuple(bits(free)), unseen, help_left)


def view_shuffled(view: BoardView, cells: tuple[str, ...]) -> BoardView:
    """The board after a shuffle that left it looking like this."""
    help_left = msgspec.structs.replace(view.help, shuffles=view.help.shuffles - 1)
    return BoardView(cells, view.free, _unseen(view, cells), help_left)


def view_unshuffled(view: BoardView, cells: tuple[str, ...]) -> BoardView:
    """The board after a shuffle was undone, which left it looking like this."""
    help_left = msgspec.structs.replace(view.help, undos=view.help.undos - 1)
    return BoardView(cells, view.free, _unseen(view, cells), help_left)


def _unseen(view: BoardView, cells: tuple[str, ...]) -> tuple[Tile, ...]:
    """The tiles of a board that do not show when it looks like this."""
    unseen = list(in_order((*(cell for cell in view.cells if cell in CODES), *view.unseen)))
    for cell in cells:
        if cell in CODES:
            unseen.remove(TILES[CODES[cell]])
    return tuple(unseen)


def in_order(tiles: Iterable[str]) -> tuple[Tile, ...]:
    """Tiles in the order of their kinds."""
    return tuple(TILES[code] for code in sorted(CODES[tile] for tile in tiles))


def view_hinted(view: BoardView, pair: Pair) -> BoardView:
    """The board with a pair hinted at."""
    help_left = msgspec.structs.replace(view.help, hints=view.help.hints - 1)
    return msgspec.structs.replace(view, hint=pair, help=help_left)
