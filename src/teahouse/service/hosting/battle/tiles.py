"""Recognises the tiles of a Battle deal in a position, also where columns change places, turn over, or swap suits.

None of that changes the game: tiles leave a column from its ends only, and suits differ in name alone.
"""

from itertools import permutations
from typing import Final

from teahouse.core.errors import InvalidText
from teahouse.games.battle import BattleState, Board, board_text, parse_board
from teahouse.service.hosting.rules import DealTiles

SUITS: Final = "mps"
FEWEST_TILES: Final = 12
"""Tiles in columns of two or more that a position must have before it says which deal it comes from."""


def text(state: BattleState) -> str:
    """The board as it was dealt."""
    return board_text(state.board)


def leads_to(dealt: str, position: str) -> bool:
    """Can play from this board lead to the position? False where too few tiles are left to tell."""
    try:
        runs = _runs(parse_board(position))
    except InvalidText:
        return False
    if sum(len(run) for run in runs if len(run) > 1) < FEWEST_TILES:
        return False
    columns = [_column(column) for column in parse_board(dealt).columns]
    return any(_all_fit([_renamed(run, suits) for run in runs], columns) for suits in permutations(SUITS))


def _runs(board: Board) -> list[tuple[str, ...]]:
    """The columns of a position, the longest first: they fit least often."""
    return sorted((tuple(column) for column in board.columns if column), key=len, reverse=True)


def _column(tiles: tuple[str, ...]) -> str:
    return "".join(tiles)


def _renamed(run: tuple[str, ...], suits: tuple[str, ...]) -> tuple[str, str]:
    """A run with its suits renamed, from the top and from the bottom."""
    tiles = [tile[0] + suits[SUITS.index(tile[1])] for tile in run]
    return "".join(tiles), "".join(reversed(tiles))


def _all_fit(runs: list[tuple[str, str]], columns: list[str]) -> bool:
    """Has every run a column of its own to come from? Each in turn may push an earlier one to another column."""
    fits = [[number for number, column in enumerate(columns) if down in column or up in column] for down, up in runs]
    if not all(fits):
        return False
    owner: dict[int, int] = {}
    return all(_find_column(run, fits, owner, set()) for run in range(len(runs)))


def _find_column(run: int, fits: list[list[int]], owner: dict[int, int], tried: set[int]) -> bool:
    for column in fits[run]:
        if column not in tried:
            tried.add(column)
            if column not in owner or _find_column(owner[column], fits, owner, tried):
                owner[column] = run
                return True
    return False


DEAL_TILES: Final = DealTiles(text, leads_to, text)
