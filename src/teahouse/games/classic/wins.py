"""A win as the scorer needs it: the hand, where its last tile came from, the winds, and the circumstances."""

from collections import Counter
from typing import Final, Literal, get_args

import msgspec

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import Tile, Wind, tiles_text
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.options import Ruleset

Source = Literal["wall", "kong_box", "discard", "last_wall_tile", "last_discard", "robbed_kong", "heavenly", "earthly"]
"""Where the winning tile came from."""

SOURCES: Final[tuple[Source, ...]] = get_args(Source)
HAND_SIZE: Final = 14
COPIES: Final = 4


class Win(msgspec.Struct, frozen=True):
    """A complete hand.

    concealed: the tiles that are not melded, the winning tile among them. bonus: Flowers and Seasons. on_discard: an
    Earthly Hand was won on the first discard (every other source tells by itself). kong_upon_kong: the winning tile
    replaced a kong that was itself made by a replacement. original_call: the hand was ready from the deal and never
    changed.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    winning_tile: Tile
    source: Source
    personal_wind: Wind
    prevailing_wind: Wind
    bonus: tuple[Tile, ...] = ()
    on_discard: bool = False
    kong_upon_kong: bool = False
    original_call: bool = False

    @property
    def is_claimed(self) -> bool:
        """Did the winning tile come from another player?"""
        return self.on_discard or self.source in CLAIMED


CLAIMED: Final = frozenset(("discard", "last_discard", "robbed_kong"))


class Loss(msgspec.Struct, frozen=True):
    """The hand of a player who did not win, for rules by which the losers settle among themselves."""

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    personal_wind: Wind
    prevailing_wind: Wind
    bonus: tuple[Tile, ...] = ()


def check_win(win: Win, ruleset: Ruleset) -> None:
    """Refuse a win that cannot have happened: `InvalidText` says what and where. Completeness is not asked for."""
    for complaint in (_size(win), _copies(win), _winning_tile(win), _bonus(win, ruleset), _winds(win, ruleset)):
        if complaint is not None:
            raise InvalidText(complaint)
    complaint = _source(win, ruleset) or _circumstances(win)
    if complaint is not None:
        raise InvalidText(f"{complaint} (source {win.source})")


def _size(win: Win) -> str | None:
    size = len(win.concealed) + 3 * len(win.melds)
    return f"expected {HAND_SIZE} tiles, a kong counted as three, got {size} (hand)" if size != HAND_SIZE else None


def _copies(win: Win) -> str | None:
    held = Counter((*win.concealed, *(tile for meld in win.melds for tile in meld.tiles)))
    return next(
        (f"expected at most {COPIES} of a kind, got {n} tiles {tile} (hand)" for tile, n in held.items() if n > COPIES),
        None,
    )


def _winning_tile(win: Win) -> str | None:
    if win.winning_tile in win.concealed:
        return None
    held = tiles_text(win.concealed)
    advice = ": write the set it completed without brackets" if _melded(win, win.winning_tile) else ""
    return f"expected the winning tile among {held}, got {win.winning_tile} (winning tile){advice}"


def _bonus(win: Win, ruleset: Ruleset) -> str | None:
    for tile in win.bonus:
        if not tile.is_bonus:
            return f"expected Flowers and Seasons, got {tile} (bonus)"
        if win.bonus.count(tile) > 1:
            return f"expected every Flower and Season at most once, got {tile} {win.bonus.count(tile)} times (bonus)"
    if win.bonus and not ruleset.bonus_tiles:
        return f"expected no Flowers and Seasons under {ruleset.name}, got {tiles_text(win.bonus)} (bonus)"
    return None


def _winds(win: Win, ruleset: Ruleset) -> str | None:
    for name, wind in (("personal", win.personal_wind), ("prevailing", win.prevailing_wind)):
        if wind not in ruleset.winds:
            return f"expected {', '.join(ruleset.winds)} under {ruleset.name}, got {wind} ({name} wind)"
    return None


def _source(win: Win, ruleset: Ruleset) -> str | None:
    match win.source:
        case "kong_box" if not win.bonus and not _kongs(win):
            return "expected a kong or a bonus tile that the Kong Box replaced, got neither"
        case "robbed_kong" if win.concealed.count(win.winning_tile) > 1 or _melded(win, win.winning_tile):
            return f"expected no second {win.winning_tile} beside the robbed kong's, got one in the hand"
        case "heavenly" | "earthly" if win.melds:
            return f"expected a hand as dealt, without melds, got {len(win.melds)}"
        case "heavenly" if win.bonus and not ruleset.heavenly_allows_replacements:
            return f"expected no replaced bonus tiles under {ruleset.name}, got {tiles_text(win.bonus)}"
        case _:
            return None


def _kongs(win: Win) -> int:
    return sum(meld.kind == "kong" for meld in win.melds)


def _melded(win: Win, tile: Tile) -> bool:
    return any(tile in meld.tiles for meld in win.melds)


def _circumstances(win: Win) -> str | None:
    if win.on_discard and win.source not in (*CLAIMED, "earthly"):
        return "expected a winning tile of the player's own, got a discard"
    if win.kong_upon_kong and (win.source != "kong_box" or _kongs(win) < 2):
        return "expected two kongs and a tile from the Kong Box for a kong upon a kong, got something else"
    if win.original_call and win.melds:
        return "expected a hand unchanged since the deal for an original call, got melds"
    return None
