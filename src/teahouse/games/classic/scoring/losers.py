"""The value of a losing hand, for rules under which the losers pay each other."""

from collections.abc import Sequence
from typing import Final

from teahouse.core.tiles import COPIES, PLAIN_TILES, Tile
from teahouse.games.classic.melds import chows
from teahouse.games.classic.patterns.conditions import ANY_KIND
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.cases import WinCase, bonus_mask, bonus_worth, more_concealed, read_shapes
from teahouse.games.classic.scoring.lines import ScoreLine, Worth
from teahouse.games.classic.scoring.names import fishing_name
from teahouse.games.classic.scoring.readings import CHOW, CODE, CONCEALED, counts, kind, meld_code, tiles_number
from teahouse.games.classic.scoring.rows import PlayedRow, RowTest, has_sets, without_replaced
from teahouse.games.classic.scoring.score import Score, bonus_added, hands_of, score_of
from teahouse.games.classic.scoring.shapes import HandShape, hand_numbers
from teahouse.games.classic.scoring.sheet import Sheet, sheet_for
from teahouse.games.classic.scoring.wins import Loss, Win

FIFTHS: Final = 5


def score_loser(loss: Loss, ruleset: Ruleset) -> Score:
    """The value of a losing hand: its sets, pairs and bonus tiles, with their doublings; or what fishing is worth."""
    sheet = sheet_for(ruleset, loss.personal_wind, loss.prevailing_wind)
    held_counts = counts(tiles_number(loss.concealed))
    sets = [meld_code(meld) for meld in loss.melds]
    sets += [code | CONCEALED for code, count in enumerate(held_counts) if count >= 3]
    pairs = [code for code, count in enumerate(held_counts) if count == 2]
    parts = [*(sheet.sets[one] for one in sets), *(sheet.pairs[code] for code in pairs)]
    parts += bonus_worth(loss.bonus, bonus_mask(loss.bonus), sheet).parts
    if sheet.losing_rows:
        parts += [row.worth for row in _rows(_shape(loss, sets, ruleset), pairs, sheet)]
    result = score_of(parts, ruleset)
    if not loss.fishing or not ruleset.fishing_fifths:
        return result
    fishing = _fishing(loss, ruleset)
    return result if fishing is None or fishing.score <= result.score else fishing


def _fishing(loss: Loss, ruleset: Ruleset) -> Score | None:
    """The share of the most valuable special hand that one more tile would complete."""
    cases = [_completed_by(tile, loss, ruleset) for tile in PLAIN_TILES]
    hoped = [(worth, case) for case in cases if case is not None for worth in hands_of(case, read_shapes(case))]
    if not hoped:
        return None
    best, case = max(hoped, key=lambda each: each[0].points)
    points = best.points * ruleset.fishing_fifths // FIFTHS
    share = Worth(points, 0, (ScoreLine(fishing_name(best.lines[0].rule), points, 0),))
    added = (bonus_added(case),) if ruleset.special_hand_adds_bonus_tiles else ()
    return score_of((share, *added), ruleset)


def _completed_by(tile: Tile, loss: Loss, ruleset: Ruleset) -> WinCase | None:
    """The win with this tile, drawn from the Wall; None if there is no such tile left."""
    owned = (*loss.concealed, *(each for meld in loss.melds for each in meld.tiles))
    if owned.count(tile) == COPIES:
        return None
    tiles = (*loss.concealed, tile)
    return WinCase.of(
        Win(tiles, loss.melds, tile, "wall", loss.personal_wind, loss.prevailing_wind, loss.bonus), ruleset
    )


def _shape(loss: Loss, sets: Sequence[int], ruleset: Ruleset) -> HandShape:
    hand = hand_numbers(loss.concealed, loss.melds)
    pongs = sum([kind(one & CODE) for one in sets if not one & CHOW])
    return HandShape(hand.kinds, tuple(sets), -1, chows(loss.melds), pongs, False, more_concealed(hand, ruleset))


def _rows(shape: HandShape, pairs: Sequence[int], sheet: Sheet) -> Sequence[PlayedRow]:
    """The rows for everybody that a losing hand has; any of its pairs may meet a row."""
    return without_replaced([row for row in sheet.losing_rows if any(_has(test, shape, pairs) for test in row.tests)])


def _has(test: RowTest, shape: HandShape, pairs: Sequence[int]) -> bool:
    asks = test.asks
    is_held = asks.pair == ANY_KIND or any(asks.pair >> pair & 1 for pair in pairs)
    return is_held and bool(asks.chows >> shape.chows & 1) and has_sets(test, shape)
