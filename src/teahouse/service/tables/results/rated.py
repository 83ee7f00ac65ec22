"""The verdict on a rated match, as the log gets it, and the ratings that follow from it."""

from collections.abc import Collection, Sequence

from teahouse.core.match import Match
from teahouse.core.seats import Seat
from teahouse.service.hosting import HOSTING
from teahouse.service.people.ratings import book as ratings
from teahouse.service.people.ratings.rating import ranks
from teahouse.service.store.jobs import Change
from teahouse.service.tables import events as ev
from teahouse.service.tables.folding.standing import TableStanding
from teahouse.service.tables.log import Logged
from teahouse.service.tables.table import Table


def verdict_events(table: Table, match: Match, lost: Collection[Seat]) -> list[ev.TableEvent]:
    """The verdict on a rated match that ends now, by its points; those who lost it by leaving come last.

    A match does not count if a weaker level replaced a house player, since that player's rating no longer applies.
    """
    rules = table.hosting.rating
    if not table.opened.rated or rules is None or not match.results or not table.is_full or table.has_weakened:
        return []
    holders = [holder for holder in table.holders if holder is not None]
    lost_by_seat = [seat in lost for seat in range(len(holders))]
    return [
        ev.Rated(
            tuple(holder.person for holder in holders),
            tuple(holder.bot for holder in holders),
            ranks(rules.points(match.results), lost_by_seat),
            len(match.results),
        )
    ]


def losers_by_leaving(table: Table, moved: Sequence[ev.TableEvent]) -> list[Seat]:
    """Who loses the rated match that ends with this deal regardless of points: leavers, and people with a stand-in.

    Somebody who has finished before leaving has lost nothing.
    """
    moves = [*table.moves, *(one for one in moved if isinstance(one, ev.Moved))]
    resigned = {one.seat for one in moves if ev.is_forfeit(one)}
    leaving = table.leaving.union(one.seat for one in moved if isinstance(one, ev.Leaving))
    replaced = [Seat(seat) for seat, one in enumerate(table.holders) if one is not None and one.stand_in is not None]
    return [*sorted(leaving & resigned), *replaced]


def rating_changes(table: TableStanding, logged: Sequence[Logged]) -> list[Change]:
    """The changes outside the log that its new lines cause: ratings, if a rated match was decided."""
    return [_rating_change(table, one, one.event) for one in logged if isinstance(one.event, ev.Rated)]


def _rating_change(table: TableStanding, logged: Logged, verdict: ev.Rated) -> Change:
    match = rated_match(table.opened, logged, verdict)
    return lambda connection: ratings.book(connection, match)


def rated_match(opened: ev.Opened, logged: Logged, verdict: ev.Rated) -> ratings.RatedMatch:
    """A rated match, from the log."""
    rules = HOSTING[opened.game].rating
    assert rules is not None, f"expected a game with ratings, got {opened.game}"
    seats = (verdict.persons, verdict.bots, verdict.ranks)
    return ratings.RatedMatch(logged.table, logged.seq, logged.at, opened.game, rules.system, *seats, verdict.deals)
