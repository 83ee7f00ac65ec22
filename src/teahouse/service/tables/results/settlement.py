"""The changes outside the log when a deal begins or ends, in the same transaction.

The lists of deals, the deals that wait to be judged, and the pot: stakes move into it when a match begins, and it is
paid out when the match ends by its rules, early, or because people left.
"""

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection, insert

from teahouse.core.game import Result
from teahouse.core.ledger import Entry, Posting
from teahouse.core.match import Match
from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.service.hosting.daily import day_of
from teahouse.service.people.coins import book, person_account, pot_account, stake
from teahouse.service.people.statistics.counting import CountedDeal, count
from teahouse.service.people.statistics.traits import KNOWN, EndedDeal, add_traits
from teahouse.service.store.jobs import Change
from teahouse.service.store.schema import daily_score, deal_player, judgement_job, played
from teahouse.service.store.upsert import upsert
from teahouse.service.tables import events as ev
from teahouse.service.tables.results.counted import counted_deal
from teahouse.service.tables.results.rated import verdict_events
from teahouse.service.tables.table import Table


def finished_deal_change(table: Table, result: Result, at: int) -> Change:
    """Store the deal that ends now and its players, and queue it to be judged."""
    place = {"table_id": table.id, "deal": table.deal}
    row = place | {
        "game": table.opened.game,
        "private": table.opened.private,
        "ended": at,
        "names": msgspec.json.encode([holder.kept if holder else "" for holder in table.holders]).decode(),
        "result": msgspec.json.encode(result).decode(),
    }
    players = [
        place | {"seat": seat, "person": person, "score": result.scores[seat], "won": seat in result.winners}
        for seat, person in table.persons_by_seat.items()
    ]

    is_in_time = table.deal == 0 and table.opened.day == day_of(at)  # its secret is shown when the day is over
    day = table.opened.day if is_in_time else ""

    waiting = place | {"game": table.opened.game, "wanted": at, "tries": 0, "failed": False, "owner": "", "until": 0}
    statistics = counted_deal(table, result, at)
    row |= {"variant": None, "length": None} if statistics is None else _search_columns(statistics)
    is_judged = PLAYERS[table.opened.game].judge is not None

    def change(connection: Connection) -> None:
        connection.execute(insert(played), [row])
        if is_judged:
            connection.execute(insert(judgement_job), [waiting])
        if players:
            connection.execute(insert(deal_player), players)
        for player in players if day else ():
            _keep_best(connection, player | {"day": day, "game": table.opened.game, "ended": at})
        if statistics is not None:
            count(connection, statistics)
        if table.opened.known:
            place_again = EndedDeal(table.id, table.deal, at, table.opened.private)
            add_traits(connection, place_again, {KNOWN: (table.opened.known,)}, {})

    return change


def _search_columns(deal: CountedDeal) -> dict[str, object]:
    return {"variant": deal.variant, "length": deal.length}


def _keep_best(connection: Connection, player: Mapping[str, object]) -> None:
    """Note a person's score in a daily deal, if it is the best so far."""
    row = {name: player[name] for name in daily_score.columns.keys()}  # noqa: SIM118 - no mapping
    new = upsert(connection, daily_score).values(row)
    better = {name: new.excluded[name] for name in ("score", "ended", "table_id", "deal", "seat")}
    is_better = new.excluded.score > daily_score.c.score
    key = ["day", "game", "person"]
    connection.execute(new.on_conflict_do_update(index_elements=key, set_=better, where=is_better))


def stake_change(table: Table, at: int) -> Change:
    """Move every stake into the pot; refused when a person has too few coins."""
    entry = stake(list(table.persons_by_seat.values()), table.id, table.opened.stake)
    return lambda connection: book(connection, at, entry, f"stake {table.id} {table.deal}", top_up_first=True)


def pot_changes(table: Table, result: Result, at: int) -> Sequence[Change]:
    """Book the pot to its winners when the match is over. Points and tallies of a table are not booked."""
    match = table.match.add(result)
    if not table.opened.stake or match.setup is not None:
        return []
    return [_pot_change(table, _winners(match), at, f"deal {table.id} {table.deal}")]


def _pot_change(table: Table, winning: Sequence[Seat], at: int, cause: str) -> Change:
    entry = _pot_entry(table, winning)
    return lambda connection: book(connection, at, entry, cause)


def consequences_of_leaving(
    table: Table, match: Match, left: Sequence[ev.Left], missing: Sequence[Seat], at: int
) -> tuple[list[ev.TableEvent], list[Change]]:
    """The consequences when persons leave between deals: a match for a pot ends, the last person closes the table."""
    leavers = [one.seat for one in left]
    last: list[ev.TableEvent] = [ev.Closed("left")] if set(table.persons) <= set(leavers) else []
    if not table.opened.counts or not match.results or match.setup is None or table.is_ended:
        return [*left, *last], []
    staying = _left_with(table, leavers, missing)
    broken = [*verdict_events(table, match, [seat for seat in table.persons if seat not in staying]), ev.BrokenOff()]
    if not table.opened.stake:
        return [*broken, *left, *last], []
    return [*broken, *left, *last], [_pot_change(table, staying, at, f"broken off {table.id} {table.last.seq}")]


def _left_with(table: Table, leavers: Sequence[Seat], missing: Sequence[Seat]) -> list[Seat]:
    """Who shares the pot of a match that ends because somebody leaves.

    Those who stay. Being ready for the next deal does not count: otherwise a player who is behind could get ready,
    leave at once, and never lose. Missing players get no share: when all others are missing, the leaver gets it.
    """
    staying = [seat for seat in table.persons if seat not in leavers]
    present = [seat for seat in staying if seat not in missing]
    waited_in_vain = [seat for seat in leavers if seat not in table.leaving]
    return present or waited_in_vain or staying


def consequences_of_early_end(
    table: Table, at: int, seat: Seat, missing: Sequence[Seat], client: str
) -> tuple[list[ev.TableEvent], list[Change]]:
    """End a match between deals: the pot goes by its standing, without missing players, who lose a rated match."""
    ended = [*verdict_events(table, table.match, missing), ev.MatchEnded(seat, client or None)]
    if not table.opened.stake:
        return ended, []
    present = [seat for seat in table.persons if seat not in missing]
    return ended, [_pot_change(table, _best(table, present), at, f"ended {table.id} {table.last.seq}")]


def consequences_of_desertion(table: Table, at: int) -> tuple[list[ev.TableEvent], list[Change]]:
    """Close a table to which nobody came back. The standing decides the pot and a rated match.

    If only some were ready for the next deal, only they can win the pot. Before the first result of a match it is
    shared by all who can win it.
    """
    has_match = table.is_within_match
    ready = [seat for seat in table.persons if seat in table.shares]
    absent = [seat for seat in table.persons if seat not in ready] if ready else []
    ended: list[ev.TableEvent] = [*verdict_events(table, table.match, absent), ev.MatchEnded()] if has_match else []
    if not table.opened.stake or not (has_match or table.status == "playing"):
        return [*ended, ev.Closed("idle")], []
    winning = _best(table, ready or table.persons)
    return [*ended, ev.Closed("idle")], [_pot_change(table, winning, at, f"deserted {table.id} {table.last.seq}")]


def _best(table: Table, among: Sequence[Seat]) -> list[Seat]:
    """The best of these in the match so far; all of them before its first result."""
    points = table.match.points
    if not points or not among:
        return list(among)
    most = max(points[seat] for seat in among)
    return [seat for seat in among if points[seat] == most]


def _winners(match: Match) -> Sequence[Seat]:
    """The winners of a match: of one deal by its rules, of several deals by points."""
    if len(match.results) == 1:
        return match.results[0].winners
    return [Seat(seat) for seat, points in enumerate(match.points) if points == max(match.points)]


def _pot_entry(table: Table, winning: Sequence[Seat]) -> Entry:
    """Pay the pot to the winners in equal parts, odd coins to the first of them; to all when nobody won."""
    persons = table.persons_by_seat
    pot = table.opened.stake * len(persons)
    winners = [seat for seat in winning if seat in persons] or list(persons)
    share, odd = divmod(pot, len(winners))
    paid = [
        Posting(person_account(persons[seat]), share + (odd if number == 0 else 0))
        for number, seat in enumerate(winners)
    ]
    return Entry(f"pot of {table.id}", (*paid, Posting(pot_account(table.id), -pot)))
