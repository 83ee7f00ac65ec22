"""No text shown to people contains invisible characters or changes the direction of reading, on any route."""

import json
from typing import Any

import msgspec
import pytest

from teahouse.core.play import Play
from teahouse.core.record import Header, Record, record_bytes
from teahouse.games import make_game
from tests.web.live import Live, Visitor

HIDDEN = ["\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u3164", "\x07"]


def ruleset_with(field: str) -> dict[str, Any]:
    rules: dict[str, Any] = msgspec.to_builtins(make_game("classic").rules)
    return {"ruleset": rules["ruleset"] | {field: "tea{letter}time"}}


EVERY = pytest.mark.parametrize("letter", HIDDEN, ids=ascii)


@EVERY
def test_names_have_no_invisible_characters(letter: str, ann: Visitor) -> None:
    name, password = f"Ann{letter}Lee", "green tea in the morning"
    assert ann.http.patch("/me", json={"name": name}).json()["code"] == "person/name"
    assert ann.post("/account", 422, name=name, password=password)["code"] == "person/name"


@EVERY
def test_chat_has_no_invisible_characters(letter: str, ann: Visitor) -> None:
    with ann.tab(ann.open_table()) as tab:
        tab.do("chat", text=f"pay{letter}lap")
        assert tab.until("said")["text"] == "paylap"


@EVERY
def test_names_of_tokens_have_no_invisible_characters(letter: str, ann: Visitor) -> None:
    assert ann.post("/tokens", 201, name=f"my{letter}bot")["name"] == "mybot"
    assert ann.post("/tokens", 422, name=letter)["why"] == "token"


@pytest.mark.parametrize("letter", [letter for letter in HIDDEN if letter != "\x07"], ids=ascii)  # not in a header
def test_names_of_devices_have_no_invisible_characters(letter: str, live: Live) -> None:
    visitor = live.visitor()
    visitor.http.post("/me/guest", headers=[(b"user-agent", f"Fire{letter}fox".encode())])
    assert letter not in visitor.http.get("/sessions").text


@EVERY
@pytest.mark.parametrize(
    ("game", "options"),
    [("classic", ruleset_with("title")), ("classic", ruleset_with("name")), ("solitaire", {"layout": "a0: 0{letter}"})],
    ids=["title of a ruleset", "name of a ruleset", "layout"],
)
def test_options_of_tables_have_no_invisible_characters(
    letter: str, game: str, options: dict[str, Any], ann: Visitor
) -> None:
    written = json.dumps(options).replace("{letter}", json.dumps(letter)[1:-1])
    assert ann.post("/tables", 422, game=game, options=json.loads(written))["code"] == "table/options"


@EVERY
def test_uploaded_records_have_no_invisible_characters(letter: str, ann: Visitor) -> None:
    record = Play(make_game("battle"), b"hidden").record()
    for change in ({"names": ("Ann", f"B{letter}b")}, {"game": f"battle{letter}"}):
        header: Header = msgspec.structs.replace(record.header, **change)
        data = record_bytes(Record(header, record.moves, record.ending))
        verdict = ann.http.post("/records/verify", content=data).json()
        assert (verdict["verified"], verdict["line"]) == (False, 1)
        if letter == "\u3164":
            continue  # a blank letter may be quoted, because it does not change the direction
        assert letter not in verdict["error"]
        for path in ("/records/steps", "/records/analysis"):
            assert letter not in ann.http.post(path, content=data).text
