"""JSON that cannot be read is refused with what was expected, what came and where."""

import json

import msgspec
import pytest

from teahouse.games import GAMES
from teahouse.service.errors import Refused
from teahouse.service.structs import READING_ERRORS, complaint_about
from teahouse.web.socket.wire import AnyClientMessage, parse_message

KINDS = "hello, act, withdraw, sit, leave, ready, pause, chat, mute, hush, remove, absent, end, ping"
LONG = "x" * 65


@pytest.mark.parametrize(
    ("frame", "complaint"),
    [
        ("", "expected JSON, got nothing"),
        ("coffee", "expected JSON, got 'coffee' at byte 0"),
        ('{"t":"ping"', "expected JSON, got text that ends at byte 11"),
        ('{"t":"ping" "id":1}', "expected ',' or '}', got '\"id\":1}' at byte 12"),
        (b'{"t":"ping","id":"\xff"}', "expected UTF-8, got 0xff at character 18"),
        (b"\xff", "expected JSON, got 0xff at byte 0"),
        ('{"t":"chat","id":"1","text":"\ud800"}', "expected UTF-8, got '\\ud800' at character 29"),
        ("[" * 8000, "expected object, got array"),
        ('{"t":"act","v":1,"id":"1","move":' + "[" * 8000, 'expected JSON with less nesting, got \'{"t":"act","v'),
        ("5", "expected object, got int"),
        ("{}", "expected a value, got none at t"),
        ('{"t":5}', "expected str, got 5 at t"),
        ('{"t":"tea"}', f"expected one of {KINDS}, got 'tea' at t"),
        ('{"t":"ping"}', "expected a value, got none at id"),
        ('{"t":"ping","id":7}', "expected str, got int at id"),
        ('{"t":"ping","id":""}', "expected str of length >= 1, got '' at id"),
        (f'{{"t":"ping","id":"{LONG}"}}', f"expected str of length <= 64, got {LONG[:40]!r}… (65 characters) at id"),
        ('{"t":"ping","id":"1","tea":1}', "expected only known fields, got 'tea'"),
        ('{"t":"sit","id":"1","seat":64}', "expected int <= 63, got 64 at seat"),
        ('{"t":"sit","id":"1","seat":-1}', "expected int >= 0, got -1 at seat"),
        ('{"t":"sit","id":"1","seat":"a"}', "expected int | null, got str at seat"),
        ('{"t":"hello","v":99999999999999999999}', f"expected int <= {2**53 - 1}, got 99999999999999999999 at v"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_message_of_the_socket(frame: str | bytes, complaint: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse_message(frame)
    assert refusal.value.code == "wire/unreadable"
    assert str(refusal.value).removeprefix("the message cannot be read: ").startswith(complaint)


@pytest.mark.parametrize(
    ("game", "move", "complaint"),
    [
        ("battle", {}, "expected a value, got none at move.type"),
        ("battle", {"type": "steal"}, "expected one of take_pair, forfeit, got 'steal' at move.type"),
        ("battle", {"type": "take_pair", "first": 1}, "expected a value, got none at move.second"),
        (
            "battle",
            {"type": "take_pair", "first": 1, "second": 2, "x": 3},
            "expected only known fields, got 'x' at move",
        ),
        ("classic", {"type": "discard", "tile": "9x"}, "expected a known value, got '9x' at move.tile"),
        ("classic", {"type": "discard", "tile": 9}, "expected str, got int at move.tile"),
        ("battle", "a1c9", "expected object, got str at move"),
    ],
    ids=str,
)
def test_a_move(game: str, move: object, complaint: str) -> None:
    data, kind = json.dumps(move).encode(), GAMES[game].types.move
    with pytest.raises(READING_ERRORS) as error:
        msgspec.json.decode(data, type=kind)
    assert complaint_about(error.value, data, kind, "move") == complaint


def test_every_message_that_is_spoilt_somewhere_names_what_was_expected_what_came_and_where() -> None:
    values: tuple[object, ...] = (None, True, -9, 1.5, 10**30, "", LONG * 20, [], {}, [[1]], {"type": {}})
    spoilt = 0
    for kind in AnyClientMessage.__args__:
        whole: dict[str, object] = {"t": kind.__struct_config__.tag, "v": 1, "seat": 0, "on": True, "again": False}
        names = [one.encode_name for one in msgspec.structs.fields(kind)]
        for name in ("t", *names):
            for value in values:
                frame = json.dumps({one: whole.get(one, "x") for one in ("t", *names)} | {name: value})
                try:
                    parse_message(frame)
                except Refused as error:
                    spoilt += 1
                    text = str(error).removeprefix("the message cannot be read: ")
                    assert text.startswith("expected "), (frame, text)
                    assert ", got " in text, (frame, text)
                    assert f" at {name}" in text or "only known fields" in text, (frame, text)
    assert spoilt > 100
