"""Recognises the tiles of a Solitaire deal in a position, also if the layout is mirrored or tiles have other names.

Neither changes which tiles are free and which match. A position in which somebody changed a few tiles, because they are
covered or to hide where it comes from, is recognised by the others. A position is the name of its layout, or its
layers, and then its tiles in the order of slots, `..` if one is gone or covered.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from teahouse.core.errors import TeahouseError
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import SolitaireState
from teahouse.games.solitaire.layout import LAYOUT_NAMES, find_layout
from teahouse.games.solitaire.sets import TEXTS
from teahouse.service.hosting.rules import DealRecognition

GONE: Final = ".."
BONUS: Final = "f"
CELL: Final = re.compile(r"[1-9][mpszf]|\.\.")
FEWEST_TILES: Final = 12
"""The fewest tiles with which a position identifies its deal."""
ALIKE: Final = 0.5
"""The share of a position's equal tiles that must be equal in the deal too; in other deals it is less than a tenth."""

TilePlace = tuple[int, int, int]
FacesByPlace = Mapping[TilePlace, str]


def text(state: SolitaireState) -> str:
    """The layout and all tiles as they were dealt."""
    return position_text(state.deal.layout, parse_tiles(state.deal.tiles))


def position_text(layout: str, cells: "list[str] | tuple[str, ...]") -> str:
    """A position as text.

    >>> position_text("turtle", ["1m", "..", "5z"])
    'turtle 1m .. 5z'
    """
    return " ".join((layout, *cells))


def left_text(state: SolitaireState) -> str:
    """The tiles that are left on the first board."""
    board = state.boards[0]
    cells = [TEXTS[face] if board.left >> slot & 1 else GONE for slot, face in enumerate(board.faces)]
    return position_text(state.deal.layout, cells)


def leads_to(dealt: str, position: str) -> bool:
    """Do the tiles of the position lie as they were dealt, perhaps mirrored? False if too few tiles are left."""
    names = {dealt.partition(" ")[0], position.partition(" ")[0]}
    if len(names) > 1 and names <= set(LAYOUT_NAMES):
        return False
    as_dealt = _turned(dealt)[:1]
    return any(_is_like(faces, first) for first in as_dealt for faces in _turned(position))


def identifies_deal(position: str) -> bool:
    """Has a position enough tiles to identify its deal?"""
    return sum(cell != GONE for cell in _split(position)[1]) >= FEWEST_TILES


def _split(position: str) -> tuple[str, list[str]]:
    """The layout, which may be several words, and the cells."""
    words = position.split()
    first = next((place for place, word in enumerate(words) if CELL.fullmatch(word)), len(words))
    return " ".join(words[:first]), words[first:]


@lru_cache(maxsize=4096)
def _turned(position: str) -> tuple[FacesByPlace, ...]:
    """The tiles that are left by their places: as they lie, and mirrored from left to right, from back to front."""
    layout, cells = _split(position)
    try:
        places = find_layout(layout).places
    except TeahouseError:
        return ()
    if len(places) != len(cells):
        return ()
    wide, deep = max(place.x for place in places), max(place.y for place in places)
    left, back = min(place.x for place in places), min(place.y for place in places)
    tiles = [(place, _kind(cell)) for place, cell in zip(places, cells, strict=True) if cell != GONE]
    return tuple(
        {(wide - p.x if over else p.x - left, deep - p.y if down else p.y - back, p.z): kind for p, kind in tiles}
        for over in (False, True)
        for down in (False, True)
    )


def _kind(cell: str) -> str:
    """What a tile matches: Flowers and Seasons match among themselves."""
    return BONUS if cell[1] == BONUS else cell


def _is_like(faces: FacesByPlace, dealt: FacesByPlace) -> bool:
    """Are most equal tiles of the position equal in the deal too, even under other names?"""
    by_kind: dict[str, Counter[str]] = {}
    for place, kind in faces.items():
        by_kind.setdefault(kind, Counter())[dealt.get(place, "")] += 1
    alike = len(faces) - len(by_kind)
    kept = sum(max((count for face, count in counts.items() if face), default=1) - 1 for counts in by_kind.values())
    return len(faces) >= FEWEST_TILES and alike > 0 and kept >= ALIKE * alike


DEAL_RECOGNITION: Final = DealRecognition(text, leads_to, left_text, identifies_deal)
