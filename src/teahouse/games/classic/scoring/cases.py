"""A hand to score: the win, the sheet it is scored by, and the facts that rows need before it is read."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from teahouse.core.tiles import BONUS_TILES, COPIES, Tile
from teahouse.games.classic.melds import Meld, chows
from teahouse.games.classic.patterns.conditions import CONCEALED, KONG_UPON_KONG, ONLY_TILE, ORIGINAL_CALL, STREAK
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.scoring.lines import Worth
from teahouse.games.classic.scoring.readings import counts, encoded_readings, kind, tiles_number
from teahouse.games.classic.scoring.rows import Candidates, WinFacts
from teahouse.games.classic.scoring.shapes import HandNumbers, HandShape, hand_numbers, shapes, suits_used
from teahouse.games.classic.scoring.sheet import Sheet, sheet_for
from teahouse.games.classic.scoring.wins import SOURCES, Win, WinSource

MOST_CHOWS: Final = 4
SOURCE_BITS: Final = {name: 1 << place for place, name in enumerate((*SOURCES, "earthly_discard"))}
BONUS_PLACES: Final = {tile: place for place, tile in enumerate(BONUS_TILES)}


class WinCase(NamedTuple):
    """A win with everything that it is scored by."""

    win: Win
    hand: HandNumbers
    ruleset: Ruleset
    sheet: Sheet
    facts: WinFacts
    candidates: Candidates

    @classmethod
    def of(cls, win: Win, ruleset: Ruleset) -> "WinCase":
        """The case of a win."""
        hand = hand_numbers(win.concealed, win.melds)
        sheet = sheet_for(ruleset, win.personal_wind, win.prevailing_wind)
        facts = _facts(hand, win, sheet, ruleset)
        return cls(win, hand, ruleset, sheet, facts, sheet.candidates(facts.source, facts.suits))


class BonusWorth(NamedTuple):
    """What bonus tiles give, and how many of their doublings do not count for the minimum of a win."""

    parts: list[Worth]
    uncounted: int


def bonus_worth(tiles: Sequence[Tile], mask: int, sheet: Sheet) -> BonusWorth:
    """What bonus tiles give; mask: the same tiles."""
    rows = sheet.with_bonus(mask)
    parts = [sheet.bonus[tile] for tile in tiles]
    parts += [row.worth for row in rows]
    return BonusWorth(parts, sum([row.worth.doublings for row in rows if not row.counts]))


def bonus_mask(tiles: Sequence[Tile]) -> int:
    """Bonus tiles as a mask: Flowers, then Seasons."""
    return sum([1 << BONUS_PLACES[tile] for tile in tiles])


def scored_source(win: Win) -> WinSource:
    """The source of the winning tile for scoring."""
    return "discard" if win.on_discard and win.source == "earthly" else win.source


def is_concealed(win: Win, ruleset: Ruleset) -> bool:
    """Is the whole hand concealed?"""
    if win.is_claimed and not ruleset.concealed_allows_winning_discard:
        return False
    if win.melds and not ruleset.concealed_allows_kongs:
        return False
    return all(meld.concealed or _counts_as_concealed(meld, ruleset) for meld in win.melds)


def _counts_as_concealed(meld: Meld, ruleset: Ruleset) -> bool:
    return ruleset.claimed_kong_is != "melded" and meld.kind == "kong" and not meld.added


def more_concealed(hand: HandNumbers, ruleset: Ruleset) -> int:
    """How many melded kongs count as concealed for doublings."""
    return hand.claimed_kongs if ruleset.claimed_kong_is == "concealed_for_doublings" else 0


def read_shapes(case: WinCase) -> list[HandShape]:
    """Every reading of the hand within the limit of chows."""
    hand, win, ruleset = case.hand, case.win, case.ruleset
    spoiled, more = ruleset.winning_discard_set == "melded" and win.is_claimed, more_concealed(hand, ruleset)
    cases = [
        shape
        for one in encoded_readings(hand.number)
        for shape in shapes(one, hand, win, spoiled=spoiled, more_concealed=more)
    ]
    most = ruleset.max_chows
    return cases if most == MOST_CHOWS else [shape for shape in cases if shape.chows <= most]


def _facts(hand: HandNumbers, win: Win, sheet: Sheet, ruleset: Ruleset) -> WinFacts:
    """The facts that rows need before the hand is read."""
    needs = CONCEALED if is_concealed(win, ruleset) else 0
    if win.kong_upon_kong or win.original_call or win.streak:
        needs |= KONG_UPON_KONG * win.kong_upon_kong | ORIGINAL_CALL * win.original_call | STREAK * win.streak
    if sheet.asks_only_tile and _is_only_tile(hand, win, ruleset):
        needs |= ONLY_TILE
    source = SOURCE_BITS["earthly_discard" if win.on_discard and win.source == "earthly" else win.source]
    bonus = bonus_mask(win.bonus) if win.bonus else 0
    return WinFacts(hand.kinds, suits_used(hand.kinds), source, win.winning_tile.code, needs, bonus, len(win.bonus))


def _is_only_tile(hand: HandNumbers, win: Win, ruleset: Ruleset) -> bool:
    """Could no other kind of tile have made four sets and a pair?"""
    waiting = hand.number - kind(win.winning_tile.code)
    melded = counts(tiles_number([tile for meld in win.melds for tile in meld.tiles]))
    never = {win.winning_tile.code, *(tile.code for tile in win.gone)}
    most = ruleset.max_chows - chows(win.melds)
    for code, count in enumerate(counts(waiting)):
        if code not in never and count + melded[code] < COPIES:
            read = encoded_readings(waiting + kind(code))
            if any(reading.chows <= most for reading in read):
                return False
    return True
