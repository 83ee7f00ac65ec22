"""Why a named tile cannot be taken in Solitaire."""

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import Tile, parse_tiles
from teahouse.games.solitaire.board import Board
from teahouse.games.solitaire.layout import Layout, addresses
from teahouse.games.solitaire.sets import GROUPS
from teahouse.games.solitaire.shape import bits


def tile_refusal(layout: Layout, board: Board, text: str) -> str | None:
    """Why no pair of the tiles in a text can be taken; None if the text names no tiles."""
    try:
        tiles = parse_tiles(text)
    except InvalidText:
        return None
    if not 1 <= len(tiles) <= 2:
        return None
    first, last = tiles[0], tiles[-1]
    if GROUPS[first.code] != GROUPS[last.code]:
        return f"{first} and {last} do not match"
    if first != last:
        return next((_alone(board, tile) for tile in tiles if not _free(board, tile)), None)
    return _no_pair(layout, board, first)


def _no_pair(layout: Layout, board: Board, tile: Tile) -> str:
    if tile.is_bonus:
        return f"expected two bonus tiles such as 1f6f, got {tile} alone: any two of them match"
    free = _free(board, tile)
    return (
        f"no free pair of {tile}: only the one at {addresses(layout)[free[0]]} is free" if free else _alone(board, tile)
    )


def _alone(board: Board, tile: Tile) -> str:
    left = any(board.faces[slot] == tile.code for slot in bits(board.left))
    if tile.is_bonus:  # there is one of each
        return f"{tile} is not free" if left else f"{tile} is not on the board"
    return f"no free pair of {tile}: " + ("none of them is free" if left else "none is left on the board")


def _free(board: Board, tile: Tile) -> list[int]:
    return [slot for slot in bits(board.free) if board.faces[slot] == tile.code]
