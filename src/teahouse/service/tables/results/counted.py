"""A finished deal as the statistics count it, from the table at its end."""

from collections.abc import Sequence
from typing import Any, Final

from teahouse.core.game import Result
from teahouse.core.seats import Seat
from teahouse.service.hosting.daily import day_of
from teahouse.service.hosting.rules import Feat
from teahouse.service.people.statistics.counting import DRAWN, HOUSE, LOST, WON, Counted, CountedDeal
from teahouse.service.tables.events import Moved
from teahouse.service.tables.table import Table

NOTHING: Final = Feat({})
PASS: Final = b'"type":"pass"'


def counted(table: Table, result: Result, at: int) -> CountedDeal | None:
    """What is counted of the deal that ends now; None where no person plays, or tiles are played again."""
    if not table.persons or table.opened.known or is_played_again(table):
        return None
    profile = table.hosting.profile
    variant = "" if profile is None else profile.variant(table.game.rules)
    players = tuple(_counted(table, result, seat, variant) for seat in table.persons)
    info, moves = table.opened, table.end_moves()
    return CountedDeal(
        table.id,
        table.deal,
        info.game,
        variant,
        at,
        day_of(at)[:7],
        info.rated,
        info.private,
        players,
        sum(PASS not in bytes(one.move) for one in moves),
        result.ending,
        _openings(table, moves),
    )


def _openings(table: Table, moves: Sequence[Moved]) -> tuple[str, ...]:
    """How the deal began, where its game has openings; the tiles are dealt again for this."""
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


def _counted(table: Table, result: Result, seat: Seat, variant: str) -> Counted:
    profile, holder = table.hosting.profile, table.holders[seat]
    assert holder is not None
    assert holder.person is not None
    feat = NOTHING if profile is None else profile.feat(table.game, table.end_state(), seat)
    records = list[tuple[str, str, int]]()
    if profile is not None:
        records += [(name, "", feat.figures[name]) for name in profile.records if feat.figures.get(name, 0) > 0]
        records += [("score", variant, result.scores[seat])] if profile.best_by_variant else []
    return Counted(
        person=holder.person,
        seat=seat,
        score=result.scores[seat],
        outcome=outcome_of(result, seat),
        opponents=tuple(_opponent(one) for number, one in enumerate(table.holders) if one and number != seat),
        figures=feat.figures,
        badges=feat.badges,
        records=tuple(records),
    )


def _opponent(holder: Any) -> str:
    return holder.person or f"{HOUSE}{holder.bot}"


def outcome_of(result: Result, seat: Seat) -> int:
    """Won, drawn where nobody won or several did, or lost."""
    if seat in result.winners:
        return WON if len(result.winners) == 1 else DRAWN
    return LOST if result.winners or len(result.scores) == 1 else DRAWN
