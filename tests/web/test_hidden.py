"""Two worlds that differ only in what a viewer may not know look the same to that viewer, byte for byte."""

import io
import json
import random
from functools import partial
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.service.logs import start_logging, stop_logging
from teahouse.service.manners import MANNERS
from tests.laws.specimens import SPECIMENS, Specimen
from tests.web.live import SHARE, Live, Tab, Visitor

HOSTED = [specimen for specimen in SPECIMENS if specimen.game.name in MANNERS]
PLIES = (0, 1, 6)


class Eyes(NamedTuple):
    """Somebody who looks at a table, and through which eyes."""

    visitor: Visitor
    table: str
    viewer: Seat | None


@pytest.mark.parametrize("specimen", HOSTED, ids=[specimen.id for specimen in HOSTED])
def test_worlds_that_a_viewer_cannot_tell_apart_give_the_same_bytes(specimen: Specimen, live: Live) -> None:
    rng = random.Random(specimen.id)
    for seat in specimen.game.seats:
        person, stranger = live.visitor().guest(), live.visitor()
        table = _table(person, specimen, seat)
        with person.tab(table) as tab:
            tab.do("ready", share=SHARE)
            for plies in PLIES:
                if not _play(tab, plies, rng):
                    break
                for eyes in (Eyes(person, table, seat), Eyes(stranger, table, None)):
                    _compare(live, specimen, eyes, rng)
                tab.send(t="hello", v=-1)


def _table(person: Visitor, specimen: Specimen, seat: Seat) -> str:
    """A table where the person sits in this seat, and bots in all others."""
    name = specimen.game.name
    bots = {str(other): next(iter(PLAYERS[name])) for other in specimen.game.seats if other != seat}
    clock = "untimed" if "untimed" in MANNERS[name].clocks else None
    options = msgspec.to_builtins(specimen.game.rules)
    return person.open_table(game=name, options=options, clock=clock, bots=bots)


def _play(tab: Tab, plies: int, rng: random.Random) -> bool:
    """Play so many moves; False when the deal ended before it was the person's turn again."""
    played = 0
    while True:
        frame = tab.next()
        if frame["t"] == "news" and frame["table"]["status"] == "between":
            return False
        if frame.get("moves"):
            if played == plies:
                return True
            played += 1
            move = rng.choice(frame["moves"])
            tab.send(t="act", id=f"{frame['v']}", v=frame["v"], move=move)


def _compare(live: Live, specimen: Specimen, eyes: Eyes, rng: random.Random) -> None:
    actor = live.premises.house.live[eyes.table]
    state = actor.table.state
    others = [msgspec.to_builtins(move) for seat in specimen.game.seats for move in actor.table.legal(seat)]
    refused = [*rng.sample(others, min(3, len(others))), {"type": "steal"}]
    seen: list[list[bytes]] = []
    for world in (state, specimen.redeal(state, eyes.viewer, rng)):
        live.do(partial(setattr, actor.table, "state", world))
        seen.append(_everything(eyes, refused))
    live.do(partial(setattr, actor.table, "state", state))
    assert seen[0] == seen[1]
    assert any(b'"snapshot"' in text for text in seen[0])


def _everything(eyes: Eyes, refused: list[Any]) -> list[bytes]:
    """All that this viewer can get: pages, exports, the socket, refusals and the log."""
    visitor, table, viewer = eyes
    stream = io.StringIO()
    handler = start_logging("info", stream)
    try:
        pages = [f"/tables/{table}", f"/tables/{table}?invite=NONE", f"/records/{table}/0", "/tables", "/records"]
        got = [visitor.http.get(page).content for page in pages]
        got.append(httpx.get(f"{visitor.url}/api/v1/tables/{table}").content)
        with visitor.tab(table) as tab:
            got.append(json.dumps(tab.until("snapshot")).encode())
            for number, move in enumerate(refused):
                if viewer is None or move.get("type") == "steal":
                    got.append(json.dumps(tab.ask("act", id=f"try {number}", v=0, move=move)).encode())
    finally:
        stop_logging(handler)
    lines = [json.loads(line) | {"at": ""} for line in stream.getvalue().splitlines()]
    ours = [line for line in lines if line["logger"].startswith(("teahouse", "uvicorn"))]
    return [*got, json.dumps(ours).encode()]


def test_a_world_that_can_be_told_apart_is_noticed(live: Live) -> None:
    def another_deal(_state: Any, _seat: Seat | None, rng: random.Random) -> Any:
        return HOSTED[0].game.deal(rng.randbytes(8))

    with pytest.raises(AssertionError):
        test_worlds_that_a_viewer_cannot_tell_apart_give_the_same_bytes(HOSTED[0]._replace(redeal=another_deal), live)
