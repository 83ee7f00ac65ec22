"""The score of a hand, line by line: the best of its readings, or the special hand it is."""

from collections.abc import Sequence
from typing import Final

import msgspec

from teahouse.core.tiles import BONUS_TILES, Tile, Wind
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.rulesets.options import MOST_POINTS, Ruleset
from teahouse.games.classic.scoring.complaints import ImpossibleWin
from teahouse.games.classic.scoring.readings import CONCEALED, counts, encoded_readings, kinds, meld_code, tiles_number
from teahouse.games.classic.scoring.shapes import Held, Shape, held, shapes
from teahouse.games.classic.scoring.sheet import ScoreLine, Sheet, Worth, sheet_for
from teahouse.games.classic.scoring.special import SPECIAL_NAMES, can_be_tiles_hand
from teahouse.games.classic.scoring.wins import Loss, Source, Win

__all__ = ["Loss", "Score", "ScoreLine", "Source", "Win", "is_enough", "is_mahjong", "score", "score_loser"]

MOST_CHOWS: Final = 4


class Score(msgspec.Struct, frozen=True):
    """The value of a hand: points, doublings and score up to the limit, with a line for each rule that counts."""

    score: int
    points: int
    doublings: int
    lines: tuple[ScoreLine, ...]


def is_mahjong(tiles: Sequence[Tile], melds: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    """Is this hand complete: four sets and a pair within the limit of chows, or a special hand?"""
    number = tiles_number(tiles)
    read = encoded_readings(number)
    if read:
        most = ruleset.max_chows - chows(melds)
        if any(reading.chows <= most for reading in read):
            return True
    return not melds and is_tiles_hand(Held(number, (), kinds(number)), ruleset)


def is_tiles_hand(hand: Held, ruleset: Ruleset) -> bool:
    """Are these fourteen tiles one of the special hands that need no sets?"""
    if not can_be_tiles_hand(hand.kinds):
        return False
    return any(test(hand, ruleset) for test, _ in sheet_for(ruleset, Wind.EAST, Wind.EAST).tiles_hands)


def is_enough(found: Score, ruleset: Ruleset) -> bool:
    """Does a score reach the least doublings or the least score of the ruleset? A special hand always does."""
    if not (ruleset.least_doublings or ruleset.least_score) or any(line.rule in SPECIAL_NAMES for line in found.lines):
        return True
    enough_doublings = 0 < ruleset.least_doublings <= found.doublings
    return enough_doublings or 0 < ruleset.least_score <= found.score


def score(win: Win, ruleset: Ruleset) -> Score:
    """The best score of a complete hand; `ImpossibleWin` when it is not complete.

    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> hand = parse_hand("777z 234m 22m [555p] [345s]")
    >>> win = Win(hand.tiles, hand.melds, Tile.M2, "discard", Wind.SOUTH, Wind.EAST)
    >>> found = score(win, load_ruleset("british"))
    >>> found.points, found.doublings, found.score
    (30, 1, 60)
    """
    hand = held(win.concealed, win.melds)
    sheet = sheet_for(ruleset, win.personal_wind, win.prevailing_wind)
    read = _shapes(hand, win, ruleset)
    special = _special(hand, read, win, sheet, ruleset)
    ordinary = _ordinary(read, win, sheet, ruleset) if read else None
    if special is None or (ordinary is not None and ordinary.score > special.score):
        special = ordinary
    if special is None:
        raise _incomplete(win, ruleset)
    return special


def _shapes(hand: Held, win: Win, ruleset: Ruleset) -> list[Shape]:
    """Every reading of the hand within the limit of chows."""
    spoiled = ruleset.winning_discard_set == "melded" and win.is_claimed
    found = [shape for one in encoded_readings(hand.number) for shape in shapes(one, hand, win, spoiled=spoiled)]
    most = ruleset.max_chows
    return found if most == MOST_CHOWS else [shape for shape in found if shape.chows <= most]


def _incomplete(win: Win, ruleset: Ruleset) -> ImpossibleWin:
    read = encoded_readings(tiles_number(win.concealed))
    if read:
        fewest = min(reading.chows for reading in read) + chows(win.melds)
        return ImpossibleWin("chows", most=ruleset.max_chows, ruleset=ruleset.name, n=fewest)
    return ImpossibleWin("incomplete", ruleset=ruleset.name, hand=hand_text(win.concealed, win.melds))


def _ordinary(read: Sequence[Shape], win: Win, sheet: Sheet, ruleset: Ruleset) -> Score:
    common = _common(win, sheet, ruleset)
    best: list[Worth] = []
    most = (-1, 0)
    for shape in read:
        parts = [sheet.sets[one] for one in shape.sets]
        parts.append(sheet.pairs[shape.pair])
        parts += [worth for test, worth in sheet.patterns if test(shape, ruleset)]
        if shape.chows == 4 and not sheet.pairs[shape.pair].points:
            parts.append(sheet.four_chows)
        points, doublings = _added(parts)
        value = (points + common.points) << (doublings + common.doublings)
        if (value, points) > most:
            best, most = parts, (value, points)
    return _score((common, *best), ruleset)


def _added(parts: Sequence[Worth]) -> tuple[int, int]:
    points = doublings = 0
    for part in parts:
        points += part[0]
        doublings += part[1]
    return points, doublings


def _score(parts: Sequence[Worth], ruleset: Ruleset) -> Score:
    points, doublings = _added(parts)
    value = min(points << doublings, MOST_POINTS)
    if ruleset.limit is not None and ruleset.limit_applies_to == "hand":
        value = min(value, ruleset.limit)
    return Score(value, points, doublings, tuple([line for part in parts for line in part.lines]))


def _common(win: Win, sheet: Sheet, ruleset: Ruleset) -> Worth:
    """What does not depend on the reading: the way of winning, the concealed hand, the bonus tiles."""
    parts = [*_mahjong(win, sheet, ruleset), *_bonus(win.bonus, sheet)]
    if win.original_call:
        parts.append(sheet.original_call)
    points, doublings = _added(parts)
    return Worth(points, doublings, tuple([line for part in parts for line in part.lines]))


def _mahjong(win: Win, sheet: Sheet, ruleset: Ruleset) -> tuple[Worth, ...]:
    source: Source = "discard" if win.on_discard and win.source == "earthly" else win.source
    if not is_concealed(win, ruleset):
        return (sheet.sources[source],)
    return (sheet.concealed_from_wall[source], sheet.concealed)


def is_concealed(win: Win, ruleset: Ruleset) -> bool:
    """Is the whole hand concealed?"""
    if win.is_claimed and not ruleset.concealed_allows_winning_discard:
        return False
    return all(meld.concealed or _counts_as_concealed(meld, ruleset) for meld in win.melds)


def _counts_as_concealed(meld: Meld, ruleset: Ruleset) -> bool:
    return ruleset.claimed_kong_is == "concealed" and meld.kind == "kong" and not meld.added


def _bonus(tiles: tuple[Tile, ...], sheet: Sheet) -> list[Worth]:
    parts = [sheet.bonus[tile] for tile in tiles]
    if len(tiles) >= 4:
        for bouquet, four in zip(sheet.bouquets, (BONUS_TILES[:4], BONUS_TILES[4:]), strict=True):
            if all(tile in tiles for tile in four):
                parts.append(bouquet)
    return parts


def _special(hand: Held, read: Sequence[Shape], win: Win, sheet: Sheet, ruleset: Ruleset) -> Score | None:
    found = _special_hands(hand, read, win, sheet, ruleset)
    if not found:
        return None
    best = max(found, key=lambda worth: worth.points)
    if not ruleset.special_hand_adds_bonus_tiles:
        return _score((best,), ruleset)
    return _score((best, _bonus_added(win.bonus, sheet)), ruleset)


def _special_hands(hand: Held, read: Sequence[Shape], win: Win, sheet: Sheet, ruleset: Ruleset) -> list[Worth]:
    found: list[Worth] = []
    if not win.melds and can_be_tiles_hand(hand.kinds):
        found = [worth for test, worth in sheet.tiles_hands if test(hand, ruleset)]
    if not found and not read:
        return []
    for shape in read:
        found += [worth for test, worth in sheet.sets_hands if test(shape, win, ruleset)]
    return found + [worth for test, worth in sheet.circumstances[win.source] if test(win)]


def _bonus_added(tiles: tuple[Tile, ...], sheet: Sheet) -> Worth:
    """The bonus tiles of a special hand, doubled among themselves: each doubling is a line of the points it adds."""
    given = [line for part in _bonus(tiles, sheet) for line in part.lines]
    lines = [line for line in given if not line.doublings]
    total = sum(line.points for line in lines)
    for line in given:
        for _ in range(line.doublings):
            added = min(total, max(0, MOST_POINTS - total))
            lines.append(ScoreLine(line.rule, added, 0, line.tiles))
            total += added
    return Worth(total, 0, tuple(lines))


def score_loser(loss: Loss, ruleset: Ruleset) -> Score:
    """The value of a losing hand: its sets, pairs and bonus tiles, with their doublings."""
    sheet = sheet_for(ruleset, loss.personal_wind, loss.prevailing_wind)
    held_counts = counts(tiles_number(loss.concealed))
    parts = [sheet.sets[meld_code(meld)] for meld in loss.melds]
    parts += [sheet.sets[code | CONCEALED] for code, count in enumerate(held_counts) if count >= 3]
    parts += [sheet.pairs[code] for code, count in enumerate(held_counts) if count == 2]
    return _score((*parts, *_bonus(loss.bonus, sheet)), ruleset)
