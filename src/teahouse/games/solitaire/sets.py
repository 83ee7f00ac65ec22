"""The tiles of Solitaire: what matches, what a set is worth, and which tiles fill a layout.

A face is a tile's code, 0 to 41. Tiles of one kind match, and so do any two of the eight bonus tiles: they are one
group, the last of 35.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import TILES, Tile

SETS: Final = (
    ("Characters", 9, 1),
    ("Circles", 9, 2),
    ("Bamboo", 9, 3),
    ("Winds", 4, 4),
    ("Dragons", 3, 5),
    ("Flowers", 4, 6),
    ("Seasons", 4, 7),
)
"""Every set's name, how many kinds it has, and the value of its tiles, in the order of codes."""

BONUS_GROUP: Final = 34
VALUES: Final = tuple(value for _, kinds, value in SETS for _ in range(kinds))
GROUPS: Final = tuple(min(code, BONUS_GROUP) for code in range(len(TILES)))
TEXTS: Final = tuple(tile.value for tile in TILES)
CODES: Final = {text: code for code, text in enumerate(TEXTS)}

_KINDS: Final = tuple(13 * number % BONUS_GROUP for number in range(BONUS_GROUP))
_BONUS: Final = (34, 38, 35, 39, 36, 40, 37, 41)
_SET: Final = tuple(
    face
    for kind in (*_KINDS[:3], BONUS_GROUP, *_KINDS[3:])
    for face in (_BONUS if kind == BONUS_GROUP else (kind,) * 4)
)


def material(count: int) -> tuple[int, ...]:
    """The faces for a layout of this size: a whole set for 144 tiles, whole groups spread over the sets for fewer.

    >>> [TEXTS[face] for face in material(14)]
    ['1m', '1m', '1m', '1m', '5p', '5p', '5p', '5p', '9s', '9s', '9s', '9s', '1f', '5f']
    """
    sets, rest = divmod(count, len(_SET))
    return _SET * sets + _SET[:rest]


def pair_value(first: int, second: int) -> int:
    """What a pair of faces is worth before it is multiplied: the higher of its two values.

    >>> pair_value(Tile.PLUM.code, Tile.SPRING.code)
    7
    """
    return max(VALUES[first], VALUES[second])


def faces_of(tiles: Iterable[Tile]) -> bytes:
    """Tiles as faces."""
    return bytes(tile.code for tile in tiles)


def faces_text(faces: Iterable[int]) -> str:
    """Write faces one by one: `5m 1z 8f`."""
    return " ".join(TEXTS[face] for face in faces)


def check_faces(faces: Sequence[int], places: int) -> None:
    """Refuse tiles that do not fit a layout: the wrong number, or a group with an odd number of tiles."""
    if len(faces) != places:
        raise InvalidText(f"expected {places} tiles for this layout, got {len(faces)}")
    for group, count in sorted(Counter(GROUPS[face] for face in faces).items()):
        if count % 2:
            what = "bonus tiles" if group == BONUS_GROUP else f"tiles {TEXTS[group]}"
            raise InvalidText(f"expected an even number of {what}, got {count}")
