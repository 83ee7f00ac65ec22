"""Persons who disconnect: what the others may claim, who gets the pot, and how a match continues or ends."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from teahouse.core.game import Forfeit, Result
from teahouse.core.seats import Seat
from teahouse.games.classic.play.moves import Pass
from teahouse.service.errors import Refused
from teahouse.service.people.coins import audit, balance_of, person_account, pot_account, top_up
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import read
from teahouse.service.tables.table import Table
from teahouse.service.tables.viewers.messages import TableInfo
from tests.service.world import PERSONS, Eye, World, act, ready

pytestmark = pytest.mark.anyio

MINUTE = 60_000


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    at = made.timers.date()
    await made.store.write(lambda connection: [top_up(connection, at, person) for person in PERSONS])
    yield made
    found = await made.store.read(audit)
    assert found.faults == ()
    await made.close()


def absent(person: str, seat: int, *, id: str = "claim") -> r.Absent:  # noqa: A002 - the wire's own word
    return r.Absent(person, person.title(), Seat(seat), id)


def end(person: str, *, id: str = "end") -> r.End:  # noqa: A002 - the wire's own word
    return r.End(person, person.title(), id)


def leave(person: str) -> r.Leave:
    return r.Leave(person, person.title(), id=f"{person} leaves")


def gone(person: str) -> r.Detach:
    return r.Detach(person, person.title(), f"line of {person}")


async def table_of(world: World, table: str) -> Table:
    return (await world.house.actor(table)).table


async def begun(world: World, *persons: str, **wanted: Any) -> str:
    """A table where these persons are connected and playing."""
    table = await world.table(persons[0], **wanted)
    await world.begin(table, *persons)
    for person in persons:
        await Eye().look(world, table, person)
    return table


async def coins(world: World, table: str) -> list[int]:
    """The coins of Ann, Bob, Cleo and the pot."""
    accounts = [*(person_account(person) for person in ("ann", "bob", "cleo")), pot_account(table)]
    return await world.store.read(lambda connection: [balance_of(connection, account) for account in accounts])


async def kinds(world: World, table: str) -> list[str]:
    logged = await world.store.read(lambda connection: read(connection, table))
    return [type(one.event).__name__ for one in logged]


async def presence(world: World, table: str, person: str) -> dict[str, Any]:
    """The last presence message of a connected person."""
    eye = Eye()
    await eye.look(world, table, person)
    return next(message for message in reversed(eye.take()) if message["t"] == "presence")


def result_of(live: Table) -> Result:
    result = live.deals[-1].result
    assert result is not None
    return result


async def play_deal(world: World, table: str) -> None:
    """Play a deal of Classic to its end without the missing persons."""
    live = await table_of(world, table)
    for _ in range(3000):
        if live.status != "playing":
            return
        mover = next((seat for seat in live.to_move() if live.bot_at(seat) is None), None)
        if mover is None or live.has_window():
            await world.stay(table, 8_100, *here(live, world, table))
            continue
        holder = live.holders[mover]
        assert holder is not None
        assert holder.person is not None
        moves = live.legal(mover)
        move = Pass() if Pass() in moves else moves[-1]
        reply = await world.ask(table, act(holder.person, move, id=f"{live.deal}-{len(live.moves)}"))
        assert not reply.code, reply


def here(live: Table, world: World, table: str) -> list[str]:
    lines = world.house.live[table].connections
    held = ((seat, live.holders[seat]) for seat in live.persons)
    return [holder.person for seat, holder in held if holder and holder.person and lines.has(seat)]


# -- claims in play ----------------------------------------------------------------------------------------------------


async def test_a_player_absent_for_a_minute_from_an_untimed_battle_can_be_claimed_against(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    live = await table_of(world, table)
    assert (await world.ask(table, absent("ann", 1))).code == "absent/here"
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE - 1, "ann")
    assert (await world.ask(table, absent("ann", 1))).code == "absent/early"
    await world.stay(table, 1, "ann")
    assert not (await world.ask(table, absent("ann", 1))).code
    assert (result_of(live).winners, result_of(live).ending) == ((0,), "absent")
    before = live.last
    assert not (await world.ask(table, absent("ann", 1))).code
    assert live.last == before


async def test_a_player_who_came_back_in_time_cannot_be_claimed_against(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    await world.ask(table, gone("bob"))
    await world.stay(table, 2 * MINUTE, "ann")
    await Eye().look(world, table, "bob")
    assert (await world.ask(table, absent("ann", 1))).code == "absent/here"


async def test_an_outage_of_the_server_does_not_count_as_absence(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    await world.house.close()
    world.timers.advance(10 * MINUTE)
    world.house = world.again().house
    await Eye().look(world, table, "ann")
    assert (await world.ask(table, absent("ann", 1))).code == "absent/early"
    await world.stay(table, MINUTE, "ann")
    assert not (await world.ask(table, absent("ann", 1))).code


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (absent("eve", 1), "table/seat"),
        (absent("ann", 0), "table/seat"),
        (absent("ann", 2), "table/seat"),
        (absent("ann", 60), "table/seat"),
    ],
)
async def test_only_another_person_at_the_table_is_claimed_against(
    world: World, request_: r.AnyRequest, code: str
) -> None:
    table = await begun(world, "ann", "bob", game="classic", clock="untimed", bots={"2": "simple", "3": "simple"})
    assert (await world.ask(table, request_)).code == code


async def test_a_house_player_stands_in_for_an_absent_player_after_a_claim_in_classic(world: World) -> None:
    table = await begun(world, "ann", "bob", game="classic", clock="untimed", options={"ruleset": "two-players"})
    live = await table_of(world, table)
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE, "ann")
    assert live.bot_at(Seat(1)) == "simple"
    assert not (await world.ask(table, absent("ann", 1))).code


async def test_a_stand_in_comes_only_when_somebody_is_waiting(world: World) -> None:
    table = await begun(world, "ann", "bob", game="classic", clock="untimed", options={"ruleset": "two-players"})
    live = await table_of(world, table)
    await world.ask(table, gone("bob"))
    await world.ask(table, gone("ann"))
    await world.wait(5 * MINUTE)
    assert [live.bot_at(Seat(seat)) for seat in (0, 1)] == [None, None]
    await Eye().look(world, table, "ann")
    await world.wait(0)
    assert [live.bot_at(Seat(seat)) for seat in (0, 1)] == [None, "simple"]


async def test_everybody_is_told_how_long_to_wait_for_an_absent_player(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="untimed")
    assert (await presence(world, table, "ann"))["away"] == [None, None]
    await world.ask(table, gone("bob"))
    await world.stay(table, 10_000, "ann")
    assert (await presence(world, table, "ann"))["away"] == [None, MINUTE - 10_000]
    await world.stay(table, MINUTE, "ann")
    assert (await presence(world, table, "ann"))["away"] == [None, 0]


async def test_a_person_who_plays_alone_waits_for_nobody(world: World) -> None:
    table = await begun(world, "ann", bots={"1": "greedy"}, clock="untimed")
    onlooker = Eye()
    await onlooker.look(world, table, "eve")
    await world.ask(table, gone("ann"))
    presence = next(message for message in reversed(onlooker.take()) if message["t"] == "presence")
    assert presence["away"] == [None, None]


# -- contests ----------------------------------------------------------------------------------------------------------


async def test_in_a_contest_with_a_clock_the_time_of_the_absent_runs_on(world: World) -> None:
    table = await begun(world, "ann", "bob", game="solitaire", options={"players": 2}, stake=100)
    live = await table_of(world, table)
    await world.ask(table, act("bob", live.legal(Seat(1))[0], id="pair"))
    await world.ask(table, gone("bob"))
    await world.stay(table, 2 * MINUTE, "ann")
    assert (await presence(world, table, "ann"))["away"] == [None, None]
    assert (await world.ask(table, absent("ann", 1))).code == "absent/clock"
    await world.ask(table, leave("ann"))
    await world.wait(8 * MINUTE)
    assert result_of(live).winners == (1,)
    assert await coins(world, table) == [1900, 2100, 2000, 0]


async def test_in_a_contest_without_a_clock_the_absent_keeps_the_score_reached(world: World) -> None:
    table = await begun(world, "ann", "bob", game="solitaire", options={"players": 2}, clock="untimed")
    live = await table_of(world, table)
    await world.ask(table, act("bob", live.legal(Seat(1))[0], id="pair"))
    reached = live.state.boards[1].score
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE, "ann")
    assert not (await world.ask(table, absent("ann", 1))).code
    assert live.state.boards[1].ending == "absent"
    assert (await world.ask(table, absent("ann", 1, id="again"))).code == "absent/clock"
    await world.ask(table, act("ann", Forfeit(), id="ends"))
    assert result_of(live).scores[1] == reached > 0


# -- leaving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("match", ["single", "double"])
async def test_an_absent_player_does_not_get_the_pot_when_the_waiting_one_leaves(world: World, match: str) -> None:
    table = await begun(world, "ann", "bob", clock="15+10", stake=100, match=match)
    live = await table_of(world, table)
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE, "ann")
    assert not (await world.ask(table, leave("ann"))).code
    assert (result_of(live).winners, result_of(live).ending) == ((0,), "absent")
    assert await coins(world, table) == [2100, 1900, 2000, 0]


async def test_leaving_before_the_absent_player_is_overdue_is_resigning(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="15+10", stake=100)
    live = await table_of(world, table)
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE // 2, "ann")
    assert not (await world.ask(table, leave("ann"))).code
    assert (result_of(live).winners, result_of(live).ending) == ((1,), "resigned")
    assert await coins(world, table) == [1900, 2100, 2000, 0]


async def test_leaving_a_contest_with_a_clock_ends_no_game_of_the_absent(world: World) -> None:
    table = await begun(world, "ann", "bob", game="solitaire", options={"players": 2}, stake=100)
    live = await table_of(world, table)
    await world.ask(table, act("ann", live.legal(Seat(0))[0]))
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE, "ann")
    assert not (await world.ask(table, leave("ann"))).code
    assert (live.status, live.to_move()) == ("playing", (1,))
    await world.wait(live.opened.clock.bank)
    assert await coins(world, table) == [2100, 1900, 2000, 0]


@pytest.mark.parametrize(("first", "second"), [("ann", "bob"), ("cleo", "ann"), ("bob", "cleo")])
async def test_the_last_but_one_to_leave_has_no_share_of_the_pot(world: World, first: str, second: str) -> None:
    table = await begun(world, "ann", "bob", "cleo", game="classic", options={"ruleset": "three-players"}, stake=100)
    assert not (await world.ask(table, leave(first))).code
    assert not (await world.ask(table, leave(second))).code
    assert not (await world.ask(table, leave(second))).code
    left = [1900 if person in (first, second) else 2200 for person in ("ann", "bob", "cleo")]
    assert await coins(world, table) == [*left, 0]
    live = await table_of(world, table)
    assert [live.seat_of(person) is None for person in (first, second)] == [True, True]


async def test_in_a_session_for_a_pot_too_leaving_counts_against_the_absent(world: World) -> None:
    table = await begun(world, "ann", "bob", "cleo", game="classic", options={"ruleset": "three-players"}, stake=100)
    live = await table_of(world, table)
    for person in ("bob", "cleo"):
        await world.ask(table, gone(person))
    await world.stay(table, MINUTE + 1, "ann")
    assert live.status == "playing"
    assert not (await world.ask(table, leave("ann"))).code
    assert live.seat_of("ann") is None
    assert result_of(live).winners == (0,)
    assert await coins(world, table) == [2200, 1900, 1900, 0]


async def test_only_present_players_share_the_pot_of_a_match_that_breaks_off(world: World) -> None:
    table = await begun(world, "ann", "bob", "cleo", game="classic", options={"ruleset": "three-players"}, stake=100)
    live = await table_of(world, table)
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE + 1, "ann", "cleo")
    await world.ask(table, leave("ann"))
    await play_deal(world, table)
    assert live.is_match_over
    assert await coins(world, table) == [1900, 1900, 2200, 0]


# -- between deals -----------------------------------------------------------------------------------------------------


SESSION: dict[str, Any] = {"game": "classic", "clock": "untimed", "options": {"ruleset": "three-players"}}


async def between(world: World, *persons: str, **wanted: Any) -> str:
    """A table between two deals of a match; everybody is connected, nobody is ready."""
    table = await begun(world, *persons, **wanted)
    live = await table_of(world, table)
    loser = live.to_move()[0]
    for person in persons:
        if live.status == "playing" and (live.seat_of(person) != loser or len(persons) < 3):
            await world.ask(table, act(person, Forfeit(), id=f"{person} resigns"))
    assert live.status == "between"
    return table


async def test_a_countdown_starts_with_the_first_ready_player(world: World) -> None:
    table = await between(world, "ann", "bob", "cleo", **SESSION)
    assert "ready_in" not in await presence(world, table, "ann")
    await world.stay(table, MINUTE, "ann", "bob", "cleo")
    await world.ask(table, ready("ann"))
    await world.stay(table, 10_000, "ann", "bob", "cleo")
    assert (await presence(world, table, "ann"))["ready_in"] == MINUTE - 10_000
    await world.ask(table, ready("bob"))
    assert (await presence(world, table, "ann"))["ready_in"] == MINUTE - 10_000


async def test_onlookers_are_told_when_a_countdown_begins_and_ends(world: World) -> None:
    table = await between(world, "ann", "bob", "cleo", **SESSION)
    eye = Eye()
    await eye.look(world, table, "bob")
    eye.take()
    await world.ask(table, ready("ann"))
    assert [message["ready_in"] for message in eye.take() if message["t"] == "presence"] == [MINUTE]
    for person in ("bob", "cleo"):
        await world.ask(table, ready(person))
    assert [message.get("ready_in") for message in eye.take() if message["t"] == "presence"] == [None]


async def test_after_the_countdown_the_house_plays_for_players_who_are_not_ready(world: World) -> None:
    table = await between(world, "ann", "bob", "cleo", **SESSION)
    live = await table_of(world, table)
    await world.ask(table, ready("ann"))
    await world.ask(table, ready("bob"))
    await world.stay(table, MINUTE - 1, "ann", "bob", "cleo")
    assert live.deal == 1
    assert not live.to_move()
    await world.stay(table, 1, "ann", "bob", "cleo")
    assert live.to_move()
    assert [live.bot_at(Seat(seat)) for seat in range(3)] == [None, None, "simple"]
    assert not (await world.ask(table, ready("cleo"))).code
    assert live.bot_at(Seat(2)) is None


async def test_a_session_continues_deal_after_deal_without_an_absent_player(world: World) -> None:
    table = await begun(world, "ann", "bob", "cleo", **SESSION)
    live = await table_of(world, table)
    await world.ask(table, gone("cleo"))
    await world.stay(table, MINUTE + 1, "ann", "bob")
    assert live.bot_at(Seat(2)) == "simple"
    await play_deal(world, table)
    assert live.status == "between"
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    assert (live.status, live.deal, live.bot_at(Seat(2))) == ("playing", 1, "simple")
    await Eye().look(world, table, "cleo")
    assert live.bot_at(Seat(2)) is None


async def test_the_house_plays_for_an_absent_player_between_deals_on_request(world: World) -> None:
    table = await between(world, "ann", "bob", "cleo", **SESSION)
    live = await table_of(world, table)
    await world.ask(table, gone("cleo"))
    assert (await world.ask(table, absent("ann", 2))).code == "absent/early"
    await world.stay(table, MINUTE, "ann", "bob")
    assert live.bot_at(Seat(2)) is None
    assert not (await world.ask(table, absent("ann", 2))).code
    assert live.bot_at(Seat(2)) == "simple"
    assert live.waits_for == [0, 1]


async def test_a_player_who_was_ready_and_left_has_a_stand_in_in_the_deal(world: World) -> None:
    table = await between(world, "ann", "bob", "cleo", **SESSION)
    live = await table_of(world, table)
    await world.ask(table, ready("cleo"))
    await world.ask(table, gone("cleo"))
    await world.stay(table, 2 * MINUTE, "ann", "bob")
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await world.wait(0)
    assert (live.status, live.bot_at(Seat(2))) == ("playing", "simple")


async def test_no_deal_begins_if_everybody_has_a_stand_in(world: World) -> None:
    table = await between(world, "ann", "bob", "cleo", **SESSION)
    live = await table_of(world, table)
    for person in ("ann", "bob", "cleo"):
        await world.ask(table, gone(person))
    await world.wait(5 * MINUTE)
    assert live.status == "between"
    assert (await kinds(world, table)).count("StoodIn") == 0


async def test_a_person_ends_a_session_with_its_standing(world: World) -> None:
    table = await between(world, "ann", "bob", "cleo", **SESSION)
    live = await table_of(world, table)
    assert not live.info().match_over
    assert not (await world.ask(table, end("ann"))).code
    assert live.info().match_over
    assert live.info().points == result_of(live).scores
    assert (await world.ask(table, end("ann"))).code == ""
    assert (await world.ask(table, end("ann", id="another"))).code == "table/match"
    again = world.again()
    found = (await again.house.table_for(table, "ann")).table
    assert (found.match_over, found.points) == (True, live.info().points)
    await again.house.close()
    for person in ("ann", "bob", "cleo"):
        await world.ask(table, ready(person))
    assert live.status == "playing"
    assert (live.info().match_over, live.info().points) == (False, ())


async def test_the_end_of_a_match_is_shown_until_the_next_one_is_dealt(world: World) -> None:
    table = await between(world, "ann", "bob", match="double", clock="untimed")
    live = await table_of(world, table)
    assert (live.info().deals, live.info().played, live.info().match_over) == (2, 1, False)
    for person in ("ann", "bob"):
        await world.ask(table, ready(person))
    await world.ask(table, act("ann", Forfeit(), id="second"))
    standing = live.info().points
    assert (live.info().match_over, max(standing) > 0) == (True, True)
    await world.ask(table, ready("ann"))
    assert (live.info().match_over, live.info().points) == (True, standing)
    assert (live.info().played, len(live.info().results)) == (2, 2)
    await world.stay(table, 5 * MINUTE, "ann", "bob")
    assert live.status == "between"
    await world.ask(table, ready("bob"))
    assert (live.info().match_over, live.info().points) == (False, ())
    assert (live.info().played, len(live.info().results)) == (0, 2)


async def test_a_match_for_a_pot_can_only_be_ended_against_an_overdue_player_who_loses_it(world: World) -> None:
    table = await between(world, "ann", "bob", match="double", stake=100)
    live = await table_of(world, table)
    assert result_of(live).winners == (1,)
    assert (await world.ask(table, end("ann"))).code == "table/counts"
    await world.ask(table, ready("ann"))
    await world.stay(table, MINUTE, "ann", "bob")
    assert (await world.ask(table, end("bob"))).code == "table/counts"  # nobody but bob himself is late
    assert not (await world.ask(table, end("ann"))).code
    assert live.is_match_over
    assert await coins(world, table) == [2100, 1900, 2000, 0]


async def test_a_player_absent_between_two_games_loses_the_match_after_a_claim(world: World) -> None:
    table = await between(world, "ann", "bob", match="double", stake=100)
    live = await table_of(world, table)
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE - 1, "ann")
    assert (await world.ask(table, absent("ann", 1))).code == "absent/early"
    await world.stay(table, 1, "ann")
    assert not (await world.ask(table, absent("ann", 1))).code
    assert live.is_match_over
    assert await coins(world, table) == [2100, 1900, 2000, 0]


async def test_a_player_who_waited_in_vain_between_two_games_and_leaves_gets_the_pot(world: World) -> None:
    table = await between(world, "ann", "bob", match="double", stake=100)
    await world.ask(table, gone("bob"))
    await world.stay(table, MINUTE, "ann")
    assert not (await world.ask(table, leave("ann"))).code
    assert await coins(world, table) == [2100, 1900, 2000, 0]


# -- stakes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ({"clock": "untimed", "stake": 10}, "without a clock"),
        ({"game": "classic", "clock": "untimed", "stake": 10}, "without a clock"),
        ({"game": "solitaire", "clock": "untimed", "options": {"players": 2}, "stake": 10}, "without a clock"),
        ({"bots": {"1": "greedy"}, "stake": 10}, "no bot plays for a stake"),
    ],
)
async def test_nobody_plays_for_a_stake_against_bots_or_without_a_clock(
    world: World, wanted: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Refused, match=reason) as caught:
        await world.table(**wanted)
    assert caught.value.code == "table/options"
    assert await world.house.lobby() == []


async def test_a_bot_asked_to_a_table_with_a_stake_is_refused_with_the_reason(world: World) -> None:
    table = await world.table(stake=10)
    reply = await world.ask(table, r.Sit("ann", "Ann", Seat(1), "greedy"))
    assert (reply.code, "no bot plays for a stake" in reply.text) == ("table/options", True)


async def test_points_of_a_classic_table_are_booked_to_nobody(world: World) -> None:
    table = await begun(world, "ann", "bob", "cleo", **SESSION)
    await play_deal(world, table)
    assert await coins(world, table) == [2000, 2000, 2000, 0]


async def test_a_table_that_nobody_can_pay_for_is_closed(world: World) -> None:
    rich = await world.table("ann", stake=1500)
    await world.begin(rich, "ann", "bob")
    table = await world.table("ann", stake=1000)
    await world.begin(table, "ann", "bob")
    assert (await table_of(world, table)).status == "over"
    assert [info.id for info in await world.house.lobby()] == [rich]


def test_an_old_row_of_the_lobby_is_still_read() -> None:
    old = TableInfo("t", "battle", {}, "single", "open", (None, None), 0, 0, False, 0, 0, None, (), (), 0)
    newer = ("deals", "match_over", "played")
    row = {key: value for key, value in msgspec.to_builtins(old).items() if key not in newer}
    assert msgspec.convert(row, TableInfo) == old
