"""The conversations in the page about the protocol happen at a real server; their frames are what it reads and sends.

In the page `"…"` stands for anything: as a value, for the rest of a list, and as a field for the other fields. Frames
that are not shown may come between the shown ones.
"""

import json
import re
from collections.abc import Generator
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest

from teahouse.games import GAMES
from teahouse.web.socket.wire import parse_message
from teahouse.web.typescript import FROM_SERVER
from tests.web.live import Frame, Live, Tab, Visitor, living

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text("utf-8")
ANY = "…"
SENT, CAME = "→ ", "← "
SECTIONS = {
    title.lower(): re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    for title, text in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
}
FRAMES = [
    (game, line)
    for game, blocks in SECTIONS.items()
    for block in blocks
    for line in block.splitlines()
    if line[len(SENT) :].startswith("{")
]
MOVES = [
    (game, frame["move"])
    for game, line in FRAMES
    for frame in [json.loads(line[len(SENT) :])]
    if frame["t"] == "act" and isinstance(frame["move"], dict)
]
KINDS = {one.__struct_config__.tag: one for one in get_args(FROM_SERVER)}


def is_like(shown: Any, real: Any) -> bool:
    """Is a value what the page shows?"""
    if shown == ANY:
        return True
    match (shown, real):
        case ({**named}, {**there}):
            names = named.keys() - {ANY}
            is_whole = ANY in named or names == there.keys()
            return is_whole and all(name in there and is_like(named[name], there[name]) for name in names)
        case ([*first, "…"], [*items]):
            return len(items) >= len(first) and all(map(is_like, first, items))
        case ([*every], [*items]):
            return len(items) == len(every) and all(map(is_like, every, items))
        case _:
            return bool(shown == real)


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Generator[Live]:
    with living(tmp_path_factory.mktemp("house"), pace_ms=100) as server:  # bots move after the answer
        yield server


class Reader:
    """Reads a conversation aloud: sends what the page sends, and expects what it shows."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._tab: Tab | None = None
        self._table = ""
        self._answer: httpx.Response | None = None
        self._unread: list[Frame] = []

    def read(self, block: str) -> None:
        for line in block.splitlines():
            mark, text = line[: len(SENT)], line[len(SENT) :]
            assert mark in (SENT, CAME), line
            if mark == SENT:
                self._send(text)
            else:
                self._receive(text)

    def close(self) -> None:
        if self._tab is not None:
            self._tab.__exit__()

    def _send(self, text: str) -> None:
        if text.startswith("POST "):
            _, path, *body = text.split(" ", 2)
            self._answer = self._visitor.http.post(path, json=json.loads(body[0] if body else "{}"))
            return
        if self._tab is None:
            self._tab = self._visitor.tab(self._table, v=None)
        self._unread.clear()
        self._tab.line.send(text)

    def _receive(self, text: str) -> None:
        if text.startswith("{"):
            self._await_frame(json.loads(text))
            return
        status, _, body = text.partition(" ")
        answer = self._answer
        assert answer is not None
        assert answer.status_code == int(status), answer.text
        real = answer.json()
        assert is_like(json.loads(body), real), (body, real)
        self._table = real.get("table", {}).get("id", self._table)

    def _await_frame(self, shown: Frame) -> None:
        """Wait for a frame; on a busy machine a bot's move may overtake the answer to one's own."""
        assert self._tab is not None
        while not any(is_like(shown, frame) for frame in self._unread):
            assert all(frame.get("id") != shown.get("id", ANY) for frame in self._unread), (shown, self._unread)
            self._unread.append(self._tab.take(10))
        self._unread.remove(next(frame for frame in self._unread if is_like(shown, frame)))


@pytest.mark.parametrize("game", GAMES)
def test_the_conversation_of_a_game_happens_as_it_is_shown(game: str, live: Live) -> None:
    reader = Reader(live.visitor())
    try:
        reader.read(SECTIONS[game][0])
    finally:
        reader.close()


def test_every_game_has_its_conversation_and_every_move_of_it_is_shown() -> None:
    shown: dict[str, set[str]] = {game: set() for game in GAMES}
    for game, move in MOVES:
        assert msgspec.convert(move, GAMES[game].game.types.move)
        shown[game].add(move["type"])
    kinds = {game: get_args(GAMES[game].game.types.move) for game in GAMES}
    assert shown == {game: {kind.__struct_config__.tag for kind in kinds[game]} for game in GAMES}


@pytest.mark.parametrize(("game", "line"), FRAMES, ids=[line[:60] for _, line in FRAMES])
def test_every_frame_is_one_that_the_server_reads_or_sends(game: str, line: str) -> None:
    frame = json.loads(line[len(SENT) :])
    if line.startswith(SENT):
        assert parse_message(line[len(SENT) :]).__struct_config__.tag == frame["t"]
    else:
        fields = {field.encode_name for field in msgspec.structs.fields(KINDS[frame["t"]])}
        assert frame.keys() - {"t", ANY} <= fields
        assert sent_again(game, frame) == frame


def sent_again(game: str, frame: Any) -> Any:
    """A frame with its whole moves and events read by the game and written again."""
    types = GAMES[game].game.types
    kinds = {name: kind for name, kind in (("moves", types.move), ("events", types.event)) if name in frame}
    again = {
        name: [one if is_cut(one) else read_and_written(one, kind) for one in frame[name]]
        for name, kind in kinds.items()
    }
    return frame | again


def is_cut(shown: Any) -> bool:
    return ANY in json.dumps(shown, ensure_ascii=False)


def read_and_written(shown: Any, kind: Any) -> Any:
    return json.loads(msgspec.json.encode(msgspec.convert(shown, kind)))
