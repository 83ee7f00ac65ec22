"""Claims of Classic are settled and play goes on when somebody gives up, leaves or comes back."""

import random
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.games.classic.play.moves import ClaimPong, DeclareMahjong, Discard, Pass
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.house import House
from teahouse.service.tables import events as ev
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.log import read
from teahouse.service.tables.table import Table
from tests.service.world import Quick, QuickThinker, World, act

pytestmark = pytest.mark.anyio

PERSONS = ("ann", "bob", "cleo", "dan")
RULESETS = {2: "two-players", 3: "three-players", 4: "british"}


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    made = await World.open(tmp_path, leaver_pauses=False)
    yield made
    await made.close()


async def begun(world: World, seats: int, persons: int, **wanted: Any) -> Actor:
    options = {"ruleset": RULESETS[seats]}
    bots = {str(seat): "simple" for seat in make_game("classic", options).seats[persons:]}
    table = await world.table(game="classic", options=options, bots=bots, match="single", **wanted)
    await world.begin(table, *PERSONS[:persons])
    return await world.house.actor(table)


async def play(world: World, actor: Actor, seat: Seat, move: Any) -> str:
    client = f"{len(actor.table.moves)}/{seat}/{type(move).__name__}"
    return (await world.ask(actor.table.id, act(PERSONS[seat], move, id=client))).code


def discards(table: Table, seat: Seat) -> list[Discard]:
    return [move for move in table.legal(seat) if isinstance(move, Discard)]


async def until_claim(world: World, actor: Actor, seat: Seat | None = None) -> None:
    """Play until a claim window opens, for a discard of this seat if one is given."""
    table = actor.table
    while not (table.has_window() and (seat is None or table.game.view(table.state, None).turn == seat)):
        assert table.status == "playing"
        persons = [one for one in table.to_move() if table.bot_at(one) is None]
        if table.has_window() or not persons:
            await world.wait(1000)
        else:
            move = Pass() if Pass() in table.legal(persons[0]) else discards(table, persons[0])[-1]
            assert not await play(world, actor, persons[0], move)


def goes_on(actor: Actor) -> bool:
    """Is a seat to move, will a window close by itself, or is the deal over?"""
    table = actor.table
    return table.status != "playing" or actor.window.until() is not None or bool(actor.waits_on())


async def is_played_out(world: World, actor: Actor) -> bool:
    """Can persons who only pass and discard finish the deal?"""
    table = actor.table
    for _ in range(600):
        if table.status != "playing":
            return True
        assert goes_on(actor)
        asked = [seat for seat in table.to_move() if table.bot_at(seat) is None and not table.has_window()]
        if asked:
            move = Pass() if Pass() in table.legal(asked[0]) else discards(table, asked[0])[-1]
            assert not await play(world, actor, asked[0], move)
        else:
            await world.wait(1000)
    return False


@pytest.mark.parametrize("claims", ["lively", "sealed"])
async def test_resigning_during_a_claim_that_another_has_answered_does_not_freeze_the_table(
    world: World, claims: str
) -> None:
    """Of three persons one discards, one passes, and one resigns while the pass is held."""
    actor = await begun(world, 3, 3, clock="10 s and 1 min", claims=claims)
    await until_claim(world, actor)
    passes, resigns = actor.table.to_move()
    assert not await play(world, actor, passes, Pass())
    place = actor.table.claim_key
    assert not await play(world, actor, resigns, Forfeit())
    await world.wait(8000)
    assert actor.table.claim_key != place
    assert actor.table.to_move()
    assert await is_played_out(world, actor)


async def test_a_table_frozen_by_an_older_program_continues_after_a_restart(world: World) -> None:
    actor = await begun(world, 3, 3, clock="10 s and 1 min")
    await until_claim(world, actor)
    passes, resigns = actor.table.to_move()
    assert not await play(world, actor, passes, Pass())
    assert not await play(world, actor, resigns, Forfeit())
    await world.house.close()
    logged = await world.store.read(lambda connection: read(connection, actor.table.id))
    assert isinstance(logged[-1].event, ev.Moved)  # the claim in the log is not settled
    again = world.again()
    back = await again.house.actor(actor.table.id)
    await again.settle()
    await again.wait(8000)
    assert back.table.to_move()
    assert await is_played_out(again, back)
    await again.house.close()


@pytest.mark.parametrize(("seats", "persons"), [(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4)])
async def test_claims_are_settled_whatever_the_order_of_answers_and_forfeits(
    world: World, seats: int, persons: int
) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        clock, claims = rng.choice(("10 s and 1 min", "untimed")), rng.choice(("lively", "sealed"))
        actor = await begun(world, seats, persons, clock=clock, claims=claims)
        table = actor.table
        for _ in range(rng.randint(0, 6)):
            await until_claim(world, actor)
            await world.wait(8000)
        await until_claim(world, actor)
        await shuffle_answers(world, actor, rng)
        assert goes_on(actor)
        await world.wait(8000)
        assert goes_on(actor)
        if table.status == "playing" and table.claim() is None:
            assert table.to_move()


async def shuffle_answers(world: World, actor: Actor, rng: random.Random) -> None:
    """Let everybody answer, give up, leave or come back, in a random order."""
    table = actor.table
    actions = [(seat, action) for seat in table.persons for action in ("answer", "resign", "away", "back")]
    rng.shuffle(actions)
    for seat, action in actions[: rng.randint(1, len(actions))]:
        await world.wait(rng.choice((0, 0, 300, 2000)))
        if table.status != "playing":
            return
        holder = table.holders[seat]
        assert holder is not None
        if action == "answer" and table.legal(seat):
            await play(world, actor, seat, rng.choice(table.legal(seat)))
        elif action == "resign":
            await play(world, actor, seat, Forfeit())
        elif action == "away" and holder.stand_in is None:
            actor.later(partial(actor.log, [ev.StoodIn(seat, "simple")]))
        elif action == "back" and holder.stand_in is not None:
            actor.later(partial(actor.log, [ev.Returned(seat)]))
        await world.settle()
        assert goes_on(actor), (seat, action)


async def test_a_person_left_alone_with_bots_does_not_wait_any_more(world: World) -> None:
    actor = await begun(world, 4, 2, clock="untimed")
    await until_claim(world, actor)
    assert not await play(world, actor, Seat(1), Forfeit())
    began = world.timers.now()
    table = actor.table
    for _ in range(20):
        if table.status != "playing":
            break
        assert not table.has_window()
        assert table.to_move() == (0,)
        move = Pass() if Pass() in table.legal(Seat(0)) else discards(table, Seat(0))[-1]
        assert not await play(world, actor, Seat(0), move)
    assert world.timers.now() == began


class Eager(QuickThinker):
    """A bot that claims whenever it can, Mahjong first; it remembers its answers by tile."""

    def __init__(self) -> None:
        self.answered: dict[Any, Any] = {}

    async def choose(self, level: str, question: MoveQuestion[Any]) -> Quick:
        """The first claim, or else the last discard."""
        view, moves = question.view, question.moves
        chosen = moves[0] if view.offer is not None else [move for move in moves if isinstance(move, Discard)][-1]
        if DeclareMahjong() in moves:
            chosen = DeclareMahjong()
        self.answered[key_of(view)] = chosen
        return Quick(chosen)


def key_of(view: Any) -> Any:
    return view.seat, view.offer, len(view.discards), view.wall


async def test_a_bot_answers_each_of_two_consecutive_claims(world: World) -> None:
    """The discard of a seat that gave up follows the claim before it without a turn in between."""
    thinker = Eager()
    world.services = world.services._replace(thinker=thinker)
    world.house = House(world.services)
    checked = 0
    for _ in range(4):
        actor = await begun(world, 4, 3, clock="untimed")
        assert not await play(world, actor, Seat(2), Forfeit())
        assert await is_played_out(world, actor)
        checked += await count_answers(world, actor.table.id, thinker)
    assert checked > 20


async def count_answers(world: World, table_id: str, thinker: Eager) -> int:
    """Play, and count the claims that a bot answered with a separate choice just after another claim was settled."""
    logged = await world.store.read(lambda connection: read(connection, table_id))
    table, followed, found = Table(logged[0]), None, 0
    for one in logged[1:]:
        moved, place, was_open = one.event, table.claim_key, table.claim() is not None
        if isinstance(moved, ev.Moved) and moved.by == "bot" and was_open:
            view = table.game.view(table.state, moved.seat)
            assert table.move_of(moved) == thinker.answered[key_of(view)]
            found += place == followed
        table.fold(one)
        if was_open and table.claim() is not None and table.claim_key != place:
            followed = table.claim_key
    return found


async def test_a_bot_that_has_no_time_to_think_misses_no_mahjong(world: World) -> None:
    actor = await begun(world, 4, 2, clock="untimed")
    await until_claim(world, actor)
    table = actor.table
    hasty = table.hosting.hasty
    assert hasty is not None
    view = table.game.view(table.state, Seat(3))
    assert hasty(view, [DeclareMahjong(), ClaimPong(), Pass()]) == DeclareMahjong()
    assert hasty(view, [ClaimPong(), Pass()]) == Pass()
