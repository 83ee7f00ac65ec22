"""Recognises the tiles of a Battle deal in a position, even if columns were reordered or reversed, or suits swapped.

None of that changes the game: tiles leave a column from its ends only, and suits differ in name alone. A position in
which somebody changed a few tiles is recognised by the tiles that lie next to one another.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from teahouse.core.errors import InvalidText
from teahouse.games.battle import BattleState, Board, board_text, parse_board
from teahouse.service.hosting.rules import DealRecognition

SUITS: Final = "mps"
FEWEST_TILES: Final = 12
"""The fewest tiles in columns of two or more with which a position identifies its deal."""
FEWEST_THREES: Final = 8
"""Triples of neighbours that a changed position must share with the deal; two deals share about one in a hundred."""
SHARED: Final = 0.5

Run = tuple[str, ...]


def text(state: BattleState) -> str:
    """The board as it was dealt."""
    return board_text(state.board)


def leads_to(dealt: str, position: str) -> bool:
    """Can play from this board lead to the position, or to one much like it? False if too few tiles are left."""
    runs = _runs(position)
    if not _is_enough(runs):
        return False
    columns = _columns(dealt)
    renamed = [[_renamed(run, suits) for run in runs] for suits in permutations(SUITS)]
    return any(_all_fit(each, columns) or _is_like(each, columns) for each in renamed)


def identifies_deal(position: str) -> bool:
    """Has a position enough tiles to identify its deal?"""
    return _is_enough(_runs(position))


def _is_enough(runs: Sequence[Run]) -> bool:
    return sum(len(run) for run in runs if len(run) > 1) >= FEWEST_TILES


def _runs(position: str) -> list[Run]:
    """The columns of a position, the longest first, because these fit least often."""
    try:
        board: Board = parse_board(position)
    except InvalidText:
        return []
    return sorted((tuple(column) for column in board.columns if column), key=len, reverse=True)


@lru_cache(maxsize=4096)
def _columns(dealt: str) -> tuple[Run, ...]:
    return tuple(tuple(column) for column in parse_board(dealt).columns)


def _renamed(run: Run, suits: Sequence[str]) -> Run:
    return tuple(tile[0] + suits[SUITS.index(tile[1])] for tile in run)


def _all_fit(runs: Sequence[Run], columns: Sequence[Run]) -> bool:
    """Can every run come from a different column? Each in turn may push an earlier one to another column."""
    texts = ["".join(column) for column in columns]
    ways = [("".join(run), "".join(reversed(run))) for run in runs]
    fits = [[number for number, column in enumerate(texts) if down in column or up in column] for down, up in ways]
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


def _is_like(runs: Sequence[Run], columns: Sequence[Run]) -> bool:
    """Do most triples of neighbours come from this deal? This recognises a board in which a few tiles were changed."""
    mine, dealt = Counter(_threes(runs)), Counter(_threes(columns))
    shared = (mine & dealt).total()
    return shared >= FEWEST_THREES and shared >= SHARED * mine.total()


def _threes(runs: Sequence[Run]) -> Iterator[Run]:
    """Every triple of neighbours, in the same order from either end."""
    for run in runs:
        for three in zip(run, run[1:], run[2:], strict=False):
            yield min(three, three[::-1])


DEAL_RECOGNITION: Final = DealRecognition(text, leads_to, text, identifies_deal)
