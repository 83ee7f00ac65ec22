"""A win as the scorer needs it: the hand, where its last tile came from, the winds, and the circumstances."""

from collections import Counter
from typing import Final, Literal, get_args

import msgspec

from teahouse.core.tiles import COPIES, Tile, Wind, tiles_text
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.complaints import ImpossibleWin

WinSource = Literal[
    "wall", "kong_box", "discard", "last_wall_tile", "last_discard", "robbed_kong", "heavenly", "earthly"
]
"""Where the winning tile came from."""

SOURCES: Final[tuple[WinSource, ...]] = get_args(WinSource)
HAND_SIZE: Final = 14


class Win(msgspec.Struct, frozen=True):
    """A complete hand.

    concealed: the tiles that are not melded, the winning tile among them. bonus: Flowers and Seasons. on_discard: an
    Earthly Hand was won on the first discard (other sources imply it). kong_upon_kong: the winning tile replaced a
    kong that was itself made by a replacement. original_call: the hand was ready from the deal and never changed.
    streak: East won as many deals in a row as the ruleset requires. gone: kinds that could not have won, because all
    four tiles are in sight.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    winning_tile: Tile
    source: WinSource
    personal_wind: Wind
    prevailing_wind: Wind
    bonus: tuple[Tile, ...] = ()
    on_discard: bool = False
    kong_upon_kong: bool = False
    original_call: bool = False
    streak: bool = False
    gone: tuple[Tile, ...] = ()

    @property
    def is_claimed(self) -> bool:
        """Did the winning tile come from another player?"""
        return self.on_discard or self.source in CLAIMED


CLAIMED: Final = frozenset(("discard", "last_discard", "robbed_kong"))
DISCARDED: Final = frozenset(("discard", "last_discard"))
"""The sources of a discard that may be dangerous."""


class Loss(msgspec.Struct, frozen=True):
    """The hand of a player who did not win, for rules under which the losers pay each other.

    fishing: the player had declared a ready hand, or need not declare one.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    personal_wind: Wind
    prevailing_wind: Wind
    bonus: tuple[Tile, ...] = ()
    fishing: bool = False


def check_win(win: Win, ruleset: Ruleset) -> None:
    """Refuse a win that cannot have happened: `ImpossibleWin` says what and where. It need not be complete."""
    _check_size(win)
    _check_winning_tile(win)
    _check_bonus(win, ruleset)
    _check_winds(win, ruleset)
    _check_source(win, ruleset)
    _check_circumstances(win)


def _check_size(win: Win) -> None:
    size = len(win.concealed) + 3 * len(win.melds)
    if size != HAND_SIZE:
        raise ImpossibleWin("size", n=size)
    tile_counts = Counter((*win.concealed, *(tile for meld in win.melds for tile in meld.tiles)))
    for tile, count in tile_counts.items():
        if count > COPIES:
            raise ImpossibleWin("copies", n=count, tile=tile)


def _check_winning_tile(win: Win) -> None:
    if win.winning_tile not in win.concealed:
        code = "winning_tile_melded" if _melded(win, win.winning_tile) else "winning_tile"
        raise ImpossibleWin(code, held=tiles_text(win.concealed), tile=win.winning_tile)


def _check_bonus(win: Win, ruleset: Ruleset) -> None:
    for tile in win.bonus:
        if not tile.is_bonus:
            raise ImpossibleWin("bonus_tile", tile=tile)
        if win.bonus.count(tile) > 1:
            raise ImpossibleWin("bonus_twice", tile=tile, n=win.bonus.count(tile))
    if win.bonus and not ruleset.bonus_tiles:
        raise ImpossibleWin("bonus_none", ruleset=ruleset.name, tiles=tiles_text(win.bonus))


def _check_winds(win: Win, ruleset: Ruleset) -> None:
    for name, wind in (("personal_wind", win.personal_wind), ("prevailing_wind", win.prevailing_wind)):
        if wind not in ruleset.winds:
            raise ImpossibleWin(name, winds=", ".join(ruleset.winds), ruleset=ruleset.name, wind=wind)


def _check_source(win: Win, ruleset: Ruleset) -> None:
    source = win.source
    match source:
        case "kong_box" if not win.bonus and not _kongs(win):
            raise ImpossibleWin("kong_box", source=source)
        case "robbed_kong" if win.concealed.count(win.winning_tile) > 1 or _melded(win, win.winning_tile):
            raise ImpossibleWin("robbed_kong", tile=win.winning_tile, source=source)
        case "heavenly" | "earthly" if win.melds:
            raise ImpossibleWin("dealt_melds", n=len(win.melds), source=source)
        case "heavenly" if win.bonus and not ruleset.heavenly_allows_replacements:
            raise ImpossibleWin("dealt_bonus", ruleset=ruleset.name, tiles=tiles_text(win.bonus), source=source)
        case _:
            pass


def _kongs(win: Win) -> int:
    return sum(meld.kind == "kong" for meld in win.melds)


def _melded(win: Win, tile: Tile) -> bool:
    return any(tile in meld.tiles for meld in win.melds)


def _check_circumstances(win: Win) -> None:
    if win.on_discard and win.source not in (*CLAIMED, "earthly"):
        raise ImpossibleWin("own_tile", source=win.source)
    if win.kong_upon_kong and (win.source not in ("kong_box", "wall", "last_wall_tile") or _kongs(win) < 2):
        raise ImpossibleWin("kong_upon_kong", source=win.source)
    if win.original_call and win.melds:
        raise ImpossibleWin("original_call", source=win.source)
