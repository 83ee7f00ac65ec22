"""Classic as numbers for its kernels: a ruleset as sheets, a win as a row; and wins scored in batches."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from teahouse.core.tiles import BONUS_TILES, Tile, Wind
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.rulesets.faan import FAAN_TABLES
from teahouse.games.classic.rulesets.fields import MOST_POINTS
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.cases import bonus_worth
from teahouse.games.classic.scoring.readings import meld_code
from teahouse.games.classic.scoring.sheet import Sheet, sheet_for
from teahouse.games.classic.scoring.wins import SOURCES, Win
from teahouse.kernels.arrays import Ints, Rows, dtype_of, new_record, new_rows
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.scoring.ends import WinEnding
from teahouse.kernels.classic.scoring.facts import Tiles
from teahouse.kernels.classic.scoring.finishing import Scorer
from teahouse.kernels.classic.scoring.patterned import score_patterned
from teahouse.kernels.classic.scoring.reading import ReadingWorkspace
from teahouse.kernels.classic.scoring.rules import Active, Earned, Sets
from teahouse.kernels.classic.scoring.score import score_all
from teahouse.players.classic.hands import counted
from teahouse.players.classic.patterns import form_worths, patterns_of
from teahouse.players.classic.rules import write_scoring_rules
from teahouse.players.compiling import compiled

WINDS: Final = tuple(Wind)
assert codes.MOST_POINTS == MOST_POINTS


@lru_cache(maxsize=64)
def sheets_of(ruleset: Ruleset) -> Rows[codes.SheetNumbers]:
    """A ruleset's sheets, for every Personal and Prevailing Wind."""
    sheets = new_rows(codes.SheetNumbers, len(WINDS) ** 2)
    for number in range(len(sheets)):
        lines = sheet_for(ruleset, WINDS[number // 4], WINDS[number % 4])
        _write_sets(sheets[number], lines)
        _write_whole(sheets[number], lines, ruleset)
        _write_special(sheets[number], ruleset)
    return sheets


def _write_sets(sheet: codes.SheetNumbers, lines: Sheet) -> None:
    points, doublings = sheet.set_points, sheet.set_doublings
    for code, worth in lines.sets.items():
        points[code], doublings[code] = worth.points, worth.doublings
    sheet.pair_points[:] = [worth.points for worth in lines.pairs]
    for mask in range(codes.BONUS_SETS):
        tiles = [tile for place, tile in enumerate(BONUS_TILES) if mask >> place & 1]
        found = bonus_worth(tiles, mask, lines)
        sheet.bonus_points[mask] = sum(part.points for part in found.parts)
        sheet.bonus_doublings[mask] = sum(part.doublings for part in found.parts)
        sheet.bonus_uncounted[mask] = found.uncounted


def _write_whole(sheet: codes.SheetNumbers, lines: Sheet, ruleset: Ruleset) -> None:
    sheet.source_points[:] = [lines.sources[source].points for source in SOURCES]
    sheet.source_doublings[:] = [lines.sources[source].doublings for source in SOURCES]
    sheet.concealed_from_wall_points[:] = [lines.concealed_from_wall[source].points for source in SOURCES]
    sheet.concealed_from_wall_doublings[:] = [lines.concealed_from_wall[source].doublings for source in SOURCES]
    sheet.concealed_points, sheet.concealed_doublings = lines.concealed.points, lines.concealed.doublings
    sheet.faan, sheet.most_faan = ruleset.counts_faan, ruleset.most_faan
    sheet.table[:] = [faan * ruleset.unit for faan in FAAN_TABLES[ruleset.faan_table]]
    sheet.asks_only = lines.asks_only_tile
    write_scoring_rules(sheet, lines.rows)


def _write_special(sheet: codes.SheetNumbers, ruleset: Ruleset) -> None:
    sheet.specials[:] = form_worths(ruleset)
    sheet.spoils = ruleset.winning_discard_set == "melded"
    sheet.discard_keeps_concealed = ruleset.concealed_allows_winning_discard
    sheet.kongs_keep_concealed = ruleset.concealed_allows_kongs
    sheet.claimed_kong_keeps_concealed = ruleset.claimed_kong_is != "melded"
    sheet.claimed_kong_counts_concealed = ruleset.claimed_kong_is == "concealed_for_doublings"
    sheet.adds_bonus = ruleset.special_hand_adds_bonus_tiles
    sheet.uncapped = ruleset.special_hand_cap == "none"
    sheet.max_chows = ruleset.max_chows
    limit = ruleset.limit if ruleset.limit_applies_to == "hand" and not ruleset.counts_faan else None
    sheet.limit = MOST_POINTS if limit is None else limit
    sheet.least_doublings, sheet.least_score = ruleset.least_doublings, ruleset.least_score


def write_win(row: codes.WinNumbers, win: Win) -> None:
    """Write a win in the form of the kernel."""
    write_melds(row, win.melds, win.bonus, win.personal_wind, win.prevailing_wind)
    row.tiles[:] = counted(win.concealed)
    row.winning_tile, row.source = win.winning_tile.code, SOURCES.index(win.source)
    row.on_discard, row.kong_upon_kong, row.original_call = win.on_discard, win.kong_upon_kong, win.original_call
    row.streak, row.gone = win.streak, sum(1 << tile.code for tile in win.gone)


def write_melds(
    row: codes.WinNumbers, melds: Sequence[Meld], bonus: Iterable[Tile], personal: Wind, prevailing: Wind
) -> None:
    """Write the part of a win that does not depend on concealed tiles: melds, bonus tiles and winds."""
    row.melds[: len(melds)] = [meld_number(meld) for meld in melds]
    row.meld_count = len(melds)
    row.bonus = sum(1 << tile.code - codes.FIRST_BONUS for tile in bonus)
    row.sheet = 4 * WINDS.index(personal) + WINDS.index(prevailing)


def new_scorer(ruleset: Ruleset) -> Scorer:
    """Records to score the complete hands of plans with."""
    return scorer_with(sheets_of(ruleset))


def scorer_with(sheets: Rows[codes.SheetNumbers]) -> Scorer:
    """Records to score hands by these sheets with."""
    return Scorer(
        sheets=sheets,
        melded=new_record(codes.WinNumbers),
        win=new_record(codes.WinNumbers),
        reading=new_reading(),
        found=new_record(codes.ScoreNumbers),
        end=new_record(WinEnding),
    )


def new_reading() -> ReadingWorkspace:
    """Records to read hands with."""
    return ReadingWorkspace(new_record(Tiles), new_record(Active), new_record(Sets), new_record(Earned))


def meld_number(meld: Meld) -> int:
    """A meld as the kernel's number."""
    return meld_code(meld) + (codes.ADDED if meld.added else 0)


def win_rows(wins: Sequence[Win]) -> Rows[codes.WinNumbers]:
    """Many wins, one row for each."""
    rows = new_rows(codes.WinNumbers, len(wins))
    for number, win in enumerate(wins):
        write_win(rows[number], win)
    return rows


def scores(rows: Rows[codes.WinNumbers], ruleset: Ruleset) -> Ints:
    """Score, points, doublings and uncounted doublings of complete wins; the rules' `score` gives the reasons too.

    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> from teahouse.core.tiles import Tile
    >>> hand = parse_hand("777z 234m 22m [555p] [345s]")
    >>> win = Win(hand.tiles, hand.melds, Tile.M2, "discard", Wind.SOUTH, Wind.EAST)
    >>> [int(number) for number in scores(win_rows([win]), load_ruleset())[0]]
    [60, 30, 1, 0]
    """
    found: Any = np.zeros(len(rows), dtype_of(codes.ScoreNumbers))
    patterns, sheets, reading = patterns_of(ruleset), sheets_of(ruleset), new_reading()
    if len(patterns.rows):
        done = compiled(score_patterned)(rows, sheets, patterns, reading, found)
    else:
        done = compiled(score_all)(rows, sheets, reading, found)
    if done < len(rows):
        raise ValueError(f"expected complete hands, got one that is not (row {done})")
    table: Ints = found.view(np.int64).reshape(-1, len(found.dtype))
    return table
