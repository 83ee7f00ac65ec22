"""Reviews over HTTP: available soon after a deal, also after a kill, and never of a deal in play."""

import asyncio
import signal
import time
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from teahouse.service.judging.jobs import JUDGE_VERSIONS
from teahouse.service.store.schema import judged_seat, judgement, judgement_job
from teahouse.service.store.store import open_store
from tests.forked import PATIENCE
from tests.service.deals.test_in_play import record_on
from tests.web.live import SHARE, Live, Visitor
from tests.web.process import ServerProcess

PATIENCE_WITH_THE_IDLE = 5 * PATIENCE  # the judge only gets idle processor time
QUICKLY_JUDGED = {"layout": "z0 y0: 0,4,8,12,16,20,24,28", "level": "gentle"}
GIVE_UP = {"type": "forfeit", "reason": "resigned"}


def play_deals(visitor: Visitor, table: str, deals: int) -> None:
    """Play this many deals, and give each up at once."""
    with visitor.tab(table) as tab:
        for _ in range(deals):
            tab.do("ready", share=SHARE)
            tab.do("act", v=tab.moves()["v"], move=GIVE_UP)


def test_no_route_analyses_a_deal_in_play(live: Live, ann: Visitor) -> None:
    table = ann.open_table(bots={"1": "random"})
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        version = tab.moves()["v"]
        running = live.do(lambda: live.context.house.actor(table)).table
        data = record_on(running.game, running.seeds[0].seed)
        assert ann.get(f"/records/{table}/0/judgement", 409)["code"] == "record/running"
        assert ann.get(f"/records/{table}/0", 409)["code"] == "record/running"
        refused = ann.http.post("/records/analysis", content=data)
        assert (refused.status_code, refused.json()["code"]) == (409, "record/sealed")
        tab.do("act", v=version, move=GIVE_UP)
    assert ann.get(f"/records/{table}/0/judgement")["state"] == "queued"


def test_a_review_of_a_missing_deal_is_refused_like_its_record(ann: Visitor) -> None:
    assert ann.get("/records/abc/0/judgement", 404)["code"] == "table/unknown"
    table = ann.open_table(bots={"1": "random"})
    assert ann.get(f"/records/{table}/5/judgement", 404)["code"] == "record/unknown"


def test_the_deals_that_wait_survive_kill_9_and_are_judged_once(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, JUDGING="true") as server:
        visitor = Visitor(server.url)
        visitor.guest()
        table = visitor.open_table(game="solitaire", options=QUICKLY_JUDGED)
        play_deals(visitor, table, 2)
        until = time.monotonic() + PATIENCE
        while "running" not in states(visitor, table) and time.monotonic() < until:
            time.sleep(0.01)
        server.send(signal.SIGKILL)
        assert server.wait() == -signal.SIGKILL
        server.start()
        until = time.monotonic() + PATIENCE_WITH_THE_IDLE
        while states(visitor, table) != {"done"}:
            assert time.monotonic() < until, server.log.read_text()
            time.sleep(0.05)
        review = visitor.get(f"/records/{table}/0/judgement")
        visitor.http.close()
        server.send(signal.SIGTERM)
        assert server.wait() == 0
    assert review["engine"] == review["opinion"]["judgement"]["engine"] == JUDGE_VERSIONS["solitaire"]
    assert asyncio.run(counts(server.database)) == [2, 2, 0]


def states(visitor: Visitor, table: str) -> set[str]:
    """The states of the reviews of both deals."""
    return {str(visitor.get(f"/records/{table}/{deal}/judgement")["state"]) for deal in (0, 1)}


async def counts(url: str) -> list[int]:
    """The numbers of judgements, judged seats and waiting deals."""
    store = await open_store(url)

    def job(connection: Any) -> list[int]:
        tables = (judgement, judged_seat, judgement_job)
        return [int(connection.execute(select(func.count()).select_from(one)).scalar_one()) for one in tables]

    found = await store.read(job)
    await store.close()
    return found
