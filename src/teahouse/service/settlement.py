"""What the end of a deal changes beside the log, in the same transaction: lists of deals played, and tallies."""

from collections.abc import Callable, Sequence

import msgspec
from sqlalchemy import Connection, insert, update

from teahouse.core.game import Result
from teahouse.core.ledger import Entry, Posting
from teahouse.core.match import Match
from teahouse.core.seats import Seat
from teahouse.service import happenings as h
from teahouse.service.schema import played, player, sitting
from teahouse.service.table import Table
from teahouse.service.tallies import HOUSE, book, person_account, pot_account, stake

Change = Callable[[Connection], None]


def listed(table: Table, at: int) -> Change:
    """Keep the lobby's row of a table up to date."""
    info = table.info()
    row = {"status": info.status, "summary": msgspec.json.encode(info).decode(), "updated": at}

    def change(connection: Connection) -> None:
        if connection.execute(update(sitting).where(sitting.c.id == info.id), row).rowcount == 0:
            first = {"id": info.id, "game": info.game, "private": info.private, "created": at}
            connection.execute(insert(sitting), [first | {"invite": table.opened.invite} | row])

    return change


def kept(table: Table, result: Result, at: int) -> Change:
    """List the deal that ends now, and who played it."""
    place = {"table_id": table.id, "deal": table.deal}
    row = place | {
        "game": table.opened.game,
        "private": table.opened.private,
        "ended": at,
        "names": msgspec.json.encode(table.names).decode(),
        "result": msgspec.json.encode(result).decode(),
    }
    players = [
        place | {"seat": seat, "person": person, "score": result.scores[seat], "won": seat in result.winners}
        for seat, person in _persons(table)
    ]

    def change(connection: Connection) -> None:
        connection.execute(insert(played), [row])
        if players:
            connection.execute(insert(player), players)

    return change


def staked(table: Table, at: int) -> Change:
    """Move everybody's stake into the pot; refused whole when somebody has too little."""
    entry = stake([person for _, person in _persons(table)], table.id, table.opened.stake)
    return lambda connection: book(connection, at, entry, f"stake {table.id} {table.deal}", must_cover=True)


def settled(table: Table, result: Result, at: int) -> Sequence[Change]:
    """Book what the result moves: the match's own entries, and the pot to its winners when the match is over."""
    match = table.match.add(result)
    entries = [_by_person(table, entry) for entry in table.match.plan.entries(match.results)]
    if table.opened.stake and match.setup is None:
        entries.append(_pot(table, _winners(match)))
    booked = [entry for entry in entries if entry.postings]

    def change(connection: Connection) -> None:
        for number, entry in enumerate(booked):
            book(connection, at, entry, f"deal {table.id} {table.deal} {number}")

    return [change] if booked else []


def _persons(table: Table) -> list[tuple[Seat, str]]:
    held = ((Seat(seat), holder) for seat, holder in enumerate(table.holders) if holder is not None)
    return [(seat, holder.person) for seat, holder in held if holder.person is not None]


def _by_person(table: Table, entry: Entry) -> Entry:
    """The same booking between persons; what bots win or lose is the house's. Pots are the table's, not the match's."""
    accounts = {f"seat {seat}": person_account(person) for seat, person in _persons(table)}
    totals: dict[str, int] = {}
    if not all(posting.account.startswith("seat ") for posting in entry.postings):
        return Entry(entry.memo, ())
    for posting in entry.postings:
        account = accounts.get(posting.account, HOUSE)
        totals[account] = totals.get(account, 0) + posting.tallies
    return Entry(f"{entry.memo} at {table.id}"[:80], tuple(Posting(*total) for total in totals.items() if total[1]))


def departed(
    table: Table, match: Match, leavers: Sequence[Seat], at: int, client: str | None = None
) -> tuple[list[h.Happening], list[Change]]:
    """What follows when persons leave between deals: a match for a pot is broken off, the last one closes the table.

    The pot goes to those who stay, or back to all where a leaver had to wait, being ready for the next deal while
    somebody else was not.
    """
    left: list[h.Happening] = [h.Left(seat, client) for seat in leavers]
    last: list[h.Happening] = [h.Closed("left")] if set(table.persons) <= set(leavers) else []
    if not table.opened.stake or not match.results or match.setup is None or table.is_ended:
        return [*left, *last], []
    had_to_wait = not table.shares.keys().isdisjoint(leavers)
    entry = _pot(table, table.persons if had_to_wait else [seat for seat in table.persons if seat not in leavers])
    cause = f"broken off {table.id} {table.last.seq}"
    return [h.BrokenOff(), *left, *last], [lambda connection: book(connection, at, entry, cause)]


def _winners(match: Match) -> Sequence[Seat]:
    """Who won a match: of one deal as its rules say, of several who has the most points."""
    if len(match.results) == 1:
        return match.results[0].winners
    return [Seat(seat) for seat, points in enumerate(match.points) if points == max(match.points)]


def _pot(table: Table, winning: Sequence[Seat]) -> Entry:
    """The pot to the winners in equal parts, odd tallies to the first of them; shared by all when nobody won."""
    persons = dict(_persons(table))
    pot = table.opened.stake * len(persons)
    winners = [seat for seat in winning if seat in persons] or list(persons)
    share, odd = divmod(pot, len(winners))
    paid = [
        Posting(person_account(persons[seat]), share + (odd if number == 0 else 0))
        for number, seat in enumerate(winners)
    ]
    return Entry(f"pot of {table.id}", (*paid, Posting(pot_account(table.id), -pot)))
