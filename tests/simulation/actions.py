"""Executes steps: a function for each verb of people, engines, the store and the server."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from teahouse.core.errors import TeahouseError
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.service.errors import Refused
from teahouse.service.moderation.moderation import Moderation
from teahouse.service.opening import OpenTable
from teahouse.service.tables import requests as r
from teahouse.service.tables.events import move_text
from tests.simulation.steps import Step
from tests.simulation.tab import Tab
from tests.simulation.world import World

SHARE: Final = "ab" * 32
RESIGN: Final = move_text(Forfeit("resigned"))

WorldAction = Callable[[World, Step], None]
TabAction = Callable[[Tab, str], None]


def do(world: World, step: Step) -> None:
    """Execute a step. A step that is no longer possible, as in a shortened script, does nothing."""
    if (action := OF_WORLD.get(step.verb)) is not None:
        action(world, step)
    elif step.table in world.tables:
        tab = world.tab(step.table, step.who)
        if step.verb == "looks" or tab.is_open:
            OF_PEOPLE[step.verb](tab, step.arg)


# -- the world -----------------------------------------------------------------------------------------------------


def open_table(world: World, step: Step) -> None:
    """Open a table, and give it its letter."""
    request = msgspec.json.decode(step.arg, type=OpenTable)

    async def opening() -> None:
        try:
            info = await world.process.house.open_table(step.person, step.person.title(), request)
        except Refused as error:
            world.note_refusal(step.table, error.code)
            return
        world.add_table(step.table, info.id)

    world.process.start(opening())


def fail_store(world: World, step: Step) -> None:
    """Let the next writes fail: `store 2 locked`."""
    times, _, code = step.arg.partition(" ")
    world.store.fail(int(times), f"store/{code}")


def fail_engines(world: World, step: Step) -> None:
    """Let the engines fail at the next choices: `engines 2 memory`."""
    times, _, reason = step.arg.partition(" ")
    world.machine.fail(int(times), reason)


def heal(world: World, _step: Step) -> None:
    """Let store and engines work without failures from now on."""
    world.store.heal()
    world.machine.heal()


def shut_table(world: World, step: Step) -> None:
    """An administrator closes a table: `shut a`."""
    if (table := world.tables.get(step.arg)) is None:
        return
    house = world.process.house

    async def shutting() -> None:
        try:
            await Moderation(world.store, world.timers.date).close_table("", table, "too loud")
            await house.read_again(table)
        except Refused as error:
            world.note_refusal(step.arg, error.code)
        world.shutting.discard(step.arg)

    world.shutting.add(step.arg)
    world.process.start(shutting())


OF_WORLD: Final[Mapping[str, WorldAction]] = {
    "opens": open_table,
    "store": fail_store,
    "engines": fail_engines,
    "heal": heal,
    "shut": shut_table,
    "kill": lambda world, _: world.kill(),
    "restart": lambda world, _: world.restart(),
    "date": lambda world, step: world.timers.jump(int(step.arg)),
}


# -- people --------------------------------------------------------------------------------------------------------


def look(tab: Tab, _arg: str) -> None:
    """Open the table in a tab and continue from the last version seen."""
    if not tab.is_open:
        tab.look()


def play(tab: Tab, arg: str) -> None:
    """Play one of the moves on offer, given by number or as text."""
    if tab.folded.moves and (move := _move(tab, arg)) is not None:
        tab.ask(r.Act, v=tab.folded.v, move=move_text(move))


def play_stale(tab: Tab, arg: str) -> None:
    """Send a move for an older version of the table."""
    if tab.folded.moves and (move := _move(tab, arg)) is not None:
        tab.ask(r.Act, v=max(0, tab.folded.v - 2), move=move_text(move))


def _move(tab: Tab, arg: str) -> Any:
    moves, game = tab.folded.moves, tab.folded.game
    if arg.isdecimal():
        return moves[int(arg) % len(moves)]
    assert game is not None
    try:
        return game.parse_move(arg)
    except TeahouseError:
        return None


def attempt(tab: Tab, arg: str) -> None:
    """Send a move that is not on offer."""
    tab.ask(r.Act, v=tab.folded.v, move=msgspec.Raw(arg.encode()))


def play_twice(tab: Tab, arg: str) -> None:
    """Send a move, and another one before the first is acknowledged."""
    play(tab, arg)
    play(tab, str(int(arg) + 1))


def flood(tab: Tab, arg: str) -> None:
    """Send many requests at once."""
    for number in range(int(arg)):
        tab.ask(r.Chat, f"hello {number}")


def sit(tab: Tab, arg: str) -> None:
    """Take a seat: the named one, or the first free one."""
    tab.ask(r.Sit, seat=Seat(int(arg)) if arg else None)


OF_PEOPLE: Final[Mapping[str, TabAction]] = {
    "looks": look,
    "closes": lambda tab, _: tab.close(politely=True),
    "vanishes": lambda tab, _: tab.close(politely=False),
    "sits": sit,
    "seats": lambda tab, level: tab.ask(r.Sit, bot=level),
    "dismisses": lambda tab, seat: tab.ask(r.Leave, seat=Seat(int(seat))),
    "leaves": lambda tab, _: tab.ask(r.Leave),
    "ready": lambda tab, _: tab.ask(r.Ready, SHARE),
    "plays": play,
    "twice": play_twice,
    "stale": play_stale,
    "tries": attempt,
    "resigns": lambda tab, _: tab.ask(r.Act, v=tab.folded.v, move=RESIGN),
    "repeats": lambda tab, _: tab.ask_again(),
    "chats": lambda tab, _: tab.ask(r.Chat, "hello"),
    "hushes": lambda tab, other: tab.ask(r.HostMute, other),
    "removes": lambda tab, other: tab.ask(r.Remove, other),
    "floods": flood,
    "absent": lambda tab, seat: tab.ask(r.Absent, seat=Seat(int(seat))),
    "ends": lambda tab, _: tab.ask(r.End),
}
