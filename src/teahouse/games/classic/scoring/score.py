"""The score of a hand, line by line: the best of its readings, or the special hand it is."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from teahouse.core.tiles import Tile, Wind
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.patterns.conditions import CONCEALED
from teahouse.games.classic.rulesets.faan import value_of
from teahouse.games.classic.rulesets.fields import MOST_POINTS
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.cases import WinCase, bonus_mask, bonus_worth, read_shapes, scored_source
from teahouse.games.classic.scoring.complaints import ImpossibleWin
from teahouse.games.classic.scoring.lines import ScoreLine, Worth, summed
from teahouse.games.classic.scoring.names import SPECIAL_NAMES
from teahouse.games.classic.scoring.readings import encoded_readings, kinds, tiles_number
from teahouse.games.classic.scoring.rows import (
    PlayedRow,
    RowTest,
    WinFacts,
    bonus_rows,
    holds_for_reading,
    holds_for_win,
    special_worth,
    without_replaced,
)
from teahouse.games.classic.scoring.shapes import HandNumbers, HandShape, hand_numbers
from teahouse.games.classic.scoring.sheet import sheet_for, winds_number
from teahouse.games.classic.scoring.tile_hands import is_tiles_hand, tiles_hands
from teahouse.games.classic.scoring.wins import Win

__all__ = ["Score", "ScoreLine", "Win", "is_enough", "is_mahjong", "is_tiles_hand", "score", "score_of", "wins_alone"]


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """The value of a hand: points, doublings and score up to the limit, with a line for each rule that counts.

    If faan are counted, they are the doublings. uncounted: doublings that do not count for the minimum of a win.
    """

    score: int
    points: int
    doublings: int
    lines: tuple[ScoreLine, ...]
    uncounted: int = 0

    @property
    def is_in_faan(self) -> bool:
        """Are its doublings faan? Only faan score without points."""
        return not self.points and self.score > 0


def is_mahjong(
    tiles: Sequence[Tile],
    melds: tuple[Meld, ...],
    ruleset: Ruleset,
    *,
    last: Tile | None = None,
    winds: tuple[Wind, Wind] | None = None,
) -> bool:
    """Is this hand complete: four sets and a pair within the limit of chows, or a special hand?

    last: the winning tile. winds: the Personal and the Prevailing Wind. If these are not given, special hands that
    depend on them fit with any.
    """
    number = tiles_number(tiles)
    read = encoded_readings(number)
    if read:
        most = ruleset.max_chows - chows(melds)
        if any(reading.chows <= most for reading in read):
            return True
    hand = hand_numbers(tiles, melds) if melds else HandNumbers(number, (), kinds(number))
    code = None if last is None else last.code
    return is_tiles_hand(hand, ruleset, code, None if winds is None else winds_number(*winds))


def wins_alone(bonus: Sequence[Tile], ruleset: Ruleset) -> bool:
    """Are these bonus tiles Mahjong by themselves?"""
    sheet = sheet_for(ruleset, ruleset.winds[0], ruleset.winds[0])
    return bool(bonus_rows([row for row in sheet.rows if row.wins], bonus_mask(bonus)))


def is_enough(result: Score, ruleset: Ruleset) -> bool:
    """Does a score reach the least doublings or the least score of the ruleset? A special hand always does."""
    if not (ruleset.least_doublings or ruleset.least_score) or is_special(result, ruleset):
        return True
    enough_doublings = 0 < ruleset.least_doublings <= result.doublings - result.uncounted
    return enough_doublings or 0 < ruleset.least_score <= result.score


def is_special(result: Score, ruleset: Ruleset) -> bool:
    """Is this the score of a special hand?"""
    special = special_names(ruleset)
    return any(line.rule in special for line in result.lines)


@lru_cache(maxsize=64)
def special_names(ruleset: Ruleset) -> frozenset[str]:
    """The names of all special hands, the ruleset's own among them."""
    own = [row.name for row in ruleset.rows if row.value != "off" or row.whole_hand]
    return frozenset((*SPECIAL_NAMES.values(), *(hand.name for hand in ruleset.hands), *own))


def score(win: Win, ruleset: Ruleset) -> Score:
    """The best score of a complete hand; `ImpossibleWin` when it is not complete.

    >>> from teahouse.core.tiles import Tile, Wind
    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> hand = parse_hand("777z 234m 22m [555p] [345s]")
    >>> win = Win(hand.tiles, hand.melds, Tile.M2, "discard", Wind.SOUTH, Wind.EAST)
    >>> result = score(win, load_ruleset("british"))
    >>> result.points, result.doublings, result.score
    (30, 1, 60)
    """
    case = WinCase.of(win, ruleset)
    read = read_shapes(case)
    ordinary = _ordinary(case, read) if read else None
    scores = [each for each in (_special(case, read), ordinary, _alone(case)) if each is not None]
    if not scores:
        raise _incomplete(win, ruleset)
    return max(scores, key=lambda each: each.score)


def _incomplete(win: Win, ruleset: Ruleset) -> ImpossibleWin:
    read = encoded_readings(tiles_number(win.concealed))
    if read:
        fewest = min(reading.chows for reading in read) + chows(win.melds)
        return ImpossibleWin("chows", most=ruleset.max_chows, ruleset=ruleset.name, n=fewest)
    return ImpossibleWin("incomplete", ruleset=ruleset.name, hand=hand_text(win.concealed, win.melds))


def _ordinary(case: WinCase, read: Sequence[HandShape]) -> Score:
    sheet, ruleset = case.sheet, case.ruleset
    bonus = bonus_worth(case.win.bonus, case.facts.bonus, sheet)
    common = summed((*_mahjong(case), *bonus.parts))
    active = _active(case.candidates.adding, case.facts)
    best: list[Worth] = []
    rows: Sequence[PlayedRow] = ()
    most = (-1, 0, 0)
    for shape in read:
        earned = _earned(active, shape) if active else ()
        parts = [sheet.sets[one] for one in shape.sets]
        parts.append(sheet.pairs[shape.pair])
        parts += [row.worth for row in earned]
        points, doublings = _added(parts)
        value = value_of(points + common.points, doublings + common.doublings, ruleset, limited=False)
        if (value, points, doublings) > most:
            best, rows, most = parts, earned, (value, points, doublings)
    uncounted = bonus.uncounted + sum([row.worth.doublings for row in rows if not row.counts])
    return score_of((common, *best), ruleset, uncounted)


def _active(rows: Sequence[tuple[PlayedRow, RowTest]], facts: WinFacts) -> list[tuple[PlayedRow, RowTest]]:
    """The rows that the win may have, each with the tests that its readings must still pass."""
    return [each for each in rows if holds_for_win(each[1], facts)]


def _earned(active: Sequence[tuple[PlayedRow, RowTest]], shape: HandShape) -> Sequence[PlayedRow]:
    """The rows that a reading has."""
    held_rows = [row for row, test in active if holds_for_reading(test, shape)]
    return without_replaced(list(dict.fromkeys(held_rows))) if len(held_rows) > 1 else held_rows


def _added(parts: Sequence[Worth]) -> tuple[int, int]:
    points = doublings = 0
    for part in parts:
        points += part[0]
        doublings += part[1]
    return points, doublings


def score_of(parts: Sequence[Worth], ruleset: Ruleset, uncounted: int = 0) -> Score:
    """The score of everything that counts."""
    points, doublings = _added(parts)
    lines = tuple([line for part in parts for line in part.lines])
    return Score(value_of(points, doublings, ruleset), points, doublings, lines, uncounted)


def _mahjong(case: WinCase) -> tuple[Worth, ...]:
    """The way of winning, and the concealed hand."""
    sheet, source = case.sheet, scored_source(case.win)
    if not case.facts.needs & CONCEALED:
        return (sheet.sources[source],)
    return (sheet.concealed_from_wall[source], sheet.concealed)


def _special(case: WinCase, read: Sequence[HandShape]) -> Score | None:
    hands = _special_hands(case, read)
    if not hands:
        return None
    ruleset = case.ruleset
    best = max(hands, key=lambda worth: (worth.points, worth.doublings))
    if ruleset.counts_faan:
        return _whole_hand(case, best)
    parts = (best, bonus_added(case)) if ruleset.special_hand_adds_bonus_tiles else (best,)
    scored = score_of(parts, ruleset)
    if ruleset.special_hand_cap == "none" and scored.score < best.points:
        return msgspec.structs.replace(scored, score=min(best.points, MOST_POINTS))
    return scored


def _alone(case: WinCase) -> Score | None:
    """The score of bonus tiles that are Mahjong without sets: only their own value."""
    rows = [row for row, _ in _active(case.candidates.ways, case.facts) if row.wins]
    return max((score_of((row.worth,), case.ruleset) for row in rows), key=lambda each: each.score, default=None)


def _whole_hand(case: WinCase, best: Worth) -> Score:
    """A special hand in faan: its own, and the faan of the way of winning and of bonus tiles."""
    bonus = bonus_worth(case.win.bonus, case.facts.bonus, case.sheet)
    ways = [row for row, _ in _active(case.candidates.adding, case.facts) if row.any_hand]
    parts = (best, case.sheet.sources[scored_source(case.win)], *bonus.parts, *(row.worth for row in ways))
    return score_of(parts, case.ruleset, bonus.uncounted)


def _special_hands(case: WinCase, read: Sequence[HandShape]) -> list[Worth]:
    """The special hands that this is, by its tiles, its sets, or the way it was won."""
    worths = hands_of(case, read)
    if worths or read:
        worths += [row.worth for row, _ in _active(case.candidates.ways, case.facts) if not row.wins]
    return worths


def hands_of(case: WinCase, read: Sequence[HandShape]) -> list[Worth]:
    """The special hands that this is by its tiles or its sets."""
    win, ruleset = case.win, case.ruleset
    winds = winds_number(win.personal_wind, win.prevailing_wind)
    by_tiles = tiles_hands(case.hand, ruleset, win.winning_tile.code, winds)
    worths = [special_worth(name, number, ruleset) for name, number in by_tiles]
    if read:
        active = _active(case.candidates.sets, case.facts)
        worths += [row.worth for row, test in active if any(holds_for_reading(test, shape) for shape in read)]
    return worths


def bonus_added(case: WinCase) -> Worth:
    """The bonus tiles of a special hand, doubled among themselves: each doubling is a line of the points it adds."""
    parts = bonus_worth(case.win.bonus, case.facts.bonus, case.sheet).parts
    bonus_lines = [line for part in parts for line in part.lines]
    lines = [line for line in bonus_lines if not line.doublings]
    total = sum(line.points for line in lines)
    for line in bonus_lines:
        for _ in range(line.doublings):
            added = min(total, max(0, MOST_POINTS - total))
            lines.append(ScoreLine(line.rule, added, 0, line.tiles))
            total += added
    return Worth(total, 0, tuple(lines))
