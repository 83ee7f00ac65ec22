"""Frames written by the server: any client can read them, and they arrive in order."""

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from teahouse.web.socket.frames import framed
from tests.web.live import SHARE, Visitor

PINGS = 50


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_of_any_length_is_read_back(size: int) -> None:
    message, reader = b"t" * size, StreamReader()
    reader.feed_data(framed(message))
    with pytest.raises(StopIteration) as stopped:
        next(Frame.parse(reader.read_exact, mask=False))
    assert stopped.value.value == Frame(Opcode.TEXT, message)


def test_the_events_of_a_move_come_before_its_answer(ann: Visitor) -> None:
    with ann.tab(ann.open_table(bots={"1": "random"})) as tab:
        tab.do("ready", share=SHARE)
        offer = tab.moves()
        acked = tab.do("act", v=offer["v"], move=offer["moves"][0])
        versions = [frame["v"] for frame in tab.received if frame["t"] == "events"]
        assert acked["v"] in versions


def test_answers_come_in_the_order_of_the_questions(ann: Visitor) -> None:
    with ann.tab(ann.open_table()) as tab:
        for number in range(PINGS):
            tab.send(t="ping", id=f"{number}")
        assert [tab.until("pong")["id"] for _ in range(PINGS)] == [f"{number}" for number in range(PINGS)]
