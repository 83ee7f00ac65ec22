"""Why a named tile cannot be taken in Battle."""

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import Tile, parse_tiles
from teahouse.games.battle.board import VALUES, Board, slot_text


def tile_refusal(board: Board, text: str) -> str | None:
    """Why no pair of the tiles in a text can be taken; None if the text names no tiles.

    >>> tile_refusal(Board(((Tile.M1, Tile.S6), (Tile.M1,), *((),) * 10), (0,) * 12), "6s")
    'no free pair of 6s: only the one at a2 is free'
    """
    try:
        tiles = parse_tiles(text)
    except InvalidText:
        return None
    if not 1 <= len(tiles) <= 2:
        return None
    if tiles[0] != tiles[-1]:
        return f"{tiles[0]} and {tiles[1]} do not match: a pair is two tiles of one kind"
    return _no_pair(board, tiles[0])


def _no_pair(board: Board, tile: Tile) -> str:
    if tile not in VALUES:
        return f"Battle is played without {tile}: its tiles are 1m to 9m, 1p to 9p and 1s to 9s"
    places = [slot_text(slot) for free, slot in board.free() if free == tile]
    if places:
        return f"no free pair of {tile}: only the one at {places[0]} is free"
    left = sum(each == tile for each in board.tiles())
    return f"no free pair of {tile}: " + ("every one of them is blocked" if left else "none is left on the table")
