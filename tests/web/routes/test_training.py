"""Training over HTTP: answers survive kill -9 and count once."""

import asyncio
import signal
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from teahouse.service.store.store import open_store
from teahouse.service.training import cards, puzzles
from teahouse.service.training.puzzles import Origin
from tests.service.training.test_training import exercise
from tests.web.live import Visitor
from tests.web.process import ServerProcess

PUZZLES, CARDS = (1, 2, 3), (11, 12)


def test_cards_and_the_strength_in_puzzles_survive_kill_9(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, JUDGING="true") as server:
        visitor = Visitor(server.url)
        person = visitor.guest().get("/me")["id"]
        asyncio.run(stocked(server.database, person))
        first = visitor.post("/puzzles/battle/next")["task"]
        verdict = visitor.post(f"/puzzles/{first['id']}/answer", move=first["moves"][0]["text"])
        assert (verdict["right"], verdict["change"] > 0) == (True, True)
        card = visitor.get("/me/training/next")["task"]
        moved = visitor.post(f"/me/training/cards/{card['id']}", move=card["moves"][0]["text"])
        held = visitor.post("/puzzles/battle/next")["task"]
        before = visitor.get("/me/training")
        server.send(signal.SIGKILL)
        assert server.wait() == -signal.SIGKILL
        server.start()
        assert visitor.get("/me/training") == before
        assert (moved["box"], before["boxes"][:2], before["due"]) == (2, [1, 1], 1)
        assert visitor.post("/puzzles/battle/next")["task"]["id"] == held["id"]
        again = visitor.post(f"/puzzles/{first['id']}/answer", move="")
        assert (again["strength"], again["change"]) == (verdict["strength"], verdict["change"])
        assert visitor.get("/me/training/next")["task"]["id"] != card["id"]
        visitor.http.close()


async def stocked(url: str, person: str) -> None:
    """Puzzles for everybody, and two cards of a person that are due."""
    store = await open_store(url, as_it_is=True)

    def job(connection: Connection) -> None:
        made: list[Any] = [exercise(number, step=number) for number in CARDS]
        puzzles.keep_exercises(connection, [exercise(number) for number in PUZZLES], Origin(), 1)
        puzzles.keep_exercises(connection, made, Origin("t", 0, "", public=False), 1)
        cards.add_cards(connection, person, made, 1)

    await store.write(job)
    await store.close()
