"""Going Mahjong in a simulated deal: may a seat, with what kind of tile, and what follows."""

from typing import Final, NamedTuple

from teahouse.kernels.arrays import Rows
from teahouse.kernels.bits import ones
from teahouse.kernels.classic import numbers as codes
from teahouse.kernels.classic.deals.deal_state import (
    DEALT,
    FIRST_TURN,
    FROM_BOX,
    FROM_LAST,
    FROM_TAIL,
    FROM_WALL,
    MAHJONG,
    UNINTERRUPTED,
    WENT_MAHJONG,
    DealState,
    LoggedEvent,
    note,
)
from teahouse.kernels.classic.deals.liability import is_to_blame
from teahouse.kernels.classic.deals.payment import pay_winner, settle_losers, write_hand
from teahouse.kernels.classic.numbers import ScoreNumbers, SheetNumbers, WinNumbers
from teahouse.kernels.classic.pattern_rows import Patterns
from teahouse.kernels.classic.plans.worth import is_enough
from teahouse.kernels.classic.scoring.patterned import score_win
from teahouse.kernels.classic.scoring.reading import ReadingWorkspace
from teahouse.kernels.kernel import kernel

MANY_BONUS: Final = 7
"""Fewer bonus tiles are never Mahjong by themselves."""


class WinScorer(NamedTuple):
    """What wins are scored with: the ruleset's sheets and patterns, the win to score, its reading, and the result."""

    sheets: Rows[SheetNumbers]
    patterns: Patterns
    win: WinNumbers
    reading: ReadingWorkspace
    found: ScoreNumbers


@kernel
def drawn_source(state: DealState) -> int:
    """Where the tile just drawn came from, in the terms of the scorer."""
    came = state.came
    if came == DEALT:
        return codes.HEAVENLY
    if came == FROM_WALL:
        return codes.EARTHLY if state.turns[state.turn] == 1 and is_earthly_draw(state) else codes.WALL
    if came == FROM_TAIL and state.tail_is_box == 0:
        return codes.WALL if state.wall_at < state.wall_end else codes.LAST_WALL_TILE
    return codes.LAST_WALL_TILE if came == FROM_LAST else codes.KONG_BOX


@kernel
def is_earthly_draw(state: DealState) -> bool:
    """Does a seat's first draw count as its first turn?"""
    if state.earthly != UNINTERRUPTED:
        return bool(state.earthly == FIRST_TURN)
    for seat in range(state.players):
        for number in range(state.meld_count[seat]):
            if state.melds[seat, number] & codes.CONCEALED == 0:
                return False
    return True


@kernel
def claimed_source(state: DealState, robbing: bool) -> int:
    """What kind of tile is on offer, in the terms of the scorer."""
    if robbing:
        return codes.ROBBED_KONG
    turns = 0
    for seat in range(state.players):
        turns += state.turns[seat]
    if turns == 1:
        return codes.EARTHLY
    return codes.DISCARD if state.wall_at < state.wall_end else codes.LAST_DISCARD


@kernel
def write_win(state: DealState, win: WinNumbers, seat: int, tile: int, source: int, giver: int) -> None:
    """Write the win for the scorer; the hand contains the winning tile."""
    write_hand(state, win, seat)
    win.winning_tile = tile
    win.source = source
    win.on_discard = 1 if source == codes.EARTHLY and giver >= 0 else 0
    in_a_row = giver < 0 and state.came in (FROM_BOX, FROM_TAIL) and state.in_a_row > 1
    win.kong_upon_kong = 1 if in_a_row else 0
    win.original_call = state.unchanged[seat]
    for kind in range(codes.KINDS):
        seen = state.seen[kind] + state.hands[seat, kind]
        if seen - (1 if kind == tile else 0) >= 4:
            win.gone |= 1 << kind


@kernel
def is_complete(state: DealState, seat: int, mahjong: bool) -> bool:
    """Is a hand complete with the tile it drew: by its tiles, as was found, or by many bonus tiles alone?"""
    return mahjong or (state.bonus_wins == 1 and ones(state.bonus[seat]) >= MANY_BONUS)


@kernel
def is_allowed(state: DealState, scorer: WinScorer, seat: int, tile: int, giver: int, robbing: bool) -> bool:
    """Was a hand declared where it must be, except before its first discard, and does it reach the least score?"""
    discarded = state.turns[seat] > (1 if giver < 0 else 0)
    if state.declares and state.ready[seat] == 0 and discarded:
        return False
    win, found = scorer.win, scorer.found
    write_win(state, win, seat, tile, drawn_source(state) if giver < 0 else claimed_source(state, robbing), giver)
    sheet = scorer.sheets[win.sheet]
    if not score_win(win, sheet, scorer.patterns, scorer.reading, found):
        return False
    counted = found.doublings - found.uncounted
    enough = is_enough(float(sheet.least_doublings), float(sheet.least_score), float(counted), float(found.score))
    return enough or scorer.reading.tiles.special >= 0


@kernel
def go_mahjong(
    state: DealState, scorer: WinScorer, log: Rows[LoggedEvent], seat: int, tile: int, source: int, giver: int
) -> None:
    """The deal is won: score the hand and settle."""
    win, found = scorer.win, scorer.found
    write_win(state, win, seat, tile, source, giver)
    score_win(win, scorer.sheets[win.sheet], scorer.patterns, scorer.reading, found)
    state.ending = MAHJONG
    state.winner = seat
    state.winning_score = found.score
    discarded = giver >= 0 and source != codes.ROBBED_KONG
    blamed = bool(state.blames) and discarded and is_to_blame(state, seat, giver, tile)
    pay_winner(state, seat, giver, found.score, blamed)
    note(state, log, WENT_MAHJONG, seat, tile, found.score)
    if state.settles and not blamed:
        if source == codes.ROBBED_KONG:
            undo_kong(state, giver, tile)
        settle_losers(state, scorer.sheets, scorer.patterns, win, scorer.reading, seat)


@kernel
def undo_kong(state: DealState, seat: int, kind: int) -> None:
    """A robbed kong is a pong again."""
    for number in range(state.meld_count[seat]):
        if state.melds[seat, number] == kind | codes.KONG | codes.ADDED:
            state.melds[seat, number] = kind
