"""The log: it has every acknowledged request once, agrees with memory and lobby, and bots play the moves they chose."""

from operator import attrgetter
from typing import Final

import msgspec

from teahouse.service.tables import events as ev
from teahouse.service.tables.actor import Actor
from teahouse.service.tables.lobby_row import without_names
from teahouse.service.tables.log import Logged
from teahouse.service.tables.table import Table
from tests.simulation.invariants.books import check_escape
from tests.simulation.thinker import question_of
from tests.simulation.witness import BadLog
from tests.simulation.world import World

LOGGED: Final = ("act", "chat")  # requests that are always logged when acknowledged
REMEMBERED: Final = (
    "versions",
    "status",
    "state",
    "left",
    "answers",
    "leaving",
    "shares",
    "holders",
    "deal",
    "done_requests.done",
    "host_muted",
)
NEWS: Final = "SELECT DISTINCT table_id FROM event WHERE rowid > ? ORDER BY table_id"
SUMMARY: Final = "SELECT status, summary FROM table_summary WHERE id = ?"
SEATS: Final = "SELECT seat, person FROM seat WHERE table_id = ? ORDER BY seat"


def read_on(world: World) -> None:
    """Read the new lines, and check each."""
    last = world.store.last_event
    world.written.clear()
    news = world.store.raw.execute(NEWS, (world.read_until,)).fetchall() if last != world.read_until else ()
    for (table_id,) in news:
        if (letter := world.letters.get(table_id)) is not None:
            _read_log(world, letter)
    world.changed |= world.written
    world.read_until = last
    _check_acknowledged(world)


def _read_log(world: World, letter: str) -> None:
    witness = world.witnesses[letter]
    try:
        for logged in witness.news():
            world.written.add(letter)
            if isinstance(logged.event, ev.Moved) and logged.event.by == "bot":
                _check_bot(world, letter, logged.event)
            if isinstance(logged.event, ev.BrokenOff):
                check_escape(world, letter)
            _check_once(world, letter, logged)
    except BadLog as error:
        world.fault("log", letter, f"the chain is broken at {error}")
    if letter in world.written:
        _check_lobby(world, letter)


def _check_once(world: World, letter: str, logged: Logged) -> None:
    client = getattr(logged.event, "client", None)
    kind = str(logged.event.__struct_config__.tag)
    if client is not None and world.witnesses[letter].clients[kind, client]:
        world.fault("once", letter, f"{kind} is in the log twice")
    if isinstance(logged.event, ev.Weakened) and not world.machine.failures:
        world.fault("bots", letter, "a bot is weakened though no engine failed")


def _check_bot(world: World, letter: str, moved: ev.Moved) -> None:
    """Check that a bot plays the move that it chose for exactly this question."""
    table = world.witnesses[letter].table
    assert table is not None
    move = table.move_of(moved)
    question = question_of(table.game.view(table.state, moved.seat), table.legal(moved.seat))
    thoughts = world.thoughts.get((table.id, moved.seat), [])
    if (question, move) in thoughts:
        del thoughts[: thoughts.index((question, move)) + 1]
    else:
        world.fault("bots", letter, "a bot's move answers another question than the one it was asked")


def _check_acknowledged(world: World) -> None:
    for letter, kind, client in world.acknowledged:
        if kind in LOGGED and client not in world.witnesses[letter].names:
            world.fault("once", letter, f"an acknowledged {kind} is not in the log")
    world.acknowledged.clear()


def _check_lobby(world: World, letter: str) -> None:
    """Check that the lobby's row agrees with the table."""
    table = world.witnesses[letter].table
    assert table is not None
    row = world.store.raw.execute(SUMMARY, (table.id,)).fetchone()
    info, clock = without_names(table.info()), table.opened.clock
    if (info.bank, info.step, info.fresh) != (clock.bank, clock.step, clock.fresh):
        world.fault("lobby", letter, "the clock shown is not the table's")
    if row != (info.status, msgspec.json.encode(info).decode()):
        world.fault("lobby", letter, f"the lobby's row is not the table's, after {_last(table)}")
    persons = [(seat, holder.person) for seat, holder in enumerate(table.holders) if holder and holder.person]
    if world.store.raw.execute(SEATS, (table.id,)).fetchall() != ([] if table.status == "over" else persons):
        world.fault("lobby", letter, f"the list of who sits is not the table's, after {_last(table)}")


def check_memory(world: World, letter: str, actor: Actor) -> None:
    """Check that the table in memory agrees with the log."""
    replayed = world.witnesses[letter].table
    if letter not in world.changed or replayed is None:
        return
    for name in REMEMBERED:
        if attrgetter(name)(replayed) != attrgetter(name)(actor.table):
            world.fault("memory", letter, f"{name} differs from the log's, after {_last(replayed)}")


def _last(table: Table) -> str:
    return type(table.last.event).__name__
