"""Faults that were fixed. Each fix can be reverted on purpose: the simulation must find the fault again."""

from collections.abc import Callable
from inspect import currentframe
from typing import Any, Final, NamedTuple

import msgspec

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS, memory
from teahouse.service import house, opening, upkeep
from teahouse.service.engines import pool as engine_pool
from teahouse.service.hosting.rules import TimeControl
from teahouse.service.people import coins
from teahouse.service.tables import actor as actors
from teahouse.service.tables import events as ev
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.announcer import Announcer
from teahouse.service.tables.bots import TableBots
from teahouse.service.tables.folding.standing import TableStanding
from teahouse.service.tables.results import settlement
from teahouse.service.tables.table import Table
from teahouse.service.tables.waiting.absence import Absence
from teahouse.service.tables.waiting.claim_window import ClaimWindow
from teahouse.service.tables.waiting.clocks import TableClocks
from tests.simulation.world import Fault


class Change(NamedTuple):
    """A replacement of something in the service, made from the original."""

    owner: Any
    name: str
    remade: Callable[[Any], Any]


class Relapse(NamedTuple):
    """A fixed fault: how its fix is reverted, which invariant must fail then, and in which words.

    script: a short script that shows the fault.
    """

    name: str
    changes: tuple[Change, ...]
    invariant: str
    text: str = ""
    script: str = ""

    def is_shown_by(self, fault: Fault) -> bool:
        """Is this fault the expected one?"""
        return fault.invariant == self.invariant and self.text in fault.text


def always(value: object) -> Callable[[Any], Any]:
    """Replace a function by one that always returns the same."""

    def remade(_old: Any) -> Any:
        def called(*_args: Any, **_named: Any) -> Any:
            return value

        return called

    return remade


def instead(value: object) -> Callable[[Any], Any]:
    """Replace something by this."""

    def remade(_old: Any) -> Any:
        return value

    return remade


def as_wanted(wanted: float, left: int | None = None) -> float:
    """Search tables are as large as wanted, however little memory is left."""
    return wanted


def with_any_clock(old: Any) -> Any:
    """Stakes are allowed without a clock."""

    def check_stake(request: Any, seats: int, _clock: TimeControl) -> None:
        old(request, seats, TimeControl(bank=1))

    return check_stake


def only_while_playing(old: Any) -> Any:
    """There are no stand-ins between deals."""

    def may_stand_in(self: Any, seat: Any) -> bool:
        return self._table.status == "playing" and bool(old(self, seat))

    return may_stand_in


def unless_by(caller: str) -> Callable[[Any], Any]:
    """Replace a function by one that does nothing when called by a function of that name."""

    def remade(old: Any) -> Any:
        def called(*args: Any) -> Any:
            here = currentframe()
            by = here.f_back if here is not None else None
            return None if by is not None and by.f_code.co_name == caller else old(*args)

        return called

    return remade


def expecting_all(old: Any) -> Any:
    """Engines warm up every bot."""

    def expect(self: Any, _bot: Any) -> None:
        for game, players in PLAYERS.items():
            for level in players.levels:
                old(self, (game, level))

    return expect


def settled_by_time_alone(old: Any) -> Any:
    """Held answers are not settled when the claim no longer has a window."""

    async def settle(self: Any, seats: Any) -> None:
        if self.table.has_window():
            await old(self, seats)

    return settle


def of_those_asked(_old: Any) -> Any:
    """A window is open while two or more seats are asked, even if they have given up."""

    def has_window(self: Any) -> bool:
        if self.claim() is None or len(self.persons) < 2:
            return False
        return len(self.game.view(self.state, None).waiting) > 1

    return has_window


def still_raised(_old: Any) -> Any:
    """A fallen flag counts as not fallen."""

    def fall(self: Any, seat: Any) -> None:
        self._on_flag(seat)

    return fall


def forgetting(old: Any) -> Any:
    """After a failed write the table goes on, but the write is not tried again."""

    def try_again(self: Any, _job: Any, error: Any) -> None:
        old(self, self.go_on, error)

    return try_again


def dropping_stand_ins(old: Any) -> Any:
    """A stand-in whose write fails is forgotten, as is everything else done for absent people."""

    def try_again(self: Any, job: Any, error: Any) -> None:
        if not job.__qualname__.endswith(("_stand_in", "_call_to_turn")):
            old(self, job, error)

    return try_again


async def leave_as_it_is(_self: Any, _quiet_ms: int) -> None:
    """Deserted tables stay open."""


def staying_open(old: Any) -> Any:
    """When nobody can pay the stake, all seats are freed and the empty table stays open."""

    async def log(self: Any, table_events: Any, changes: Any = ()) -> None:
        *parted, last = table_events
        poor = isinstance(last, ev.Closed) and parted and not changes and not any(one.client for one in parted)
        await old(self, parted if poor else table_events, changes)

    return log


def paying_points(old: Any) -> Any:
    """Points are paid in coins, even coins that a person does not have."""

    def pot_changes(table: Any, result: Any, at: int) -> Any:
        held = [(seat, holder.person) for seat, holder in enumerate(table.holders) if holder and holder.person]
        paid = [(coins.person_account(person), result.scores[seat]) for seat, person in held]
        postings = [*paid, (coins.HOUSE_ACCOUNT, -sum(points for _, points in paid))]

        def change(connection: Any) -> None:
            enter = coins._enter  # pyright: ignore[reportPrivateUsage] - past the check that everybody can pay
            enter(connection, at, "points", f"points {table.id} {table.deal}", postings)

        return [*old(table, result, at), change]

    return pot_changes


def charging_claims(_old: Any) -> Any:
    """A person among bots pays for the time of a claim, although the clock is shown as stopped."""

    def left_after(self: Any, seat: Any) -> Any:
        clock = self._table.opened.clock
        if not clock.is_timed or seat not in self._turns:
            return None
        used, left = self.used(seat), self._table.left[seat]
        return max(0, round(left - max(0, used - clock.step))) if clock.fresh else max(0, round(left - used))

    return left_after


def without_fresh(old: Any) -> Any:
    """Messages lack the kind of the clock."""

    def info(self: Any) -> Any:
        return msgspec.structs.replace(old(self), fresh=False)

    return info


def without_clocks(old: Any) -> Any:
    """A person who reconnects gets the missed messages with outdated clocks."""

    def missed(self: Any, viewer: Any, seen: int) -> Any:
        messages = old(self, viewer, seen)
        return [one for one in messages if not one.startswith(b'{"t":"clock"')]

    return missed


MEMORY: Final = (
    Change(memory, "table_mb", instead(as_wanted)),
    Change(engine_pool, "MOST_TRIES", instead(1)),
    Change(engine_pool.EnginePool, "_is_crowded", always(False)),
    Change(engine_pool.EnginePool, "_fits", always(True)),
    Change(engine_pool.EnginePool, "expect", expecting_all),
)

FORFEITS: Final = (
    Change(Table, "has_window", of_those_asked),
    Change(Actor, "_play_answers", settled_by_time_alone),
)
FLAGS: Final = (Change(Actor, "_try_again", forgetting), Change(TableClocks, "_fall", still_raised))


def sharing_with_leavers(_old: Any) -> Any:
    """Everybody gets a share of the pot when a match breaks off."""

    def shared(table: Table, _leavers: object, _missing: object) -> list[Seat]:
        return table.persons

    return shared


RELAPSES: Final = (
    Relapse("1 engines without a memory plan", MEMORY, "bots", "weakened"),
    Relapse("2 the last turn is charged twice", (Change(TableClocks, "go_on", unless_by("log")),), "clocks"),
    Relapse("2 the turn's own time is not sent", (Change(TableClocks, "turns", always(())),), "clocks"),
    Relapse("3 a forfeit within a claim", FORFEITS, "going on", "nobody is to move", "resigned_within_a_claim"),
    Relapse(
        "4 a stake without a clock",
        (Change(opening, "check_stake", with_any_clock),),
        "stakes",
    ),
    Relapse("4 nobody can claim", (Change(Absence, "is_claimable", always(False)),), "absence", "playing"),
    Relapse(
        "4 nobody stands in between deals",
        (Change(Absence, "_may_stand_in", only_while_playing),),
        "absence",
        "between",
    ),
    Relapse("5 every claim waits its full time", (Change(ClaimWindow, "_is_answered", always(False)),), "claims"),
    Relapse("12a a flag while the store fails", FLAGS, "going on", "time is up", "flag_while_the_store_fails"),
    Relapse(
        "12b a stand-in while the store fails",
        (Change(Actor, "_try_again", dropping_stand_ins),),
        "absence",
        "",
        "stand_in_while_the_store_fails",
    ),
    Relapse(
        "12c timed play after a restart",
        (Change(house.House, "start_upkeep", always(None)),),
        "deserted",
        "deserted timed table stays playing",
        "killed_while_a_clock_runs",
    ),
    Relapse(
        "12d ready, then gone",
        (Change(Absence, "go_on", unless_by("_continue")),),
        "absence",
        "playing",
        "ready_then_gone",
    ),
    Relapse("12e answers to another claim", (Change(TableBots, "_sort_answers", always(None)),), "bots", "another"),
    Relapse(
        "12f a clock that stands and is charged",
        (Change(TableClocks, "left_after", charging_claims),),
        "clocks",
        "person alone",
    ),
    Relapse("12g the kind of the clock is not sent", (Change(TableStanding, "info", without_fresh),), "lobby"),
    Relapse("12h old clocks after a reconnect", (Change(Announcer, "missed", without_clocks),), "clocks"),
    Relapse("12i deserted tables", (Change(upkeep, "close_deserted", instead(leave_as_it_is)),), "deserted"),
    Relapse("12i empty tables", (Change(Actor, "log", staying_open),), "deserted", "nobody sits", "nobody_can_pay"),
    Relapse("12j points are paid in coins", (Change(actors, "pot_changes", paying_points),), "books", "below zero"),
    Relapse(
        "17c a stake is escaped by leaving",
        (Change(settlement, "_left_with", sharing_with_leavers),),
        "stakes",
        "left a match",
        "ready_then_left_with_a_stake",
    ),
)
