"""Claim windows of Classic that reveal nothing, players who do not answer, and stand-ins."""

import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from teahouse.core.seats import Seat
from teahouse.games.classic import Classic
from teahouse.games.classic.play.moves import Discard, Pass
from teahouse.service.house import House
from teahouse.service.tables import requests as r
from teahouse.service.tables.table import Table
from tests.laws.classic import Redeal
from tests.service.tables.watching import watchers
from tests.service.world import Eye, World, act, ready, sit

pytestmark = pytest.mark.anyio

FOUR = ("ann", "bob", "cleo", "dan")
PASS = Pass()


async def seeded(folder: Path) -> World:
    """A world with its own random seed, independent of other tests."""
    world = await World.open(folder)
    world.services = world.services._replace(random=random.Random(1).randbytes)
    world.house = House(world.services)
    return world


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await seeded(tmp_path)
    yield made
    await made.close()


async def begun(world: World, *persons: str, **wanted: Any) -> str:
    bots = {str(seat): "simple" for seat in range(len(persons), 4)}
    table = await world.table(game="classic", bots=bots, **wanted)
    await world.begin(table, *persons)
    return table


async def discard(world: World, table: str) -> None:
    """The person whose turn it is discards the last tile that may be discarded."""
    live = (await world.house.actor(table)).table
    (seat,) = live.to_move()
    move = [move for move in live.legal(seat) if isinstance(move, Discard)][-1]
    holder = live.holders[seat]
    assert holder is not None
    assert holder.person is not None
    reply = await world.ask(table, act(holder.person, move, id=f"{live.deal}-{len(live.moves)}"))
    assert not reply.code


async def until_open(world: World, table: str, *, is_needed: bool) -> tuple[Seat, ...]:
    """Play until a window opens in which some seat, or no seat, can claim; return the seats that can."""
    live = (await world.house.actor(table)).table
    while live.status == "playing":
        if not live.has_window():
            await discard(world, table)
        able = tuple(seat for seat in live.to_move() if len(live.legal(seat)) > 1)
        if live.has_window() and bool(able) == is_needed:
            return able
        await closed(world, live)
    raise AssertionError("no such window in this deal")


async def closed(world: World, live: Table) -> float:
    """Wait until the open window closes; return how long that took."""
    began, place = world.timers.now(), live.claim_key
    while live.has_window() and live.claim_key == place:
        await world.wait(world.timers.due - world.timers.now())
    return world.timers.now() - began


async def answer(world: World, table: str, seat: Seat, move: Any = PASS) -> None:
    live = (await world.house.actor(table)).table
    reply = await world.ask(table, act(FOUR[seat], move, id=f"answer {live.deal}/{len(live.moves)}/{seat}"))
    assert not reply.code, reply


async def test_an_unneeded_lively_window_lasts_a_second_or_sometimes_a_little_longer(world: World) -> None:
    lengths: list[float] = []
    while len(lengths) < 150:
        table = await begun(world, *FOUR, clock="untimed", match="single")
        live = (await world.house.actor(table)).table
        while live.status == "playing":
            await discard(world, table)
            if live.has_window() and all(len(live.legal(seat)) == 1 for seat in live.to_move()):
                lengths.append(await closed(world, live))
            elif live.has_window():
                await closed(world, live)
    longer = [length for length in lengths if length > 1000]
    assert {length for length in lengths if length <= 1000} == {1000.0}
    assert 0.1 < len(longer) / len(lengths) < 0.3
    assert len(set(longer)) > 10
    assert max(longer) <= 3000


async def test_the_same_randomness_makes_the_same_pauses(tmp_path: Path) -> None:
    async def lengths(folder: Path) -> list[float]:
        folder.mkdir()
        world = await seeded(folder)
        table = await begun(world, *FOUR, clock="untimed", match="single")
        live = (await world.house.actor(table)).table
        found: list[float] = []
        while live.status == "playing" and len(found) < 30:
            await discard(world, table)
            found.append(await closed(world, live))
        await world.close()
        return found

    first = await lengths(tmp_path / "one")
    assert len(set(first)) > 2
    assert await lengths(tmp_path / "two") == first


@pytest.mark.parametrize("moment", [1100, 2500, 7900])
async def test_a_lively_window_closes_as_soon_as_everybody_has_answered(world: World, moment: int) -> None:
    table = await begun(world, *FOUR, clock="untimed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    for seat in able[1:]:
        await answer(world, table, seat)
    await world.wait(moment)
    assert live.has_window()
    place = live.claim_key
    await answer(world, table, able[0])
    await world.wait(0)
    assert live.claim_key != place


async def test_a_lively_window_with_a_quick_claim_lasts_one_second(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed")
    live = (await world.house.actor(table)).table
    able = await until_open(world, table, is_needed=True)
    for seat in able:
        await answer(world, table, seat, live.legal(seat)[0])
    assert await closed(world, live) == 1000
    assert live.status == "between" or live.to_move()[0] in able


async def test_a_lively_window_waits_eight_seconds_for_players_who_do_not_answer(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed")
    live = (await world.house.actor(table)).table
    await until_open(world, table, is_needed=True)
    assert await closed(world, live) == 8000


async def test_a_player_who_always_passes_needs_no_window(world: World) -> None:
    """A player with this setting counts as one who cannot claim: the window lasts no longer than its random pause."""
    lengths: list[float] = []
    while len(lengths) < 60:
        table = await begun(world, *FOUR, clock="untimed", match="single")
        live = (await world.house.actor(table)).table
        while live.status == "playing":
            await discard(world, table)
            able = [seat for seat in live.to_move() if live.has_window() and len(live.legal(seat)) > 1]
            for seat in able:
                await answer(world, table, seat)
            length = await closed(world, live)
            lengths += [length] if able else []
    assert 0.6 < sum(length == 1000 for length in lengths) / len(lengths) < 0.95
    assert max(lengths) <= 3000


async def test_every_sealed_window_has_the_same_length(world: World) -> None:
    """The moment of the next draw depends neither on who can claim nor on their answers."""
    table = await begun(world, *FOUR, clock="untimed", claims="sealed")
    live = (await world.house.actor(table)).table
    assert live.info().claims == "sealed"
    lengths: set[float] = set()
    could_claim: set[bool] = set()
    for number in range(40):
        if live.status != "playing":
            break
        await discard(world, table)
        could_claim.add(any(len(live.legal(seat)) > 1 for seat in live.to_move()))
        for seat in live.to_move()[: number % 4]:
            await answer(world, table, seat, live.legal(seat)[0] if number % 8 > 4 else PASS)
        lengths.add(await closed(world, live))
    assert lengths == {4000.0}
    assert could_claim == {True, False}


async def heard_in_claim(folder: Path, claims: str, *, can_claim: bool) -> list[Any]:
    """The messages, with times, to the discarder and an onlooker until an unanswered claim closes.

    The tiles that they cannot see are dealt again until a seat, or no seat, can claim.
    """
    folder.mkdir()
    world = await seeded(folder)
    actor = await world.house.actor(await begun(world, *FOUR, clock="10 s and 1 min", claims=claims))
    table, eyes = actor.table, watchers(world, actor)
    (seat,) = table.to_move()
    assert isinstance(table.game, Classic)
    for number in range(1000):
        tried = table.game.apply(table.state, seat, table.legal(seat)[-1])[0]
        if any(len(table.game.legal_moves(tried, other)) > 1 for other in table.game.to_move(tried)) == can_claim:
            break
        table.state = Redeal(table.game)(table.state, seat, random.Random(number))
    await discard(world, actor.table.id)
    received: list[Any] = []
    for _ in range(90):
        await world.wait(100)
        for eye in (eyes[seat], eyes[-1]):
            received += [
                (world.timers.now(), eye.viewer, message["t"], message.get("window")) for message in eye.received
            ]
            eye.received.clear()
    await world.close()
    return received


async def test_at_a_sealed_table_nobody_can_tell_whether_others_could_claim(tmp_path: Path) -> None:
    able = await heard_in_claim(tmp_path / "able", "sealed", can_claim=True)
    assert able == await heard_in_claim(tmp_path / "unable", "sealed", can_claim=False)
    assert able


async def test_at_a_lively_table_a_long_window_reveals_a_possible_claim(tmp_path: Path) -> None:
    able = await heard_in_claim(tmp_path / "able", "lively", can_claim=True)
    assert able != await heard_in_claim(tmp_path / "unable", "lively", can_claim=False)


@pytest.mark.parametrize("claims", ["lively", "sealed"])
async def test_everybody_gets_the_same_countdown_and_only_the_author_gets_an_answer(world: World, claims: str) -> None:
    table = await begun(world, *FOUR, clock="20 s and 3 min", claims=claims)
    actor = await world.house.actor(table)
    live, eyes = actor.table, watchers(world, actor)
    able = await until_open(world, table, is_needed=True)
    longest = {"lively": 8000, "sealed": 4000}[claims]
    assert {eye.face.window for eye in eyes} == {longest}
    await world.wait(700)
    claim = live.legal(able[0])[0]
    await answer(world, table, able[0], claim)
    for eye in eyes:
        held = msgspec.to_builtins(claim) if eye.viewer == able[0] else None
        assert msgspec.json.decode(msgspec.json.encode(actor.announcer.snapshot(eye.viewer))).get("answer") == held
        assert eye.received[-1].get("answer") == held
        assert eye.now() == eye.fresh()
        assert eye.fresh().window == longest - 700
        assert eye.fresh().running == ()
    await closed(world, live)
    assert all(eye.received[-1].get("answer") is None for eye in eyes)


async def test_an_answer_is_secret_until_the_window_closes(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed")
    live = (await world.house.actor(table)).table
    await discard(world, table)
    eyes = {person: Eye() for person in (*FOUR, "eve")}
    for person, eye in eyes.items():
        await eye.look(world, table, person)
        eye.take()
    answering, *others = live.to_move()
    reply = await world.ask(table, act(FOUR[answering], Pass(), id="quick"))
    assert not reply.code
    for person, eye in eyes.items():
        received = [message for message in eye.take() if message["t"] != "presence"]
        assert bool(received) == (person == FOUR[answering])
    assert live.to_move() == tuple(others)
    again = world.again()
    assert (await again.house.actor(table)).table.to_move() == tuple(others)
    await again.house.close()


async def test_a_lone_person_never_waits_for_a_window(world: World) -> None:
    table = await begun(world, "ann", clock="untimed")
    live = (await world.house.actor(table)).table
    for _ in range(30):
        if live.status != "playing":
            break
        assert not live.has_window()
        assert live.to_move() == (0,)
        move = live.legal(Seat(0))[0] if Pass() not in live.legal(Seat(0)) else Pass()
        assert not (await world.ask(table, act("ann", move, id=f"{len(live.moves)}"))).code


async def test_a_player_whose_time_runs_out_discards_the_drawn_tile(world: World) -> None:
    table = await begun(world, "ann", clock="10 s and 1 min")
    live = (await world.house.actor(table)).table
    game = live.game
    assert isinstance(game, Classic)
    before = live.moves[:]
    drawn = game.view(live.state, Seat(0)).drawn if live.to_move() == (0,) and not before else None
    await world.wait(71_000)
    mine = [moved for moved in live.moves[len(before) :] if moved.seat == 0]
    assert mine
    if drawn is not None:
        assert live.move_of(mine[0]).tile == drawn


async def test_a_player_who_left_during_a_deal_is_not_waited_for_after_it(world: World) -> None:
    table = await begun(world, "ann", "bob", clock="10 s and 1 min")
    live = (await world.house.actor(table)).table
    for _ in range(2):
        assert not (await world.ask(table, r.Leave("bob", "Bob", id="off"))).code
    await world.house.close()
    again = world.again()
    live = (await again.house.actor(table)).table
    assert live.to_move()
    for _ in range(300):
        if live.to_move():
            await again.wait(20_000)
    assert live.status == "between"
    assert [holder and holder.person for holder in live.holders[:2]] == ["ann", None]
    assert not (await again.ask(table, sit("cleo"))).code
    for person in ("ann", "cleo"):
        assert not (await again.ask(table, ready(person))).code
    assert live.deal == 1
    assert live.to_move()
    await again.house.close()


@pytest.mark.parametrize("persons", [2, 4])
async def test_several_players_who_do_not_answer_each_have_their_own_time_and_play_goes_on(
    world: World, persons: int
) -> None:
    """A player who does not answer a claim has a full turn afterwards; at its end the house plays for them."""
    table = await begun(world, *FOUR[:persons], clock="10 s and 1 min")
    live = (await world.house.actor(table)).table
    while live.to_move() != (0,) or live.has_window():
        await world.wait(1000)
    await discard(world, table)
    for seat in (*range(1, persons), 0):
        while live.has_window() or live.to_move() != (seat,):
            await world.wait(100)
            assert live.status == "playing"
        plies, full = len(live.moves), live.opened.clock.step + live.left[Seat(seat)]
        await world.wait(full - 1_000)
        assert len(live.moves) == plies
        await world.wait(1_100)
        assert live.moves[plies].seat == seat


async def test_a_bot_stands_in_for_an_absent_player_and_gives_the_seat_back(world: World) -> None:
    table = await begun(world, *FOUR, clock="untimed")
    live = (await world.house.actor(table)).table
    eye = Eye()
    await eye.look(world, table, "bob")
    await Eye().look(world, table, "ann")
    await world.ask(table, r.Detach("bob", "Bob", "line of bob"))
    await world.stay(table, 61_000, "ann")
    assert live.bot_at(Seat(1)) == "simple"
    await eye.look(world, table, "bob")
    assert live.bot_at(Seat(1)) is None


async def test_a_session_goes_on_deal_by_deal_when_the_person_is_ready(world: World) -> None:
    table = await begun(world, "ann", clock="untimed")
    actor = await world.house.actor(table)
    live = actor.table
    for number in range(400):
        if live.status != "playing":
            break
        moves = live.legal(Seat(0))
        move = Pass() if Pass() in moves else moves[0]
        reply = await world.ask(table, act("ann", move, id=f"{number}"))
        assert not reply.code
    assert live.status == "between"
    result = live.deals[0].result
    assert result is not None
    assert sum(result.scores) == 0
    await world.ask(table, ready("ann"))
    assert live.to_move() == (0,)
    assert live.deal == 1
