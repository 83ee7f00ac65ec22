"""A finished deal as the statistics count it, from the table at its end."""

from collections.abc import Sequence
from typing import Final, get_args

from teahouse.core.game import Reason, Result
from teahouse.core.seats import Seat
from teahouse.service.hosting.daily import day_of
from teahouse.service.hosting.rules import DealFigures
from teahouse.service.people.statistics.counting import BOT_PREFIX, DRAWN, LOST, WON, Counted, CountedDeal
from teahouse.service.tables.events import Moved, move_type
from teahouse.service.tables.folding.standing import Holder
from teahouse.service.tables.table import Table

NOTHING: Final = DealFigures({})
GIVEN_UP: Final = get_args(Reason)
"""Endings that set no record of the house, because somebody could give one to a friend."""


def counted_deal(table: Table, result: Result, at: int) -> CountedDeal | None:
    """What is counted of the deal that ends now; None if no person plays, or tiles are played again."""
    if not table.persons or table.opened.known or is_played_again(table):
        return None
    profile = table.hosting.profile
    variant = "" if profile is None else profile.variant(table.game.rules)
    players = tuple(_counted_player(table, result, seat, variant) for seat in table.persons)
    opened, moves = table.opened, table.end_moves()
    return CountedDeal(
        table.id,
        table.deal,
        opened.game,
        variant,
        at,
        day_of(at)[:7],
        opened.rated,
        opened.private,
        players,
        sum(move_type(one) != "pass" for one in moves),
        result.ending,
        _openings(table, moves),
    )


def _openings(table: Table, moves: Sequence[Moved]) -> tuple[str, ...]:
    """How the deal began, if its game has openings; the tiles are dealt again for this."""
    profile, setup = table.hosting.profile, table.setup
    if profile is None or profile.openings is None or setup is None:
        return ()
    dealt = table.game.deal(table.seeds[setup.deal].seed)
    return profile.openings(dealt, [table.move_of(one) for one in moves[: profile.opening_moves]])


def is_played_again(table: Table) -> bool:
    """Does a person who plays alone repeat the last deal?"""
    committed = table.commitments.get(table.deal)
    is_alone = len(table.game.seats) == 1 and committed is not None and bool(table.deals)
    return is_alone and committed is not None and table.deals[-1].commitment == committed.commitment


def _counted_player(table: Table, result: Result, seat: Seat, variant: str) -> Counted:
    profile, holder = table.hosting.profile, table.holders[seat]
    assert holder is not None
    assert holder.person is not None
    seat_figures = NOTHING if profile is None else profile.deal_figures(table.game, table.end_state(), seat)
    records = list[tuple[str, str, int]]()
    if profile is not None and result.ending not in GIVEN_UP:
        records += [
            (name, "", seat_figures.figures[name]) for name in profile.records if seat_figures.figures.get(name, 0) > 0
        ]
        records += [("score", variant, result.scores[seat])] if profile.best_by_variant else []
    return Counted(
        person=holder.person,
        seat=seat,
        score=result.scores[seat],
        outcome=outcome_of(result, seat),
        opponents=tuple(_opponent(one) for number, one in enumerate(table.holders) if one and number != seat),
        figures=seat_figures.figures,
        badges=seat_figures.badges,
        records=tuple(records),
    )


def _opponent(holder: Holder) -> str:
    return holder.person or f"{BOT_PREFIX}{holder.bot}"


def outcome_of(result: Result, seat: Seat) -> int:
    """Whether the seat won, drew (nobody won, or several did) or lost."""
    if seat in result.winners:
        return WON if len(result.winners) == 1 else DRAWN
    return LOST if result.winners or len(result.scores) == 1 else DRAWN
