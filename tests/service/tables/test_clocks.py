"""Clocks: those sent with a move, those of a new snapshot and those stored are always the same."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.games.classic.play.moves import Discard, Pass
from teahouse.service.errors import StoreTrouble
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.log import read
from tests.service.tables.watching import Watcher, face_of, watchers
from tests.service.world import Eye, World, act

pytestmark = pytest.mark.anyio

PERSONS = ("ann", "bob", "cleo", "dan")
BATTLE: dict[str, Any] = {"game": "battle", "clock": "5+5"}
CLASSIC: dict[str, Any] = {"game": "classic", "clock": "20 s and 3 min"}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path)
    yield made
    await made.close()


async def begun(world: World, persons: int, **wanted: Any) -> Actor:
    """A table in play, with bots where no persons sit."""
    seats = make_game(wanted["game"], wanted.get("options", {})).seats
    bots = {str(seat): "simple" if wanted["game"] == "classic" else "greedy" for seat in seats[persons:]}
    table = await world.table(bots=bots, **wanted)
    await world.begin(table, *PERSONS[:persons])
    return await world.house.actor(table)


async def play(world: World, actor: Actor, seat: Seat, move: Any) -> None:
    holder = actor.table.holders[seat]
    assert holder is not None
    assert holder.person is not None
    client = f"{actor.table.deal}/{len(actor.table.moves)}/{seat}"
    reply = await world.ask(actor.table.id, act(holder.person, move, id=client))
    assert not reply.code, reply


def a_discard(actor: Actor) -> Discard:
    (seat,) = actor.table.to_move()
    return next(move for move in actor.table.legal(seat) if isinstance(move, Discard))


def persons_to_move(actor: Actor) -> list[Seat]:
    return [seat for seat in actor.table.to_move() if actor.table.bot_at(seat) is None]


async def until_turn(world: World, actor: Actor, seat: Seat) -> None:
    """Let the others pass and discard until it is this seat's own turn."""
    table = actor.table
    while table.to_move() != (seat,) or table.claim() is not None:
        assert table.status == "playing"
        others = [other for other in persons_to_move(actor) if table.claim() is not None or other != seat]
        if others:
            moves = table.legal(others[0])
            await play(world, actor, others[0], Pass() if Pass() in moves else moves[-1])
        else:
            await world.wait(500)


def check(actor: Actor, eyes: list[Watcher]) -> None:
    """Check that everybody sees the same as a new snapshot, and that a stopped clock shows the stored time."""
    for eye in eyes:
        shown, fresh = eye.now(), eye.fresh()
        is_just_sent = eye.at == eye.world.timers.now()
        assert shown == fresh if is_just_sent else shown.is_near(fresh), (eye.viewer, eye.received[-2:])
        for seat, left in actor.table.left.items():
            assert seat in fresh.running or fresh.clocks[seat] == left


WORLDS = {
    "battle": (2, BATTLE),
    "battle with a bot": (1, BATTLE),
    "contest": (2, {"game": "solitaire", "clock": "10 minutes", "options": {"players": 2}}),
    "classic alone": (1, CLASSIC),
    "classic for two": (2, {**CLASSIC, "options": {"ruleset": "two-players"}}),
    "classic with two bots": (2, CLASSIC),
    "classic for four, sealed": (4, {**CLASSIC, "claims": "sealed"}),
}


@pytest.mark.parametrize(("persons", "wanted"), WORLDS.values(), ids=WORLDS)
async def test_clocks_sent_equal_those_of_a_new_snapshot_and_those_stored(
    world: World, persons: int, wanted: dict[str, Any]
) -> None:
    actor, rng = await begun(world, persons, **wanted), random.Random(5)
    eyes = watchers(world, actor)
    for _ in range(400):
        if actor.table.status != "playing":
            break
        await world.wait(rng.choice((0, 40, 700, 2_300, 9_000, 27_000)))
        check(actor, eyes)
        asked = persons_to_move(actor)
        if asked and rng.random() < 0.6:
            seat = rng.choice(asked)
            await play(world, actor, seat, rng.choice(actor.table.legal(seat)))
        check(actor, eyes)
    logged = await world.store.read(lambda connection: read(connection, actor.table.id))
    moved = [one.event for one in logged if isinstance(one.event, ev.Moved)]
    assert len(moved) > 20
    assert any(move.left is not None and move.left < actor.table.opened.clock.bank for move in moved)


async def test_the_time_of_a_turn_is_subtracted_once(world: World) -> None:
    actor = await begun(world, 2, **BATTLE)
    eye = Watcher(world, actor, Seat(0))
    await world.wait(39_000)
    await play(world, actor, Seat(0), actor.table.legal(Seat(0))[0])
    assert eye.face.clocks == (5 * 60_000 - 39_000 + 5_000, 5 * 60_000)
    assert actor.table.left[Seat(0)] == eye.face.clocks[0]


async def test_turn_time_and_reserve_of_classic_are_sent_separately(world: World) -> None:
    actor = await begun(world, 2, **CLASSIC)
    await until_turn(world, actor, Seat(0))
    eye = Watcher(world, actor, Seat(1))
    own = (eye.fresh().turns[0], eye.fresh().clocks[0])
    assert own == (20_000, 180_000)
    await world.wait(15_000)
    assert (eye.fresh().turns[0], eye.fresh().clocks[0]) == (5_000, 180_000)
    await world.wait(12_000)
    assert (eye.fresh().turns[0], eye.fresh().clocks[0]) == (0, 173_000)
    await play(world, actor, Seat(0), a_discard(actor))
    assert eye.face.turns == (20_000,) * 4
    assert eye.face.clocks[0] == actor.table.left[Seat(0)] == 173_000
    assert actor.table.info().fresh


async def test_a_table_without_turn_time_sends_none(world: World) -> None:
    actor = await begun(world, 2, **BATTLE)
    assert actor.announcer.snapshot(None).turns == ()
    assert not actor.table.info().fresh


async def test_a_claim_costs_a_lone_person_no_time(world: World) -> None:
    actor = await begun(world, 1, **CLASSIC)
    table, seat = actor.table, Seat(0)
    while table.claim() is None:
        await play(world, actor, seat, a_discard(actor))
    eyes = watchers(world, actor)
    before = table.left[seat]
    await world.wait(60_000)
    check(actor, eyes)
    assert eyes[0].now().running == ()
    await play(world, actor, seat, Pass())
    assert table.left[seat] == before
    check(actor, eyes)


async def test_the_house_passes_for_a_lone_person_who_never_answers_a_claim(world: World) -> None:
    actor = await begun(world, 1, **CLASSIC)
    table = actor.table
    while table.claim() is None:
        await play(world, actor, Seat(0), a_discard(actor))
    place = table.claim_key
    await world.wait(199_000)
    assert table.claim_key == place
    await world.wait(1_100)
    assert table.claim_key != place


async def test_a_window_costs_nobody_time(world: World) -> None:
    actor = await begun(world, 4, **CLASSIC)
    await until_turn(world, actor, Seat(0))
    before = dict(actor.table.left)
    await play(world, actor, Seat(0), actor.table.legal(Seat(0))[-1])
    assert actor.table.has_window()
    eyes = watchers(world, actor)
    await world.wait(900)
    assert all(eye.now().running == () for eye in eyes)
    await play(world, actor, actor.table.to_move()[0], Forfeit())
    check(actor, eyes)
    assert actor.table.left == before


async def test_a_reconnected_player_gets_the_current_clocks_after_the_missed_messages(world: World) -> None:
    actor = await begun(world, 2, **BATTLE)
    seen = actor.table.versions[Seat(1)]
    await world.wait(10_000)
    await play(world, actor, Seat(0), actor.table.legal(Seat(0))[0])
    await world.wait(20_000)
    bob = Eye()
    await bob.look(world, actor.table.id, "bob", v=seen)
    assert [message["t"] for message in bob.seen] == ["events", "clock"]
    assert face_of(bob.seen[-1]) == face_of(msgspec.to_builtins(actor.announcer.snapshot(Seat(1))))
    assert face_of(bob.seen[-1]).clocks == (295_000, 280_000)


async def test_after_a_restart_the_refunded_turn_time_is_sent(world: World) -> None:
    actor = await begun(world, 2, **BATTLE)
    seen = actor.table.versions[Seat(1)]
    await world.wait(60_000)
    assert face_of(msgspec.to_builtins(actor.announcer.snapshot(None))).clocks[0] == 240_000
    again = world.again()
    bob = Eye()
    await bob.look(again, actor.table.id, "bob", v=seen)
    assert [message["t"] for message in bob.seen] == ["clock"]
    assert face_of(bob.seen[0]).clocks == (300_000, 300_000)
    await again.house.close()


async def test_a_connection_that_the_table_forgot_gets_the_clocks_when_it_reports_back(world: World) -> None:
    actor = await begun(world, 2, **BATTLE)
    await world.wait(60_000)
    again = world.again()
    eye = Watcher(again, await again.house.actor(actor.table.id), Seat(1))
    await again.ask(actor.table.id, r.Stay("bob", "Bob", "line of bob"))
    assert [message["t"] for message in eye.received if message["t"] != "presence"] == ["clock"]
    assert eye.face.clocks == (300_000, 300_000)
    await again.house.close()


async def test_a_flag_whose_event_could_not_be_stored_falls_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = await begun(world, 2, **BATTLE)

    async def refuse(_store: Store, _job: Any) -> None:
        raise StoreTrouble("store/full", "no room")

    with monkeypatch.context() as broken:
        broken.setattr(type(world.store), "write", refuse)
        await world.wait(300_000)
        await world.wait(2_000)
        assert not actor.table.deals
    for _ in range(3):
        await world.wait(1_000)
    assert actor.table.deals
