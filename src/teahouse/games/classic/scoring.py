"""The score of a hand, line by line: the best of its readings, or the special hand it is."""

from collections.abc import Iterator, Sequence

import msgspec

from teahouse.core.errors import InvalidText
from teahouse.core.tiles import BONUS_TILES, Tile, Wind
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.options import Ruleset
from teahouse.games.classic.readings import CHOW, CONCEALED, KINDS, Encoded, encoded_readings, meld_code, rank_counts
from teahouse.games.classic.shapes import Held, Shape, held, shapes
from teahouse.games.classic.sheet import Line, Sheet, Worth, sheet_for
from teahouse.games.classic.wins import Loss, Source, Win

__all__ = ["Line", "Loss", "Score", "Source", "Win", "can_win", "is_mahjong", "score", "score_loser"]


class Score(msgspec.Struct, frozen=True):
    """What a hand is worth: points, doubled so many times, up to the limit; and a line for each point and doubling."""

    score: int
    points: int
    doublings: int
    lines: tuple[Line, ...]


def is_mahjong(tiles: Sequence[Tile], melds: tuple[Meld, ...], ruleset: Ruleset) -> bool:
    """Is this hand complete: four sets and a pair with no chow too many, or a special hand?"""
    hand = held(tiles, melds)
    most = ruleset.max_chows - sum(one & CHOW > 0 for one in hand.melds)
    if any(reading.chows <= most for reading in encoded_readings(hand.keys)):
        return True
    sheet = sheet_for(ruleset, Wind.EAST, Wind.EAST)
    return not melds and any(test(hand, ruleset) for test, _ in sheet.tiles_hands)


def can_win(win: Win, ruleset: Ruleset) -> bool:
    """May a player go Mahjong with this: is it complete, and worth the least that the ruleset asks for?"""
    if not is_mahjong(win.concealed, win.melds, ruleset):
        return False
    return not (ruleset.least_doublings or ruleset.least_score) or is_enough(score(win, ruleset), ruleset)


def is_enough(found: Score, ruleset: Ruleset) -> bool:
    """Does a score reach the least doublings or the least score of the ruleset?"""
    if not (ruleset.least_doublings or ruleset.least_score):
        return True
    enough_doublings = 0 < ruleset.least_doublings <= found.doublings
    return enough_doublings or 0 < ruleset.least_score <= found.score


def score(win: Win, ruleset: Ruleset) -> Score:
    """The best score of a complete hand; `InvalidText` when it is not complete.

    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.ruleset import load_ruleset
    >>> hand = parse_hand("777z 234m 22m [555p] [345s]")
    >>> win = Win(hand.tiles, hand.melds, Tile.M2, "discard", Wind.SOUTH, Wind.EAST)
    >>> found = score(win, load_ruleset("british"))
    >>> found.points, found.doublings, found.score
    (30, 1, 60)
    """
    hand = held(win.concealed, win.melds)
    sheet = sheet_for(ruleset, win.personal_wind, win.prevailing_wind)
    read = [shape for reading in encoded_readings(hand.keys) for shape in _shapes(reading, hand, win, ruleset)]
    special = _special(hand, read, win, sheet, ruleset)
    ordinary = _ordinary(read, win, sheet, ruleset) if read else None
    if special is None or (ordinary is not None and ordinary.score > special.score):
        special = ordinary
    if special is None:
        raise InvalidText(_incomplete(win, ruleset))
    return special


def _shapes(reading: Encoded, hand: Held, win: Win, ruleset: Ruleset) -> Iterator[Shape]:
    spoiled = win.is_claimed and ruleset.winning_discard_set == "melded"
    found = shapes(reading, hand, win, spoiled=spoiled)
    return (shape for shape in found if shape.chows <= ruleset.max_chows)


def _incomplete(win: Win, ruleset: Ruleset) -> str:
    hand = held(win.concealed, win.melds)
    melded = sum(one & CHOW > 0 for one in hand.melds)
    chows = [reading.chows + melded for reading in encoded_readings(hand.keys)]
    if chows:
        return f"expected no more chows than {ruleset.max_chows} under {ruleset.name}, got {min(chows)} (hand)"
    got = hand_text(win.concealed, win.melds)
    return f"expected four sets and a pair or a special hand of {ruleset.name}, got {got} (hand)"


def _ordinary(read: Sequence[Shape], win: Win, sheet: Sheet, ruleset: Ruleset) -> Score:
    common = _common(win, sheet, ruleset)
    best: list[Worth] = []
    most = (-1, 0)
    for shape in read:
        parts = [sheet.sets[one] for one in shape.sets]
        parts.append(sheet.pairs[shape.pair])
        parts.extend(worth for test, worth in sheet.patterns if test(shape, ruleset))
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
    value = points << doublings
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
        for bouquet, kinds in zip(sheet.bouquets, (BONUS_TILES[:4], BONUS_TILES[4:]), strict=True):
            if all(tile in tiles for tile in kinds):
                parts.append(bouquet)
    return parts


def _special(hand: Held, read: Sequence[Shape], win: Win, sheet: Sheet, ruleset: Ruleset) -> Score | None:
    found = list(_special_hands(hand, read, win, sheet, ruleset))
    if not found:
        return None
    best = max(found, key=lambda worth: worth.points)
    if not ruleset.special_hand_adds_bonus_tiles:
        return _score((best,), ruleset)
    return _score((best, _bonus_added(win.bonus, sheet)), ruleset)


def _special_hands(hand: Held, read: Sequence[Shape], win: Win, sheet: Sheet, ruleset: Ruleset) -> Iterator[Worth]:
    complete = bool(read)
    if not win.melds:
        for test, worth in sheet.tiles_hands:
            if test(hand, ruleset):
                complete = True
                yield worth
    for test, worth in sheet.sets_hands:
        if any(test(shape, win, ruleset) for shape in read):
            yield worth
    if complete:
        yield from (worth for test, worth in sheet.circumstances if test(win))


def _bonus_added(tiles: tuple[Tile, ...], sheet: Sheet) -> Worth:
    """The bonus tiles of a special hand, doubled among themselves: each doubling is a line of the points it adds."""
    given = [line for part in _bonus(tiles, sheet) for line in part.lines]
    lines = [line for line in given if not line.doublings]
    total = sum(line.points for line in lines)
    for line in given:
        for _ in range(line.doublings):
            lines.append(Line(line.rule, total, 0, line.tiles))
            total *= 2
    return Worth(total, 0, tuple(lines))


def score_loser(loss: Loss, ruleset: Ruleset) -> Score:
    """What the hand of a player who did not win is worth: its sets, pairs and bonus tiles and what these double."""
    sheet = sheet_for(ruleset, loss.personal_wind, loss.prevailing_wind)
    counts = [count for key in held(loss.concealed, ()).keys for count in rank_counts(key)][:KINDS]
    parts = [sheet.sets[meld_code(meld)] for meld in loss.melds]
    parts += [sheet.sets[code | CONCEALED] for code, count in enumerate(counts) if count >= 3]
    parts += [sheet.pairs[code] for code, count in enumerate(counts) if count == 2]
    return _score((*parts, *_bonus(loss.bonus, sheet)), ruleset)
