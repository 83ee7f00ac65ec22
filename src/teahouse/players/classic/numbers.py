"""Classic as numbers for its kernels: a ruleset as sheets, a win as a row; and wins scored in batches."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from teahouse.core.tiles import BONUS_TILES, Tile, Wind
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.rulesets.options import MOST_POINTS, Ruleset, SpecialHands
from teahouse.games.classic.scoring.readings import meld_code
from teahouse.games.classic.scoring.sheet import PATTERNS, Sheet, sheet_for
from teahouse.games.classic.scoring.wins import SOURCES, Win
from teahouse.players.classic.hands import counted
from teahouse.players.classic.kernels import ends, scoring
from teahouse.players.classic.kernels import numbers as no

Numbers = np.ndarray[Any, np.dtype[np.int64]]

WINDS: Final = tuple(Wind)
assert no.MOST_POINTS == MOST_POINTS
FIRST_PATTERN: Final = {
    "no_chows": no.NO_CHOWS,
    "one_suit_with_honours": no.ONE_SUIT_WITH_HONOURS,
    "one_suit_only": no.ONE_SUIT_ONLY,
    "majors_only": no.MAJORS_ONLY,
    "little_dragons": no.LITTLE_DRAGONS,
    "little_winds": no.LITTLE_WINDS,
    "three_concealed_pongs": no.THREE_CONCEALED_PONGS,
}


@lru_cache(maxsize=64)
def sheets_of(ruleset: Ruleset) -> Numbers:
    """A ruleset's sheets, one behind another, for every Personal and Prevailing Wind."""
    sheets = np.zeros((len(WINDS) ** 2, no.SHEET_SIZE), np.int64)
    for number, row in enumerate(sheets):
        lines = sheet_for(ruleset, WINDS[number // 4], WINDS[number % 4])
        _write_sets(row, lines)
        _write_whole(row, lines, ruleset)
        _write_special(row, ruleset)
    return sheets.reshape(-1)


def _write_sets(row: Numbers, lines: Sheet) -> None:
    for code, worth in lines.sets.items():
        row[no.SET_POINTS + code], row[no.SET_DOUBLINGS + code] = worth.points, worth.doublings
    for code, worth in enumerate(lines.pairs):
        row[no.PAIR_POINTS + code] = worth.points
    for number, tile in enumerate(BONUS_TILES):
        worth = lines.bonus[tile]
        row[no.BONUS_POINTS + number], row[no.BONUS_DOUBLINGS + number] = worth.points, worth.doublings
    for number, worth in enumerate(lines.bouquets):
        row[no.BOUQUETS + number] = worth.doublings


def _write_whole(row: Numbers, lines: Sheet, ruleset: Ruleset) -> None:
    for number, source in enumerate(SOURCES):
        seen, hidden = lines.sources[source], lines.concealed_from_wall[source]
        row[no.SOURCE_POINTS + number], row[no.SOURCE_DOUBLINGS + number] = seen.points, seen.doublings
        row[no.HIDDEN_POINTS + number], row[no.HIDDEN_DOUBLINGS + number] = hidden.points, hidden.doublings
    row[no.CONCEALED_POINTS], row[no.CONCEALED_DOUBLINGS] = lines.concealed.points, lines.concealed.doublings
    assert FIRST_PATTERN.keys() == PATTERNS.keys()
    for key, place in FIRST_PATTERN.items():
        row[place] = getattr(ruleset.doublings, key)
    row[no.FOUR_CHOWS] = lines.four_chows.doublings
    row[no.READY_FROM_DEAL] = lines.original_call.doublings


def _write_special(row: Numbers, ruleset: Ruleset) -> None:
    values = {"limit": ruleset.limit or ruleset.special_hand_value, "half_limit": ruleset.special_half_limit, "off": 0}
    for number, key in enumerate(SpecialHands.__struct_fields__):
        row[no.SPECIALS + number] = values[getattr(ruleset.special_hands, key)]
    row[no.SPOILS] = ruleset.winning_discard_set == "melded"
    row[no.DISCARD_HIDDEN] = ruleset.concealed_allows_winning_discard
    row[no.KONG_HIDDEN] = ruleset.claimed_kong_is == "concealed"
    row[no.ADDS_BONUS] = ruleset.special_hand_adds_bonus_tiles
    row[no.GATES_MINOR] = ruleset.gates_of_heaven_extra == "minor"
    row[no.TREASURE_FROM_WALL] = ruleset.buried_treasure_tiles == "any_from_wall"
    row[no.JADE_NEEDS_DRAGON] = ruleset.imperial_jade_needs_green_dragon
    row[no.SCHOLARS_CHOW] = ruleset.three_scholars_allows_chow
    row[no.PAIRS_DIFFERENT] = ruleset.all_pair_honours_all_different
    row[no.ONE_SUIT_CHOWS] = ruleset.one_suit_only_allows_chows
    row[no.MAX_CHOWS] = ruleset.max_chows
    limit = ruleset.limit if ruleset.limit_applies_to == "hand" else None
    row[no.LIMIT] = MOST_POINTS if limit is None else limit
    row[no.LEAST_DOUBLINGS], row[no.LEAST_SCORE] = ruleset.least_doublings, ruleset.least_score


def win_row(win: Win) -> list[int]:
    """A win as its kernel takes it."""
    row = meld_row(win.melds, win.bonus, win.personal_wind, win.prevailing_wind)
    row[: no.KINDS] = counted(win.concealed)
    row[no.WINNING_TILE], row[no.SOURCE] = win.winning_tile.code, SOURCES.index(win.source)
    row[no.ON_DISCARD] = win.on_discard
    row[no.KONG_UPON_KONG], row[no.ORIGINAL_CALL] = win.kong_upon_kong, win.original_call
    return row


def meld_row(melds: Sequence[Meld], bonus: Iterable[Tile], personal: Wind, prevailing: Wind) -> list[int]:
    """What is known of a win before it is one."""
    row = [0] * no.WIN
    row[no.MELDS : no.MELD_COUNT] = [no.NO_MELD] * no.MOST_MELDS
    for number, meld in enumerate(melds):
        row[no.MELDS + number] = meld_number(meld)
    row[no.MELD_COUNT] = len(melds)
    row[no.BONUS] = sum(1 << tile.code - no.FIRST_BONUS for tile in bonus)
    row[no.SHEET] = 4 * WINDS.index(personal) + WINDS.index(prevailing)
    return row


def scoring_room(ruleset: Ruleset) -> tuple[Numbers, ...]:
    """What the kernel needs to score the ends of plans."""
    sizes = no.WIN, no.WIN, scoring.DESK, no.FOUND, ends.MADE
    return sheets_of(ruleset), *(np.zeros(size, np.int64) for size in sizes)


def meld_number(meld: Meld) -> int:
    """A meld as its kernel takes it."""
    return meld_code(meld) + (no.ADDED if meld.added else 0)


def win_rows(wins: Sequence[Win]) -> Numbers:
    """Many wins, a row each."""
    return np.array([win_row(win) for win in wins], np.int64).reshape(-1, no.WIN)


def scores(rows: Numbers, ruleset: Ruleset) -> Numbers:
    """Score, points and doublings of wins, each complete; the rules' `score` gives the same with its reasons.

    >>> from teahouse.games.classic.notation import parse_hand
    >>> from teahouse.games.classic.rulesets.ruleset import load_ruleset
    >>> from teahouse.core.tiles import Tile
    >>> hand = parse_hand("777z 234m 22m [555p] [345s]")
    >>> win = Win(hand.tiles, hand.melds, Tile.M2, "discard", Wind.SOUTH, Wind.EAST)
    >>> [int(number) for number in scores(win_rows([win]), load_ruleset())[0]]
    [60, 30, 1]
    """
    found = np.zeros((len(rows), 3), np.int64)
    done = scoring.score_all(rows, sheets_of(ruleset), np.zeros(scoring.DESK, np.int64), found)
    if done < len(rows):
        raise ValueError(f"expected complete hands, got one that is not (row {done})")
    return found
