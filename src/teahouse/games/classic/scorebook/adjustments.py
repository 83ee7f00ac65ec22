"""Tallies that change hands outside the deals of a scorebook: penalties, and what the table moves by hand."""

from typing import Final, assert_never

import msgspec

from teahouse.core.errors import IllegalMove, shown
from teahouse.core.seats import BySeat, Seat, check_seat
from teahouse.core.text import is_visible_text
from teahouse.games.classic.scorebook import actions as a

MOST_ADJUSTMENTS: Final = 100


class Adjustment(msgspec.Struct, frozen=True):
    """Tallies that changed hands outside the deals. deal: how many deals were settled before it.

    Of a penalty: seat, who pays it; fault, what for; reason, more about it if there is more to say.
    """

    deal: int
    amounts: BySeat[int]
    reason: str
    seat: Seat | None = None
    fault: a.Fault | None = None


def adjusted(done: tuple[Adjustment, ...], action: a.Adjusting, deals: int, players: int) -> tuple[Adjustment, ...]:
    """The adjustments after another one, or without the last."""
    if isinstance(action, a.UndoAdjustment):
        if not done or action.adjustment != len(done):
            raise a.OutOfDate(f"expected to take back adjustment {len(done)}, got {action.adjustment}")
        return done[:-1]
    if len(done) >= MOST_ADJUSTMENTS:
        raise IllegalMove(f"expected at most {MOST_ADJUSTMENTS} adjustments, got one more")
    return (*done, _made(action, deals, players))


def _made(action: a.Adjust | a.Penalise, deals: int, players: int) -> Adjustment:
    match action:
        case a.Adjust():
            return _moved(action, deals, players)
        case a.Penalise():
            return _penalty(action, deals, players)
        case _:
            assert_never(action)


def _moved(action: a.Adjust, deals: int, players: int) -> Adjustment:
    check_words(action.reason, a.LONGEST_REASON, "reason")
    if len(action.amounts) != players or sum(action.amounts) != 0 or not any(action.amounts):
        raise IllegalMove(f"expected amounts of {players} seats that sum to zero, got {list(action.amounts)}")
    return Adjustment(deals, action.amounts, action.reason)


def _penalty(action: a.Penalise, deals: int, players: int) -> Adjustment:
    """A penalty to one player, or as much to each of the others."""
    check_seat(action.seat, players)
    if action.payee is not None:
        check_seat(action.payee, players)
    if action.payee == action.seat:
        raise IllegalMove(f"expected another player who receives the penalty, got seat {action.seat}, who pays it")
    if action.reason or action.fault == "other":
        check_words(action.reason, a.LONGEST_REASON, "reason")
    payees = [seat for seat in range(players) if seat != action.seat and action.payee in (None, seat)]
    received = dict.fromkeys(payees, action.amount) | {action.seat: -action.amount * len(payees)}
    amounts = tuple(received.get(seat, 0) for seat in range(players))
    return Adjustment(deals, amounts, action.reason, action.seat, action.fault)


def check_words(text: str, longest: int, what: str) -> None:
    """Refuse text that is invisible or too long."""
    if not text.strip() or len(text) > longest or not is_visible_text(text):
        raise IllegalMove(f"expected a {what} of 1 to {longest} characters that can be seen, got {shown(text)}")
