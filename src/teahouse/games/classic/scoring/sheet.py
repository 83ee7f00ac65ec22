"""The score sheet: every line that a ruleset can give a player with given winds.

A ruleset's tables are turned into lines once for each pair of winds; scoring a hand is then selecting and adding lines.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from teahouse.core.tiles import BONUS_TILES, TILES, Tile, Wind, tiles_text
from teahouse.games.classic.melds import can_start_run, run_from
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.names import (
    BONUS_TILE_NAME,
    BOUQUET_NAMES,
    CONCEALED_NAME,
    DOUBLING_NAMES,
    PAIR_NAMES,
    SET_STATES,
    SOURCE_NAMES,
    chow_name,
    set_name,
)
from teahouse.games.classic.scoring.readings import CHOW, CODE, CONCEALED, KINDS, KONG, kind
from teahouse.games.classic.scoring.shapes import DRAGONS, HONOURS, TERMINALS, WINDS, Shape
from teahouse.games.classic.scoring.special import CIRCUMSTANCES, SETS_HANDS, TILES_HANDS, suits_used
from teahouse.games.classic.scoring.wins import SOURCES, Source


class ScoreLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a score: the rule's name, its points, its doublings, and the tiles it is about, if any."""

    rule: str
    points: int
    doublings: int
    tiles: str = ""


class Worth(NamedTuple):
    """The points and doublings of something, and the lines that name them."""

    points: int
    doublings: int
    lines: tuple[ScoreLine, ...]


Pattern = Callable[[Shape, Ruleset], bool]


def is_one_suit_only(shape: Shape, ruleset: Ruleset) -> bool:
    """One suit, no honours, and no chows where the ruleset wants that."""
    return _is_pure(shape) and (not shape.chows or ruleset.one_suit_only_allows_chows)


def is_one_suit_with_honours(shape: Shape, ruleset: Ruleset) -> bool:
    """One suit and honours, or one suit that does not count as one suit only."""
    if suits_used(shape.kinds) != 1:
        return False
    return bool(shape.kinds & HONOURS) or not is_one_suit_only(shape, ruleset)


def _is_pure(shape: Shape) -> bool:
    return not shape.kinds & HONOURS and suits_used(shape.kinds) == 1


def is_majors_only(shape: Shape, _: Ruleset) -> bool:
    """Only 1s, 9s and honours, some of each."""
    return not shape.kinds & ~(TERMINALS | HONOURS) and bool(shape.kinds & TERMINALS and shape.kinds & HONOURS)


def is_little_dragons(shape: Shape, _: Ruleset) -> bool:
    """Two sets of dragons and a pair of the third."""
    return _is_all_but_pair(shape, DRAGONS)


def is_little_winds(shape: Shape, _: Ruleset) -> bool:
    """Three sets of winds and a pair of the fourth."""
    return _is_all_but_pair(shape, WINDS)


def _is_all_but_pair(shape: Shape, whole: int) -> bool:
    pair = kind(shape.pair)
    return bool(pair & whole) and shape.pongs & whole == whole & ~pair


PATTERNS: Final[dict[str, Pattern]] = {
    "no_chows": lambda shape, _: not shape.chows,
    "one_suit_with_honours": is_one_suit_with_honours,
    "one_suit_only": is_one_suit_only,
    "majors_only": is_majors_only,
    "little_dragons": is_little_dragons,
    "little_winds": is_little_winds,
    "three_concealed_pongs": lambda shape, _: shape.concealed_pongs_or_kongs >= 3,
}
"""The doublings that ask about the whole hand; `four_chows` asks about the pair's points as well."""


class Sheet(NamedTuple):
    """Every line of a ruleset for a player with given winds, by what earns it."""

    sources: dict[Source, Worth]
    concealed: Worth
    concealed_from_wall: dict[Source, Worth]
    sets: dict[int, Worth]
    pairs: tuple[Worth, ...]
    bonus: dict[Tile, Worth]
    bouquets: tuple[Worth, Worth]
    patterns: tuple[tuple[Pattern, Worth], ...]
    four_chows: Worth
    original_call: Worth
    tiles_hands: tuple[tuple[Any, Worth], ...]
    sets_hands: tuple[tuple[Any, Worth], ...]
    circumstances: dict[Source, tuple[tuple[Any, Worth], ...]]


@lru_cache(maxsize=256)
def sheet_for(ruleset: Ruleset, personal: Wind, prevailing: Wind) -> Sheet:
    """The sheet of a ruleset and two winds."""
    mahjong, doublings = ruleset.mahjong, ruleset.doublings
    sources: dict[Source, Worth] = {source: _source(ruleset, source) for source in SOURCES}
    concealed = _worth(CONCEALED_NAME, mahjong.concealed_points, mahjong.concealed_doublings)
    return Sheet(
        sources,
        concealed,
        sources if ruleset.concealed_bonus_stacks_with_wall else _without_wall(ruleset, sources),
        {code: worth for code in range(2 * CONCEALED) if (worth := _set(ruleset, code, personal, prevailing))},
        tuple(_pair(ruleset, tile, personal, prevailing) for tile in TILES[:KINDS]),
        {tile: _bonus_tile(ruleset, tile, personal) for tile in BONUS_TILES},
        (_bouquet(ruleset, 0), _bouquet(ruleset, 1)),
        tuple((test, _doubling(ruleset, key)) for key, test in PATTERNS.items() if getattr(doublings, key)),
        _doubling(ruleset, "four_chows"),
        _doubling(ruleset, "original_call"),
        _special(ruleset, TILES_HANDS),
        _special(ruleset, SETS_HANDS),
        {source: _special(ruleset, [c for c in CIRCUMSTANCES if c.source == source]) for source in SOURCES},
    )


def _worth(rule: str, points: int, doublings: int, tiles: str = "") -> Worth:
    lines = (ScoreLine(rule, points, doublings, tiles),) if points or doublings else ()
    return Worth(points, doublings, lines)


def _sum(worths: Iterable[Worth]) -> Worth:
    parts = tuple(worths)
    lines = tuple(line for part in parts for line in part.lines)
    return Worth(sum(part.points for part in parts), sum(part.doublings for part in parts), lines)


def _source(ruleset: Ruleset, source: Source) -> Worth:
    """What a source gives; a Heavenly or Earthly Hand that is worth more by its sets counts as drawn from the Wall."""
    row = "wall" if source in ("heavenly", "earthly") else source
    points: int = getattr(ruleset.mahjong, f"{row}_points")
    doublings: int = getattr(ruleset.mahjong, f"{row}_doublings")
    return _worth(SOURCE_NAMES[row], points, doublings)


def _without_wall(ruleset: Ruleset, sources: dict[Source, Worth]) -> dict[Source, Worth]:
    """The sources of a concealed hand where the Wall's points do not come on top of the concealed ones."""
    most = ruleset.mahjong.discard_points
    return {
        source: _worth(worth.lines[0].rule, min(worth.points, most), worth.doublings) if worth.lines else worth
        for source, worth in sources.items()
    }


def _set(ruleset: Ruleset, code: int, personal: Wind, prevailing: Wind) -> Worth | None:
    """What a set by its number is worth; None where the number is no set."""
    if code & CODE >= KINDS or (code & CHOW and code & KONG):
        return None
    tile, place = TILES[code & CODE], 1 if code & CONCEALED else 0
    state = SET_STATES[place]
    if code & CHOW:
        return _worth(chow_name(state), ruleset.sets.chow[place], 0, _run_text(tile)) if can_start_run(tile) else None
    name = "kong" if code & KONG else "pong"
    points: int = getattr(ruleset.sets, f"{name}_{tile_class(tile)}")[place]
    text = tiles_text([tile] * (4 if code & KONG else 3))
    rule = set_name(name, tile_class(tile), state)
    return _sum((_worth(rule, points, 0, text), *_set_doublings(ruleset, tile, text, (personal, prevailing))))


def _run_text(tile: Tile) -> str:
    return tiles_text(run_from(tile))


def tile_class(tile: Tile) -> str:
    """The row of the tables that a tile belongs to: minor, major, wind or dragon."""
    if tile.is_honour:
        return "wind" if tile.wind else "dragon"
    return "major" if tile.rank in (1, 9) else "minor"


def _set_doublings(ruleset: Ruleset, tile: Tile, text: str, winds: tuple[Wind, Wind]) -> list[Worth]:
    earned = {
        "dragon_set": tile.dragon is not None,
        "own_wind_set": tile.wind == winds[0],
        "prevailing_wind_set": tile.wind == winds[1],
    }
    return [_doubling(ruleset, key, text) for key, holds in earned.items() if holds]


def _doubling(ruleset: Ruleset, key: str, text: str = "") -> Worth:
    return _worth(DOUBLING_NAMES[key], 0, getattr(ruleset.doublings, key), text)


def _pair(ruleset: Ruleset, tile: Tile, personal: Wind, prevailing: Wind) -> Worth:
    row = _pair_row(tile, personal, prevailing)
    if row in ("other_wind", "terminal") and ruleset.scoring_pairs == "valued_honours":
        return Worth(0, 0, ())
    return _worth(PAIR_NAMES[row], getattr(ruleset.pairs, row), 0, tiles_text((tile, tile)))


def _pair_row(tile: Tile, personal: Wind, prevailing: Wind) -> str:
    if tile.wind is None:
        return {"major": "terminal"}.get(tile_class(tile), tile_class(tile))
    if tile.wind == personal == prevailing:
        return "own_and_prevailing"
    return "own_wind" if tile.wind == personal else "prevailing_wind" if tile.wind == prevailing else "other_wind"


def _bonus_tile(ruleset: Ruleset, tile: Tile, personal: Wind) -> Worth:
    own = (tile.rank - 1) % 4 == list(Wind).index(personal)
    doubling = _doubling(ruleset, "own_flower" if tile.is_flower else "own_season", str(tile))
    return _sum((_worth(BONUS_TILE_NAME, ruleset.bonus_tile_points, 0, str(tile)), *([doubling] if own else [])))


def _bouquet(ruleset: Ruleset, which: int) -> Worth:
    tiles = BONUS_TILES[4 * which : 4 * which + 4]
    return _worth(BOUQUET_NAMES[which], 0, ruleset.bouquet_doublings, tiles_text(tiles))


def _special(ruleset: Ruleset, hands: Iterable[Any]) -> tuple[tuple[Any, Worth], ...]:
    """The special hands that are played, each with its test."""
    values = {"limit": ruleset.limit or ruleset.special_hand_value, "half_limit": ruleset.special_half_limit}
    played = [(hand, getattr(ruleset.special_hands, hand.key)) for hand in hands]
    return tuple((hand.test, _worth(hand.name, values[worth], 0)) for hand, worth in played if worth != "off")
