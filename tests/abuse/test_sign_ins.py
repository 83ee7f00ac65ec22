"""Floods of sign-ins from many addresses: games continue, the rest is refused for a while, the owner can sign in."""

from collections.abc import Generator
from itertools import count
from threading import Lock

import httpx
import pytest

from tests.abuse.test_work import CHECKS, HONEST, Check, honest_turn, visitor_from
from tests.web.live import Visitor
from tests.web.process import ServerProcess

FLOODERS = 15
SECRET, WRONG = "seven green dragons", "nine lost umbrellas"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServerProcess]:
    """A server with default settings."""
    with ServerProcess(tmp_path_factory.mktemp("sign-ins")) as server:
        yield server


class Flood:
    """An attacker who guesses passwords, each time from another address."""

    def __init__(self, server: ServerProcess, names: tuple[str, ...]) -> None:
        self.codes: set[tuple[int, str]] = set()
        self.retries: set[str] = set()
        self._names, self._turns, self._lock = names, count(), Lock()
        self._clients = [Visitor(server.url, f"127.0.1.{number + 1}").http for number in range(FLOODERS)]

    def guess(self) -> None:
        with self._lock:
            turn = next(self._turns)
        name = self._names[turn % len(self._names)]
        answer = self._clients[turn % FLOODERS].post("/login", json={"name": name, "password": WRONG})
        self._note(answer)

    def _note(self, answer: httpx.Response) -> None:
        self.codes.add((answer.status_code, answer.json()["code"]))
        if answer.status_code in (429, 503):
            self.retries.add(answer.headers["retry-after"])

    def close(self) -> None:
        for client in self._clients:
            client.close()


@CHECKS
def test_a_flood_of_sign_ins_does_not_delay_moves(check: Check, server: ServerProcess) -> None:
    flood = Flood(server, tuple(f"Nobody {number}" for number in range(500)))
    try:
        with visitor_from(server, HONEST) as ann:
            check(lambda: honest_turn(ann), flood.guess, FLOODERS)
    finally:
        flood.close()
    assert flood.codes <= {(401, "person/password"), (503, "person/busy"), (429, "wire/flood"), (429, "person/slow")}
    assert all(int(seconds) > 0 for seconds in flood.retries)


def test_guessing_one_account_from_everywhere_does_not_lock_its_owner_out(server: ServerProcess) -> None:
    with visitor_from(server, HONEST) as owner, visitor_from(server, "127.0.0.3") as new_phone:
        code = owner.post("/account", name="Mia of the Hill", password=SECRET)["recovery"]
        owner.post("/logout", 204)
        flood = Flood(server, ("Mia of the Hill",))
        try:
            for _ in range(FLOODERS):
                flood.guess()
        finally:
            flood.close()
        assert (429, "person/slow") in flood.codes
        assert owner.post("/login", name="Mia of the Hill", password=SECRET)["name"] == "Mia of the Hill"
        assert new_phone.post("/login", 429, name="Mia of the Hill", password=SECRET)["code"] == "person/slow"
        assert (
            new_phone.post("/recover/code", name="Mia of the Hill", code=code, password=WRONG)["name"]
            == "Mia of the Hill"
        )
