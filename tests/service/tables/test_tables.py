"""Tables: opening, sitting down, getting ready, playing to the end, reconnecting."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.record import parse_record, record_lines, verify_record
from teahouse.core.seats import Seat
from teahouse.service.errors import Refused
from teahouse.service.tables import requests as r
from tests.fakes import FakeTimers
from tests.service.world import Eye, World, act, ready, sit


def in_a_house(test: Callable[[World], Coroutine[Any, Any, None]]) -> Callable[[Path], None]:
    """Run an async test in its own world."""

    def run(tmp_path: Path) -> None:
        async def inside() -> None:
            world = await World.open(tmp_path)
            try:
                await test(world)
            finally:
                await world.close()

        asyncio.run(inside())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


async def play_on(world: World, table: str, plies: int = 200) -> int:
    """Let every person play the first move on offer, and bots answer; return how many moves persons made."""
    for number in range(plies):
        actor = await world.house.actor(table)
        if actor.table.to_move() and actor.table.bot_at(actor.table.to_move()[0]) is not None:
            await world.settle()
        waiting = actor.table.to_move()
        if not waiting:
            return number
        holder = actor.table.holders[waiting[0]]
        assert holder is not None
        assert holder.person is not None
        move = actor.table.legal(waiting[0])[0]
        client = f"{actor.table.deal}-{len(actor.table.moves)}"
        reply = await world.house.ask(table, act(holder.person, move, id=client, v=actor.table.versions[waiting[0]]))
        assert not reply.code, reply
    await world.settle()
    return plies


@in_a_house
async def test_two_persons_play_a_battle_to_its_end(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    assert await play_on(world, table) > 30
    actor = await world.house.actor(table)
    assert actor.table.status == "between"
    record = await world.house.record(table, 0)
    assert verify_record(actor.table.deals[0].game, parse_record(record_lines(record)))
    assert record.header.names == ("Ann", "Bob")


@in_a_house
async def test_a_person_plays_a_bot(world: World) -> None:
    table = await world.table(bots={"1": "greedy"})
    await world.ask(table, ready("ann"))
    await play_on(world, table)
    actor = await world.house.actor(table)
    assert len(actor.table.deals) == 1
    assert actor.table.names_at(0) == ("Ann", "Tavi")
    verify_record(actor.table.deals[0].game, parse_record(record_lines(await world.house.record(table, 0))))


@pytest.mark.parametrize(
    ("move", "complaint"),
    [
        ("a1c9", "expected object, got str at move"),
        (5, "expected object, got int at move"),
        (["take_pair", 0, 1], "expected object, got array at move"),
        (None, "expected object, got null at move"),
        ({}, "expected a value, got none at move.type"),
        ({"type": "steal"}, "expected one of take_pair, forfeit, got 'steal' at move.type"),
        ({"type": "take_pair", "first": "x", "second": 1}, "expected int, got str at move.first"),
    ],
    ids=str,
)
def test_a_move_that_cannot_be_read_is_refused_with_its_place(move: Any, complaint: str, tmp_path: Path) -> None:
    @in_a_house
    async def inside(world: World) -> None:
        table = await world.table()
        await world.begin(table, "ann", "bob")
        reply = await world.ask(table, act("ann", move))
        assert (reply.code, reply.text.partition(": ")[2]) == ("move/unreadable", complaint)

    inside(tmp_path)


@in_a_house
async def test_a_rematch_begins_when_all_are_ready_again(world: World) -> None:
    table = await world.table(match="double")
    await world.begin(table, "ann", "bob")
    actor = await world.house.actor(table)
    for deal in range(4):
        await play_on(world, table)
        assert len(actor.table.deals) == deal + 1
        for person in ("ann", "bob"):
            await world.ask(table, ready(person))
        assert actor.table.status == "playing"
    deals = actor.table.deals
    assert deals[0].commitment == deals[1].commitment != deals[2].commitment == deals[3].commitment
    assert [deal.game.rules.first_seat for deal in deals] == [0, 1, 1, 0]  # type: ignore[attr-defined]


@in_a_house
async def test_the_same_action_twice_is_done_once(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    actor = await world.house.actor(table)
    request = act("ann", actor.table.legal(Seat(0))[0], id="same")
    first = await world.ask(table, request)
    again = await world.ask(table, request)
    assert (first.code, again.code) == ("", "")
    assert len(actor.table.moves) == 1
    later = world.again()
    assert not (await later.ask(table, request)).code
    assert len((await later.house.actor(table)).table.moves) == 1
    await later.house.close()


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (act("ann", {"type": "take_pair", "first": 0, "second": 1}), "move/illegal"),
        (act("ann", {"type": "steal"}), "move/unreadable"),
        (act("ann", {"type": "take_pair", "first": "x", "second": 1}), "move/unreadable"),
        (act("bob", {"type": "take_pair", "first": 0, "second": 1}), "move/illegal"),
        (act("eve", {"type": "take_pair", "first": 0, "second": 1}), "table/seat"),
        (act("ann", {"type": "take_pair", "first": 0, "second": 1}, v=0), "move/stale"),
        (sit("eve"), "table/started"),
        (ready("eve"), "table/seat"),
        (ready("ann"), "table/started"),
        (r.Leave("eve", "Eve"), "table/seat"),
        (r.Chat("ann", "Ann", "\x00\x1b"), "chat/phrase"),
        (r.Chat("ann", "Ann", "x" * 201), "chat/phrase"),
    ],
)
def test_invalid_requests_are_refused_and_change_nothing(request_: r.AnyRequest, code: str, tmp_path: Path) -> None:
    @in_a_house
    async def inside(world: World) -> None:
        table = await world.table()
        await world.begin(table, "ann", "bob")
        actor = await world.house.actor(table)
        before = actor.table.last
        assert (await world.ask(table, request_)).code == code
        assert actor.table.last == before

    inside(tmp_path)


@in_a_house
async def test_a_long_line_of_chat_is_refused_with_its_length(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    reply = await world.ask(table, r.Chat("ann", "Ann", "x" * 300))
    assert reply.text == "this message was not sent: expected 1 to 200 characters, got 300 at text"


@in_a_house
async def test_a_house_comes_back_from_its_log_after_every_move(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    while (await world.house.actor(table)).table.to_move():
        await play_on(world, table, plies=3)
        before = (await world.house.actor(table)).table
        later = world.again()
        after = (await later.house.actor(table)).table
        assert (after.state, after.moves, after.status) == (before.state, before.moves, before.status)
        assert (after.versions, after.left, after.done_requests.done) == (
            before.versions,
            before.left,
            before.done_requests.done,
        )
        assert after.last == before.last
        await world.house.close()
        world.house = later.house


@in_a_house
async def test_a_reconnecting_player_gets_the_missed_messages_or_a_snapshot(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    eye = Eye()
    reply = await eye.look(world, table, "ann")
    assert eye.seen[0]["t"] == "snapshot"
    assert len(eye.seen[0]["moves"]) == 8 or eye.seen[0]["moves"]
    await play_on(world, table, plies=4)
    received = eye.take()
    assert [message["v"] for message in received if "v" in message] == list(range(reply.v + 1, reply.v + 5))
    again = Eye()
    await again.look(world, table, "ann", v=reply.v + 2)
    assert [message.get("v") for message in again.seen] == [reply.v + 3, reply.v + 4, None]
    assert again.seen[-1]["t"] == "clock"
    lost = Eye()
    await lost.look(world, table, "ann", v=10**6)
    assert [message["t"] for message in lost.seen] == ["snapshot"]
    nothing = Eye()
    await nothing.look(world, table, "ann", v=reply.v + 4)
    assert [message["t"] for message in nothing.seen] == ["clock"]


@in_a_house
async def test_time_runs_for_the_seat_to_move_and_the_flag_falls(world: World) -> None:
    table = await world.table(clock="2+2")
    await world.begin(table, "ann", "bob")
    actor = await world.house.actor(table)
    await world.wait(30_000)
    await play_on(world, table, plies=1)
    assert actor.table.left == {0: 92_000, 1: 120_000}
    await world.wait(119_000)
    assert actor.table.to_move() == (1,)
    await world.wait(2_000)
    assert actor.table.to_move() == ()
    result = actor.table.deals[0].result
    assert result is not None
    assert (result.winners, result.ending) == ((0,), "time")
    assert actor.table.left == {0: 92_000, 1: 0}  # no increment is added


class TimersOfSeconds(FakeTimers):
    """A clock that counts in seconds, like the loop's."""

    def now(self) -> float:
        return super().now() / 1000 * 1000


@in_a_house
async def test_a_flag_falls_though_fractions_of_a_millisecond_are_lost_in_sums(world: World) -> None:
    world.timers = TimersOfSeconds()
    exact = world.again()
    world.timers.advance(8003)
    table = await exact.table(clock="2+2")
    await exact.begin(table, "ann", "bob")
    assert exact.timers.now() + 120_000 > 128_003 / 1000 * 1000
    await exact.wait(120_000)
    assert (await exact.house.actor(table)).table.status == "between"
    await exact.house.close()


@in_a_house
async def test_an_outage_is_never_charged(world: World) -> None:
    table = await world.table(clock="2+2")
    await world.begin(table, "ann", "bob")
    await world.wait(30_000)
    await play_on(world, table, plies=1)
    await world.house.close()
    world.timers.advance(10 * 60_000)
    later = world.again()
    actor = await later.house.actor(table)
    await later.settle()
    assert actor.table.status == "playing"
    assert actor.table.left == {0: 92_000, 1: 120_000}
    await later.wait(119_000)
    assert actor.table.status == "playing"
    await later.house.close()


@in_a_house
async def test_leaving_during_play_is_giving_up(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    assert not (await world.ask(table, r.Leave("bob", "Bob"))).code
    actor = await world.house.actor(table)
    result = actor.table.deals[0].result
    assert result is not None
    assert (result.winners, result.ending) == ((0,), "resigned")


@in_a_house
async def test_giving_up_counts_as_resigning_whatever_the_reason_given(world: World) -> None:
    table = await world.table()
    await world.begin(table, "ann", "bob")
    for reason in ("time", "absent"):
        forged = act("ann", {"type": "forfeit", "reason": reason}, id=reason)
        assert (await world.ask(table, forged)).code == "move/illegal"
    live = (await world.house.actor(table)).table
    assert (live.status, live.moves) == ("playing", [])


@in_a_house
async def test_who_sits_keeps_the_seat_and_is_refused_another(world: World) -> None:
    table = await world.table(game="classic", clock="untimed")
    await world.ask(table, sit("bob"))
    actor = await world.house.actor(table)
    before = actor.table.last
    kept = [await world.ask(table, sit("bob", seat=seat)) for seat in (None, Seat(1))]
    assert [(reply.code, reply.seat) for reply in kept] == [("", 1), ("", 1)]
    free, taken, nowhere = [await world.ask(table, sit("bob", seat=Seat(seat))) for seat in (2, 0, 9)]
    assert (free.code, free.text.partition(": ")[2]) == ("table/seated", "expected seat 1 or none, got 2 at seat")
    assert (taken.code, nowhere.code) == ("table/seated", "table/seated")
    assert actor.table.last == before


@in_a_house
async def test_only_the_host_seats_a_bot(world: World) -> None:
    table = await world.table(game="classic", clock="untimed")
    await world.ask(table, sit("bob"))
    codes = [(await world.ask(table, r.Sit(one, one.title(), bot="simple"))).code for one in ("bob", "eve", "ann")]
    assert codes == ["table/host", "table/host", ""]


@in_a_house
async def test_a_request_to_remove_a_bot_never_removes_its_sender(world: World) -> None:
    """A request to remove a bot is refused after play has begun, without a bot in the seat, and from other people."""
    table = await world.table(game="classic", clock="untimed", bots={"2": "simple", "3": "simple"})
    await world.ask(table, sit("bob"))
    leaves = [("ann", 1, "table/seat"), ("ann", 9, "table/seat"), ("bob", 2, "table/host")]
    for person, seat, code in leaves:
        assert (await world.ask(table, r.Leave(person, person.title(), Seat(seat)))).code == code
    await world.begin(table, "ann", "bob")
    assert (await world.ask(table, r.Leave("ann", "Ann", Seat(2)))).code == "table/started"
    live = (await world.house.actor(table)).table
    assert live.status == "playing"
    assert live.is_full
    assert not any(isinstance(live.move_of(moved), Forfeit) for moved in live.moves)


@in_a_house
async def test_a_private_table_opens_with_its_invite_only(world: World) -> None:
    table = await world.table(private=True)
    invite = (await world.house.actor(table)).table.opened.invite
    assert (await world.ask(table, sit("bob"))).code == "table/private"
    assert (await world.ask(table, r.Attach("bob", "Bob", "line"))).code == "table/private"
    assert await world.house.find(invite.lower()) == table
    assert not (await world.ask(table, sit("bob", invite=invite))).code
    assert await world.house.lobby() == []


@in_a_house
async def test_the_lobby_lists_public_tables(world: World) -> None:
    table = await world.table()
    await world.settle()
    (info,) = await world.house.lobby()
    assert (info.id, info.status, [seat and seat.name for seat in info.seats]) == (table, "open", ["Ann", None])
    await world.begin(table, "ann", "bob")
    (info,) = await world.house.lobby()
    assert info.status == "playing"


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [
        ({"game": "chess"}, "expected a game"),
        ({"options": {"tea": 1}}, "expected an option of battle"),
        ({"match": "triple"}, "expected single or double as the match"),
        ({"clock": "1+0"}, "expected a clock"),
        ({"stake": -5}, "expected a stake"),
        ({"stake": 10**9}, "expected a stake"),
        ({"bots": {"9": "greedy"}}, "expected a bot's seat"),
        ({"bots": {"1": "bob"}}, "expected a bot among"),
    ],
)
def test_a_table_with_impossible_options_is_not_opened(wanted: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    @in_a_house
    async def inside(world: World) -> None:
        with pytest.raises(Refused, match=complaint):
            await world.table(**wanted)
        assert await world.house.lobby() == []

    inside(tmp_path)


@in_a_house
async def test_idle_tables_leave_memory_and_come_back(world: World) -> None:
    table = await world.table()
    await world.settle()
    await world.wait(11 * 60_000)
    assert table not in world.house.live
    assert not (await world.ask(table, sit("bob"))).code
    assert table in world.house.live


@in_a_house
async def test_an_untimed_table_leaves_memory_in_the_middle_of_a_game(world: World) -> None:
    table = await world.table(game="solitaire")
    await world.begin(table, "ann")
    await play_on(world, table, plies=1)
    await world.wait(11 * 60_000)
    assert table not in world.house.live
    await play_on(world, table, plies=1)
    assert len(world.house.live[table].table.moves) == 2


@in_a_house
async def test_a_timed_table_stays_until_its_clocks_are_done(world: World) -> None:
    table = await world.table(clock="15+10")
    await world.begin(table, "ann", "bob")
    await world.wait(14 * 60_000)
    assert table in world.house.live
    await world.wait(2 * 60_000)
    assert world.house.live[table].table.status == "between"
    await world.wait(11 * 60_000)
    assert table not in world.house.live
