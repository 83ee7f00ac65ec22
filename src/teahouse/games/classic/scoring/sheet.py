"""The score sheet: every line that a ruleset can give a player with given winds.

A ruleset's tables are turned into lines once for each pair of winds; scoring a hand is then selecting and adding lines.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from teahouse.core.tiles import BONUS_TILES, PLAIN_KINDS, TILES, Tile, Wind, tiles_text
from teahouse.games.classic.melds import can_start_run, run_from
from teahouse.games.classic.patterns.conditions import KONG_UPON_KONG, ORIGINAL_CALL, STREAK, Winds
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.lines import Worth, summed, worth_of
from teahouse.games.classic.scoring.names import (
    BONUS_TILE_NAME,
    CONCEALED_NAME,
    PAIR_NAMES,
    SET_STATES,
    SOURCE_NAMES,
    chow_name,
    set_name,
)
from teahouse.games.classic.scoring.readings import CHOW, CODE, CONCEALED, KONG
from teahouse.games.classic.scoring.rows import (
    Candidates,
    EachSet,
    PlayedRow,
    bonus_rows,
    candidates,
    played_rows,
    set_rows,
)
from teahouse.games.classic.scoring.wins import SOURCES, WinSource

WINDS: Final = tuple(Wind)
Ask = Literal["losers", "several_winners", "liable", "streak", "original_call", "kong_upon_kong", "fishing", "gone"]
"""Facts that a scorer asks for: the losers' hands; several winners; who pays for all; East's wins in a row; a hand
ready from the deal; a kong upon a kong; losers who declared a ready hand; kinds all in sight."""

ASKS: Final[tuple[Ask, ...]] = get_args(Ask)


class Sheet(NamedTuple):
    """Every line of a ruleset for a player with given winds, by what earns it.

    rows: doublings and points for the whole hand, special hands of sets and of a way to win. possible: those of them
    that a source and a number of suits leave possible, as they are asked for. bonus_rows: rows about bonus tiles alone.
    losing_rows: rows that losers have too. asks_only_tile: some row asks whether another tile could have won.
    by_bonus: the rows about bonus tiles that sets of them have, as they are asked for.
    """

    sources: dict[WinSource, Worth]
    concealed: Worth
    concealed_from_wall: dict[WinSource, Worth]
    sets: dict[int, Worth]
    pairs: tuple[Worth, ...]
    bonus: dict[Tile, Worth]
    rows: tuple[PlayedRow, ...]
    possible: dict[tuple[int, int], Candidates]
    bonus_rows: tuple[PlayedRow, ...]
    losing_rows: tuple[PlayedRow, ...]
    asks_only_tile: bool
    by_bonus: dict[int, tuple[PlayedRow, ...]]

    def with_bonus(self, bonus: int) -> tuple[PlayedRow, ...]:
        """The rows about bonus tiles alone that these have; bonus: as a mask."""
        rows = self.by_bonus.get(bonus)
        if rows is None:
            rows = self.by_bonus[bonus] = tuple(bonus_rows(self.bonus_rows, bonus))
        return rows

    def candidates(self, source: int, suits: int) -> Candidates:
        """The rows that a win from this source, in this many suits, can have."""
        rows = self.possible.get((source, suits))
        if rows is None:
            rows = self.possible[source, suits] = candidates(self.rows, source, suits)
        return rows


def winds_number(personal: Wind, prevailing: Wind) -> int:
    """The winds of a seat and of the round as one number."""
    return len(WINDS) * WINDS.index(personal) + WINDS.index(prevailing)


@lru_cache(maxsize=256)
def sheet_for(ruleset: Ruleset, personal: Wind, prevailing: Wind) -> Sheet:
    """The sheet of a ruleset and two winds."""
    mahjong = ruleset.mahjong
    sources: dict[WinSource, Worth] = {source: _source(ruleset, source) for source in SOURCES}
    own, round_wind = WINDS.index(personal), WINDS.index(prevailing)
    pairs = tuple(_pair(ruleset, tile, personal, prevailing) for tile in TILES[:PLAIN_KINDS])
    worthless = sum(1 << code for code, worth in enumerate(pairs) if not worth.points)
    rows = tuple(played_rows(ruleset, Winds(own, round_wind, worthless)))
    whole_hand_rows = tuple(row for row in rows if row.special or not row.is_bonus_only)
    return Sheet(
        sources,
        worth_of(CONCEALED_NAME, mahjong.concealed_points, mahjong.concealed_doublings),
        sources if ruleset.concealed_bonus_stacks_with_wall else _without_wall(ruleset, sources),
        _sets(ruleset, set_rows(ruleset, own, round_wind)),
        pairs,
        {tile: worth_of(BONUS_TILE_NAME, ruleset.bonus_tile_points, 0, str(tile)) for tile in BONUS_TILES},
        whole_hand_rows,
        {},
        tuple(row for row in rows if not row.special and row.is_bonus_only),
        tuple(row for row in whole_hand_rows if row.everybody and not row.special),
        any(row.asks_only_tile for row in rows),
        {},
    )


def _source(ruleset: Ruleset, source: WinSource) -> Worth:
    """What a source gives; a Heavenly or Earthly Hand that is worth more by its sets counts as drawn from the Wall."""
    row = "wall" if source in ("heavenly", "earthly") else source
    points: int = getattr(ruleset.mahjong, f"{row}_points")
    doublings: int = getattr(ruleset.mahjong, f"{row}_doublings")
    return worth_of(SOURCE_NAMES[row], points, doublings)


def _without_wall(ruleset: Ruleset, sources: dict[WinSource, Worth]) -> dict[WinSource, Worth]:
    """The sources of a concealed hand if the Wall's points do not come on top of the concealed ones."""
    most = ruleset.mahjong.discard_points
    return {
        source: worth_of(worth.lines[0].rule, min(worth.points, most), worth.doublings) if worth.lines else worth
        for source, worth in sources.items()
    }


def _sets(ruleset: Ruleset, each: Sequence[EachSet]) -> dict[int, Worth]:
    """What every set is worth, by its number."""
    return {code: worth for code in range(2 * CONCEALED) if (worth := _set(ruleset, code, each))}


def _set(ruleset: Ruleset, code: int, each: Sequence[EachSet]) -> Worth | None:
    """What a set is worth, by its number; None if the number is no set."""
    if code & CODE >= PLAIN_KINDS or (code & CHOW and code & KONG):
        return None
    tile, place = TILES[code & CODE], 1 if code & CONCEALED else 0
    state = SET_STATES[place]
    if code & CHOW:
        return worth_of(chow_name(state), ruleset.sets.chow[place], 0, _run_text(tile)) if can_start_run(tile) else None
    name = "kong" if code & KONG else "pong"
    points: int = getattr(ruleset.sets, f"{name}_{tile_class(tile)}")[place]
    text = tiles_text([tile] * (4 if code & KONG else 3))
    rule = set_name(name, tile_class(tile), state)
    doublings = [worth_of(row.name, 0, row.doublings, text) for row in each if row.kinds >> tile.code & 1]
    return summed((worth_of(rule, points, 0, text), *doublings))


def _run_text(tile: Tile) -> str:
    return tiles_text(run_from(tile))


def tile_class(tile: Tile) -> str:
    """The row of the tables that a tile belongs to: minor, major, wind or dragon."""
    if tile.is_honour:
        return "wind" if tile.wind else "dragon"
    return "major" if tile.rank in (1, 9) else "minor"


def _pair(ruleset: Ruleset, tile: Tile, personal: Wind, prevailing: Wind) -> Worth:
    row = _pair_row(tile, personal, prevailing)
    if row in ("other_wind", "terminal") and ruleset.scoring_pairs == "valued_honours":
        return Worth(0, 0, ())
    return worth_of(PAIR_NAMES[row], getattr(ruleset.pairs, row), 0, tiles_text((tile, tile)))


def _pair_row(tile: Tile, personal: Wind, prevailing: Wind) -> str:
    if tile.wind is None:
        return {"major": "terminal"}.get(tile_class(tile), tile_class(tile))
    if tile.wind == personal == prevailing:
        return "own_and_prevailing"
    return "own_wind" if tile.wind == personal else "prevailing_wind" if tile.wind == prevailing else "other_wind"


@lru_cache(maxsize=64)
def asks(ruleset: Ruleset) -> tuple[Ask, ...]:
    """What changes a score or a payment under this ruleset.

    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> asks(load_ruleset("hongkong"))
    ('kong_upon_kong',)
    """
    sheet = sheet_for(ruleset, Wind.EAST, Wind.EAST)
    answers: dict[Ask, bool] = {
        "losers": ruleset.losers_settle,
        "several_winners": ruleset.multiple_mahjong == "all_win",
        "liable": ruleset.liability != "none",
        "streak": _needs(sheet, STREAK),
        "original_call": _needs(sheet, ORIGINAL_CALL),
        "kong_upon_kong": _needs(sheet, KONG_UPON_KONG),
        "fishing": ruleset.losers_settle and ruleset.fishing_fifths > 0 and ruleset.must_declare_ready,
        "gone": sheet.asks_only_tile,
    }
    return tuple(name for name in ASKS if answers[name])


def _needs(sheet: Sheet, fact: int) -> bool:
    return any(test.asks.needs & fact for row in sheet.rows for test in row.tests)
