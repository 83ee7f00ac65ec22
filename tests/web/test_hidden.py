"""Two worlds that differ only in what a viewer may not know look the same to that viewer, byte for byte."""

import asyncio
import io
import json
import random
import time
from collections.abc import Generator
from functools import partial
from typing import Any, NamedTuple

import msgspec
import pytest

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.hosting import HOSTING
from teahouse.service.logs import start_logging, stop_logging
from teahouse.service.tables import requests as r
from teahouse.service.tables.table import Table
from tests.laws.specimens import SPECIMENS, Specimen
from tests.service.world import Quick, QuickThinker
from tests.shares import shared
from tests.web.live import SHARE, Live, Tab, Visitor, fetch, living

HOSTED = [specimen for specimen in SPECIMENS if specimen.game.name in HOSTING]
PLIES = (0, 1, 6)


class HeldThinker(QuickThinker):
    """Bots that wait until they are released, because nothing may happen while two worlds are compared."""

    def __init__(self) -> None:
        self.may_think = asyncio.Event()
        self.may_think.set()
        self.held: set[tuple[str, str]] = set()

    async def choose(self, level: str, question: MoveQuestion[Any]) -> Quick:
        place = (question.table, question.seed.rpartition("/")[2])
        self.held.add(place)
        try:
            await self.may_think.wait()
        finally:
            self.held.discard(place)
        return await super().choose(level, question)


class Quiet(NamedTuple):
    """A server, and the switch that holds its bots."""

    live: Live
    thinker: HeldThinker

    def hold(self, table: str) -> None:
        """Wait until every bot whose turn it is at any table is held, because pages list all tables."""

        async def held() -> None:
            self.thinker.may_think.clear()
            house = self.live.context.house
            await house.actor(table)
            while True:
                actors = list(house.live.values())
                for actor in actors:
                    await actor.ask(r.Detach("", "", "nothing: everything before this in the queue is done"))
                await asyncio.sleep(0.005)
                if all(place in self.thinker.held for actor in actors for place in _thinking(actor.table)):
                    return

        self.live.do(held)

    def let_go(self) -> None:
        self.live.do(self.thinker.may_think.set)


def _thinking(table: Table) -> list[tuple[str, str]]:
    """The bots whose turn it is, in the form of the thinker."""
    return [(table.id, str(seat)) for seat in table.to_move() if table.bot_at(seat) is not None]


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Generator[Quiet]:
    thinker = HeldThinker()
    with living(tmp_path_factory.mktemp("quiet"), thinker) as live:
        yield Quiet(live, thinker)


class Eyes(NamedTuple):
    """A person who looks at a table, and as which viewer."""

    visitor: Visitor
    table: str
    viewer: Seat | None


@pytest.mark.parametrize("number", shared(range(len(HOSTED)), 6), ids=[specimen.id for specimen in HOSTED])
def test_worlds_that_a_viewer_cannot_tell_apart_give_the_same_bytes(number: int, quiet: Quiet) -> None:
    look_at_two_worlds(HOSTED[number], quiet)


def look_at_two_worlds(specimen: Specimen, quiet: Quiet) -> None:
    """Compare a world with others that each viewer cannot tell from it."""
    rng = random.Random(specimen.id)
    for seat in specimen.game.seats:
        person, stranger = quiet.live.visitor().guest(), quiet.live.visitor()
        table = _table(person, specimen, seat)
        with person.tab(table) as tab:
            tab.do("ready", share=SHARE)
            for plies in PLIES:
                if not _play(tab, plies, rng):
                    break
                for eyes in (Eyes(person, table, seat), Eyes(stranger, table, None)):
                    _compare(quiet, specimen, eyes, rng)


def _table(person: Visitor, specimen: Specimen, seat: Seat) -> str:
    """A table where the person sits in this seat and bots in all others."""
    name = specimen.game.name
    bots = {str(other): next(iter(PLAYERS[name].levels)) for other in specimen.game.seats if other != seat}
    options = msgspec.to_builtins(specimen.game.rules)
    return person.open_table(game=name, options=options, clock="untimed", bots=bots)


def _play(tab: Tab, plies: int, rng: random.Random) -> bool:
    """Play this many moves; False if the deal ended before it was the person's turn again."""
    for _ in range(plies):
        moves = _turn(tab)
        if not moves:
            return False
        tab.ask("act", v=tab.version, move=rng.choice(moves))
    return bool(_turn(tab))


def _turn(tab: Tab) -> list[Any]:
    """The moves on offer when it is the person's turn; none when the deal is over."""
    while True:
        tab.forget()
        tab.send(t="hello", v=-1)
        snapshot = tab.until("snapshot")
        if snapshot.get("moves") or snapshot["table"]["status"] != "playing":
            return list(snapshot.get("moves", ()))
        time.sleep(0.005)


def _compare(quiet: Quiet, specimen: Specimen, eyes: Eyes, rng: random.Random) -> None:
    quiet.hold(eyes.table)
    actor = quiet.live.context.house.live[eyes.table]
    state = actor.table.state
    others = [msgspec.to_builtins(move) for seat in specimen.game.seats for move in actor.table.legal(seat)]
    refused = [*rng.sample(others, min(3, len(others))), {"type": "steal"}]
    seen: list[list[bytes]] = []
    for world in (state, specimen.redeal(state, eyes.viewer, rng)):
        quiet.live.do(partial(setattr, actor.table, "state", world))
        seen.append(_everything(eyes, refused))
    quiet.live.do(partial(setattr, actor.table, "state", state))
    quiet.let_go()
    assert seen[0] == seen[1]
    assert any(b'"snapshot"' in text for text in seen[0])


def _everything(eyes: Eyes, refused: list[Any]) -> list[bytes]:
    """Everything that this viewer can get: pages, exports, the socket, refusals and the log."""
    visitor, table, viewer = eyes
    stream = io.StringIO()
    handler = start_logging("info", stream)
    try:
        pages = [f"/tables/{table}", f"/tables/{table}?invite=NONE", f"/records/{table}/0", "/tables", "/records"]
        got = [visitor.http.get(page).content for page in pages]
        got.append(fetch(f"{visitor.url}/api/v1/tables/{table}").content)
        with visitor.tab(table) as tab:
            snapshot = tab.until("snapshot")
            snapshot.pop("spent", None)  # time passes between two requests
            got.append(json.dumps(snapshot).encode())
            for number, move in enumerate(refused):
                if viewer is None or move.get("type") == "steal":
                    got.append(json.dumps(tab.ask("act", id=f"try {number}", v=tab.version, move=move)).encode())
    finally:
        stop_logging(handler)
    lines = [json.loads(line) | {"at": ""} for line in stream.getvalue().splitlines()]
    ours = [line for line in lines if line["logger"].startswith(("teahouse", "uvicorn"))]
    return [*got, json.dumps(ours).encode()]


def test_a_world_that_looks_different_is_noticed(quiet: Quiet) -> None:
    def another_deal(_state: Any, _seat: Seat | None, rng: random.Random) -> Any:
        return HOSTED[0].game.deal(rng.randbytes(8))

    with pytest.raises(AssertionError):
        look_at_two_worlds(HOSTED[0]._replace(redeal=another_deal), quiet)
