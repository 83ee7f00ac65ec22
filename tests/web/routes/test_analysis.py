"""The analysis board over HTTP: moves, engines, storing, sharing by link; deals in play are refused."""

import json
from typing import Any

import httpx
import pytest

from teahouse.core.seats import Seat
from teahouse.games import GAMES
from tests.web.live import SHARE, Live, Visitor

SOLITAIRE = "z0 y0: 0-6\n5m 6m 6m 5m"


def position(ann: Visitor, status: int = 200, **body: Any) -> Any:
    return ann.post("/analysis/positions", status, **({"game": "solitaire", "position": SOLITAIRE} | body))


def tree(*texts: str, **about: Any) -> dict[str, Any]:
    nodes = [{"parent": place - 1, "moves": [{"seat": 0, "text": text}]} for place, text in enumerate(texts)]
    return {"game": "solitaire", "position": SOLITAIRE, "nodes": nodes, **about}


def test_a_position_is_played_on_without_an_account(live: Live) -> None:
    nobody = live.visitor()
    first = position(nobody)
    assert first["choices"][0]["text"] == "a1.1-a1.4"
    after = position(nobody, play={"seat": 0, "text": "a1.1-a1.4"})
    assert after["added"] == [{"seat": 0, "text": "a1.1-a1.4"}]
    assert after["views"][0]["board"]["cells"] == ["..", "6m", "6m", ".."]
    assert position(nobody, 422, position="z0")["code"] == "analysis/position"
    assert position(nobody, 422, game="chess")["code"] == "analysis/game"


def test_an_engine_streams_its_findings_line_by_line(ann: Visitor) -> None:
    body = {"position": {"game": "solitaire", "position": SOLITAIRE}, "seconds": 0.5}
    with ann.http.stream("POST", "/analysis/engine", json=body) as stream:
        messages = [json.loads(line) for line in stream.iter_lines()]
    assert messages[-1]["t"] == "thought"
    assert messages[-1]["done"]
    assert messages[-1]["explored"]["clearable"] is True
    assert (
        ann.post("/analysis/engine", 422, position={"game": "battle", "position": "5m"})["code"] == "analysis/position"
    )


def test_a_stored_analysis_is_read_by_link_and_copied_by_others(ann: Visitor, bob: Visitor) -> None:
    kept = ann.post("/analyses", 201, **tree("a1.1-a1.4", "a1.2-a1.3", title="two pairs"))
    read = bob.get(f"/analyses/{kept['id']}")
    assert read["tree"]["title"] == "two pairs"
    assert not read["is_owner"]
    refused = bob.http.put(f"/analyses/{kept['id']}", json=tree("a1.1-a1.4"))
    assert (refused.status_code, refused.json()["code"]) == (403, "analysis/owner")
    copy = bob.post("/analyses", 201, **read["tree"])
    assert copy["id"] != kept["id"]
    assert [one["id"] for one in bob.get("/me/analyses")] == [copy["id"]]
    assert ann.http.delete(f"/analyses/{kept['id']}").status_code == 204
    assert bob.http.get(f"/analyses/{kept['id']}").status_code == 404
    assert ann.post("/analyses", 422, **tree("a1.1-a1.2"))["code"] == "analysis/move"


def test_positions_are_exported_as_pictures_and_as_records(ann: Visitor) -> None:
    drawn = ann.http.post("/analysis/picture", json={"game": "battle", "position": ""})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<svg")
    game = {"game": "solitaire", "position": SOLITAIRE}
    deal = {"options": {"layout": "z0 y0: 0-6", "level": "wild"}, "seed": "ab"}
    written = ann.http.post("/analysis/record", json={"position": game, "origin": deal, "names": ["Ann"]})
    assert json.loads(written.text.splitlines()[-1])["result"] is None


def text_of(live: Live, table: str) -> str:
    """The position at a table as text."""
    playing = live.context.house.live[table].table
    texts = GAMES[playing.game.name].positions
    assert texts is not None
    return texts.write(playing.game, playing.state, Seat(0))


OPTIONS: dict[str, dict[str, Any]] = {"battle": {}, "solitaire": {"level": "wild", "uses": 0}}


@pytest.mark.parametrize("game", OPTIONS)
def test_a_deal_that_is_played_now_is_refused_by_every_route(live: Live, ann: Visitor, game: str) -> None:
    table = ann.open_table(game=game, bots={"1": "random"} if game == "battle" else {}, options=OPTIONS[game])
    with ann.tab(table) as tab:
        tab.do("ready", share=SHARE)
        tab.moves()
    text = live.do(lambda: text_of(live, table))
    body = {"game": game, "position": text}
    thinking = {"position": body, "seconds": 0.5}
    kept = {"game": game, "position": text}
    record: dict[str, Any] = {"position": body, "origin": {"options": {}, "seed": "ab"}}
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("/analysis/positions", body),
        ("/analysis/picture", body),
        ("/analysis/engine", thinking),
        ("/analysis/record", record),
        ("/analyses", kept),
    )
    for path, body in asked:
        answered: httpx.Response = ann.http.post(path, json=body)
        assert (path, answered.json()["code"]) == (path, "record/sealed")


def test_only_a_game_with_people_bars_analysis_and_the_refusal_names_its_table(ann: Visitor, bob: Visitor) -> None:
    hand = {"game": "classic", "position": "123m 456p 77s 23s 88p 1z 5p"}
    alone = ann.open_table(game="classic", bots=dict.fromkeys(("1", "2", "3"), "random"))
    with ann.tab(alone) as tab:
        tab.do("ready", share=SHARE)
        tab.moves()
    assert ann.post("/analysis/positions", 200, **hand)["game"] == "classic"
    table = ann.open_table(game="classic", bots=dict.fromkeys(("2", "3"), "random"))
    with ann.tab(table) as mine, bob.tab(table) as theirs:
        theirs.do("sit")
        for tab in (mine, theirs):
            tab.do("ready", share=SHARE)
        while theirs.next().get("table", {}).get("status") != "playing":
            pass
    refused = ann.post("/analysis/positions", 409, **hand)
    assert (refused["code"], refused["values"]) == ("analysis/playing", {"table": table})
