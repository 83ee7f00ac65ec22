"""Floods of tables are refused, honest tables stay visible, and the list stays small."""

from collections.abc import Generator
from contextlib import closing

import pytest

from teahouse.service.listings import PAGE_LENGTH
from tests.web.live import Visitor
from tests.web.process import ServerProcess

ATTACKER, HONEST = "127.0.0.1", "127.0.0.2"
USUAL = {"TABLES_PER_MINUTE": "60"}
ROWS = [f"y{y}: " + ",".join(str(5 * x + y % 3) for x in range(12)) for y in range(0, 48, 2)]
LARGEST_LAYOUT = "z0 " + "; ".join(ROWS)  # 288 tiles whose text cannot be shortened to runs
MOST_BYTES = 8192  # bytes of one table in the list


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[ServerProcess]:
    """A server with the default limit of tables for one address."""
    with ServerProcess(tmp_path_factory.mktemp("lobby"), **USUAL) as server:
        yield server


def flood(server: ServerProcess, most: int) -> list[str]:
    """Open tables as one guest after another until this many were opened or refused in a row; return the tables."""
    opened = list[str]()
    refusals = 0
    while len(opened) < most and refusals < 3:
        visitor = Visitor(server.url, ATTACKER).guest()
        with closing(visitor.http):
            for _ in range(20):
                body = {"game": "solitaire", "options": {"layout": LARGEST_LAYOUT, "players": 2, "level": "wild"}}
                answer = visitor.http.post("/tables", json=body)
                if answer.status_code != 201:
                    assert answer.json()["code"] == "wire/flood"
                    refusals += 1
                    break
                opened.append(answer.json()["table"]["id"])
    return opened


def test_one_address_cannot_push_honest_tables_out_of_sight(server: ServerProcess) -> None:
    honest = Visitor(server.url, HONEST).guest()
    with closing(honest.http):
        mine = honest.open_table(game="battle")
        opened = flood(server, 2 * PAGE_LENGTH)
        assert 60 <= len(opened) < PAGE_LENGTH
        answer = honest.http.get("/tables")
        assert mine in {table["id"] for table in answer.json()}
        assert len(answer.content) < MOST_BYTES * PAGE_LENGTH
        assert max(len(str(table)) for table in answer.json()) < MOST_BYTES
        honest.open_table(game="battle")  # another address is not limited by this flood
