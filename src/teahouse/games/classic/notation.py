"""Reads and writes a hand with its melds as text: `11z 123m 44p [555s] [1111m] (2222p)`.

Square brackets hold a melded set, round ones a concealed kong, or the pong that is left when such a kong is robbed:
`(555z)`. A kong made by adding to a melded pong is written `[111m+1m]`.
"""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from teahouse.core.errors import InvalidText, shown
from teahouse.core.tiles import Tile, parse_tiles, sorted_tiles, tiles_text
from teahouse.games.classic.melds import Meld, can_start_run, run_from

BRACKETS: Final = {"[": "]", "(": ")"}
LONGEST_HAND: Final = 500
_PIECE: Final = re.compile(r"\[([^][()]*)\]|\(([^][()]*)\)|([^][()]+)")


class HandText(NamedTuple):
    """The content of a hand's text: the tiles that are not melded, and the melds, each in its order."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]


def hand_text(tiles: Iterable[Tile], melds: Iterable[Meld] = ()) -> str:
    """Write a hand: its tiles sorted, then its melds.

    >>> hand_text(parse_tiles("1z 3m2m1m 1z"), [Meld("kong", Tile.P2, concealed=True)])
    '123m 11z (2222p)'
    """
    return " ".join(filter(None, (tiles_text(sorted_tiles(tiles)), *map(meld_text, melds))))


def meld_text(meld: Meld) -> str:
    """Write a meld.

    >>> meld_text(Meld("kong", Tile.M1, added=True)), meld_text(Meld("chow", Tile.S3))
    ('[111m+1m]', '[345s]')
    """
    if meld.added:
        return f"[{tiles_text(meld.tiles[:3])}+{meld.tile}]"
    return f"({tiles_text(meld.tiles)})" if meld.concealed else f"[{tiles_text(meld.tiles)}]"


def parse_hand(text: str) -> HandText:
    """Read a hand with its melds, or `InvalidText`.

    >>> hand = parse_hand("11z [345s] (2222p)")
    >>> len(hand.tiles), [meld.kind for meld in hand.melds]
    (2, ['chow', 'kong'])
    """
    if len(text) > LONGEST_HAND:
        raise InvalidText(f"expected a hand of at most {LONGEST_HAND} characters, got {shown(text)}")
    _check_letters(text)
    tiles: list[Tile] = []
    melds: list[Meld] = []
    for piece in _PIECE.finditer(text):
        if piece[3] is not None:
            tiles += parse_tiles(piece[3])
        else:
            melds.append(_parse_meld(piece[0], piece.start() + 1))
    _check_bonus(tiles)
    return HandText(tuple(tiles), tuple(melds))


def _check_letters(text: str) -> None:
    """Refuse wrong letters and brackets, with an error that names their place in the whole text."""
    opened = ""
    for place, letter in enumerate(text, 1):
        if letter in BRACKETS:
            if opened:
                raise InvalidText(
                    f"expected {BRACKETS[opened]} before the next set in {shown(text)} (character {place})"
                )
            opened = letter
        elif letter in BRACKETS.values():
            if BRACKETS.get(opened) != letter:
                raise InvalidText(f"expected a set before {letter} in {shown(text)} (character {place})")
            opened = ""
        elif letter == "+" and opened != "[":
            raise InvalidText(f"expected tiles such as 123m 55z, got {shown(text)} (character {place})")
    if opened:
        raise InvalidText(f"expected {BRACKETS[opened]} at the end of {shown(text)}")
    plain = re.sub(r"[][()+]", " ", text)
    try:
        parse_tiles(plain)
    except InvalidText as error:
        raise InvalidText(str(error).replace(shown(plain), shown(text))) from None


def _parse_meld(text: str, place: int) -> Meld:
    first, *added = (parse_tiles(part) for part in text[1:-1].split("+"))
    meld = _meld(sorted_tiles(first), added, concealed=text.startswith("("))
    if meld is None:
        expected = (
            "a chow, pong or kong such as [345s]" if text[0] == "[" else "a concealed kong or pong such as (2222p)"
        )
        raise InvalidText(f"expected {expected}, got {shown(text)} (character {place})")
    return meld


def _meld(tiles: tuple[Tile, ...], added: list[tuple[Tile, ...]], *, concealed: bool) -> Meld | None:
    if not tiles or tiles[0].is_bonus:
        return None
    alike, first = len(set(tiles)) == 1, tiles[0]
    if added:
        return Meld("kong", first, added=True) if alike and len(tiles) == 3 and added == [(first,)] else None
    if alike and len(tiles) == 4:
        return Meld("kong", first, concealed=concealed)
    if alike and len(tiles) == 3:
        return Meld("pong", first, concealed=concealed)
    is_chow = not concealed and can_start_run(first) and tiles == run_from(first)
    return Meld("chow", first) if is_chow else None


def _check_bonus(tiles: Iterable[Tile]) -> None:
    for tile in tiles:
        if tile.is_bonus:
            raise InvalidText(f"expected Flowers and Seasons apart from the hand, got {tile} in it")
