"""Several copies of the server are one house."""

import signal
from pathlib import Path

from tests.service.conftest import postgres, postgres_url
from tests.service.test_cluster import NatsServer, nats_server
from tests.web.live import SHARE, Tab, Visitor
from tests.web.process import ServerProcess

__all__ = ["nats_server", "postgres", "postgres_url"]  # fixtures of the service


def test_two_persons_play_through_two_copies_and_one_of_them_dies(
    tmp_path: Path, postgres_url: str, nats_server: NatsServer
) -> None:
    both = {"DATABASE": postgres_url.replace("postgresql+asyncpg", "postgresql"), "BUS": nats_server.address}
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    with ServerProcess(tmp_path / "one", **both) as one, ServerProcess(tmp_path / "other", **both) as other:
        ann, bob = Visitor(one.url).guest(), Visitor(other.url).guest()
        table = ann.open_table()
        assert table in [listed["id"] for listed in bob.get("/tables")]
        assert bob.get(f"/tables/{table}")["seat"] is None
        with ann.tab(table) as near, bob.tab(table) as far:
            far.do("sit")
            assert far.until("snapshot", seat=1)["table"]["seats"][1]["name"] == bob.get("/me")["name"]
            for tab in (near, far):
                tab.do("ready", share=SHARE)
            for _ in range(3):
                _move(near)
                _move(far)
            seen = near.moves()["v"]
            one.send(signal.SIGKILL)
            one.wait()
        moved_over = Visitor(other.url)
        moved_over.http.cookies = ann.http.cookies
        with moved_over.tab(table, v=seen, seat=0) as again, bob.tab(table) as far:
            again.send(t="hello", v=-1)
            _move(again)
            assert len(far.moves()["moves"]) > 0
        for visitor in (ann, bob, moved_over):
            visitor.http.close()


def _move(tab: Tab) -> None:
    frame = tab.moves()
    tab.do("act", v=frame["v"], move=frame["moves"][0])
