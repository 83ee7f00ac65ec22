"""Protection: requests from other sites, floods, slow readers, and response headers."""

import json
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from teahouse.service.errors import Refused
from teahouse.service.settings import Settings
from teahouse.service.tables.viewers.bus import DEEPEST_QUEUE, Envelope
from teahouse.web.context import server_settings
from teahouse.web.limits import Buckets, ConcurrentUses, Rate, Rates
from teahouse.web.middleware.guard import address_of, is_from_this_site
from teahouse.web.server import config_of
from teahouse.web.socket.wire import id_of, parse_message
from tests.web.live import Live, Visitor, fetch, living

ELSEWHERE = ["https://evil.example", "null", "", "http://127.0.0.1", "file://", "http://127.0.0.1:1@evil.example"]


@pytest.mark.parametrize("origin", [*ELSEWHERE, None])
def test_unsafe_requests_from_other_sites_are_refused(origin: str | None, ann: Visitor) -> None:
    before = ann.get("/me")
    headers = {} if origin is None else {"origin": origin}
    for method, path in (("POST", "/tables"), ("PATCH", "/me"), ("POST", "/logout"), ("DELETE", "/sessions/ab")):
        with httpx.Client(base_url=f"{ann.url}/api/v1", cookies=dict(ann.http.cookies), verify=False) as client:
            response = client.request(method, path, headers=headers, json={"name": "Mallory", "game": "battle"})
        assert (response.status_code, response.json()["code"]) == (403, "wire/origin")
    assert ann.get("/me") == before


@pytest.mark.parametrize("origin", ELSEWHERE)
def test_sockets_from_other_sites_are_refused(origin: str, ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    before = live.log_length(table)
    with pytest.raises(InvalidStatus) as refusal:
        ann.tab(table, origin=origin)
    assert refusal.value.response.status_code == 403
    assert live.log_length(table) == before


def test_proxies_are_trusted_by_their_network_however_it_is_written(live: Live) -> None:
    """Uvicorn reads a network with host bits as a name, and then trusts nobody."""
    settings = Settings(trusted_proxies=("10.1.2.3/8", "127.0.0.1", "fd00::1/8"))
    trusted = config_of(settings, live.context).forwarded_allow_ips
    assert trusted == ["10.0.0.0/8", "127.0.0.1/32", "fd00::/8"]


def test_requests_from_the_public_address_behind_a_proxy_are_accepted() -> None:
    headers = Headers({"origin": "https://tea.example", "host": "10.0.0.7:8432"})
    assert not is_from_this_site(headers, ())
    assert is_from_this_site(headers, ("https://tea.example",))


def test_every_answer_has_security_headers(ann: Visitor) -> None:
    for path in ("/", "/api/docs", "/api/v1/me", "/api/v1/nothing", "/metrics"):
        headers = fetch(ann.url + path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(live: Live) -> None:
    cookie = live.visitor().http.post("/me/guest").headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


def test_behind_https_the_cookie_is_secure(tmp_path: Path) -> None:
    with living(tmp_path, secure=True) as live:
        assert "; Secure" in live.visitor().http.post("/me/guest").headers["set-cookie"]


@pytest.mark.parametrize("token", ["stolen", "x" * 5000, "é", '"', "a" * 43])
def test_an_invented_token_opens_nothing(token: str, live: Live) -> None:
    response = fetch(f"{live.url}/api/v1/sessions", headers=[(b"cookie", f"teahouse={token}".encode())])
    assert response.json()["code"] == "person/unknown"


PAYLOADS = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "javascript:alert(1)", "\u2028</script>"]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_markup_in_chat_comes_back_as_it_is_and_only_as_json(payload: str, ann: Visitor) -> None:
    table = ann.open_table()
    with ann.tab(table) as tab:
        tab.do("chat", text=payload)
        said = tab.until("said")
    assert said["text"] == "".join(letter for letter in payload if letter.isprintable())
    refused = ann.http.patch("/me", json={"name": payload})
    assert refused.headers["content-type"] == "application/json"
    assert refused.json()["code"] == "person/name"
    assert "<script" not in fetch(f"{ann.url}/api/docs?{payload}").text


def test_an_address_that_asks_too_often_is_refused_for_a_while(tmp_path: Path) -> None:
    with living(tmp_path, rates=Rates(requests=Rate(10, 0.001))) as live:
        answers = [fetch(f"{live.url}/api/v1/games") for _ in range(12)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 2
        assert answers[-1].headers["retry-after"]
        assert fetch(f"{live.url}/health/live").status_code == 200


def test_thirty_people_behind_one_address_can_load_the_whole_app(tmp_path: Path) -> None:
    with living(tmp_path, rates=Rates(requests=Rate(10, 0.001), files=Rate(50, 0.001))) as live:
        files = [fetch(f"{live.url}/start.js").status_code for _ in range(51)]
        assert files.count(429) == 1
        assert fetch(f"{live.url}/api/v1/games").status_code == 200
    assert Rates().files.burst >= 30 * 50  # thirty people who load the app and play at once


def test_how_many_tables_a_person_may_open_follows_the_setting_for_an_address() -> None:
    assert server_settings(Settings()).rates.tables == Rates().tables
    assert server_settings(Settings(tables_per_minute=6000)).rates.tables == Rate(2000, 20)


def test_guessing_passwords_and_creating_guests_is_limited(tmp_path: Path) -> None:
    with living(tmp_path, rates=Rates(sign_ins=Rate(3, 0.001), guests=Rate(2, 0.001))) as live:
        guesses = [live.visitor().http.post("/login", json={"name": "a", "password": "b"}) for _ in range(4)]
        assert [guess.status_code for guess in guesses] == [401] * 3 + [429]
        assert [live.visitor().http.post("/me/guest").status_code for _ in range(3)] == [200, 200, 429]


def test_a_flood_closes_only_the_flooders_connection(tmp_path: Path) -> None:
    with living(tmp_path, rates=Rates(messages=Rate(60, 20))) as live:
        flooder, other = live.visitor().guest(), live.visitor().guest()
        table = other.open_table()
        with other.tab(table) as calm, flooder.tab(table) as wild:
            calm.until("snapshot")
            for number in range(1000):
                try:
                    wild.send(t="ping", id=str(number))
                except OSError:
                    break
                except Exception as error:
                    assert "1008" in str(error)  # noqa: PT017 - closed while we were still sending
                    break
            assert wild.close_code() == 1008
            assert {"t": "bye", "reason": "flood"} in wild.received
            assert len([frame for frame in wild.received if frame["t"] == "pong"]) < 100
            assert calm.ask("ping")["t"] == "pong"
            assert live.log_length(table) == 2


def test_a_long_frame_closes_only_its_own_connection(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    with ann.tab(table) as one, ann.tab(table) as other:
        one.send(t="chat", id="1", text="x" * 1_000_000)
        assert one.close_code() == 1009
        assert other.ask("ping")["t"] == "pong"
        assert live.log_length(table) == 2


def test_invalid_utf8_closes_only_its_own_connection(ann: Visitor, live: Live) -> None:
    table = ann.open_table()
    with ann.tab(table) as one, ann.tab(table) as other:
        one.line.send(b'{"t":"chat","id":"1","text":"\xff"}', text=True)
        assert one.close_code() == 1007
        assert other.ask("ping")["t"] == "pong"
        assert live.log_length(table) == 2


def test_a_slow_reader_loses_only_its_own_connection(ann: Visitor, live: Live) -> None:
    """A client that reads nothing fills its buffers, then its queue, and is cut; other onlookers get everything."""
    table = ann.open_table()
    with ann.tab(table) as talker, live.visitor().tab(table) as onlooker:
        for tab in (talker, onlooker):
            tab.until("snapshot")
        slow = raw_socket(live, table)
        onlooker.until("presence", onlookers=2)
        shouts = 0
        while live.context.sockets() == 3:
            live.do(lambda: _shout(live, table))
            assert onlooker.until("said")["text"].startswith("tea")
            shouts += 1
            assert shouts < 80 * DEEPEST_QUEUE
        assert shouts > DEEPEST_QUEUE
        assert talker.ask("ping")["t"] == onlooker.ask("ping")["t"] == "pong"
        before = live.log_length(table)
        talker.do("chat", text="still here")
        assert live.log_length(table) == before + 1
        slow.close()


def _shout(live: Live, table: str) -> None:
    """Send long chat messages to the onlookers."""
    said = json.dumps({"t": "said", "text": "tea " * 5000})
    live.context.bus.publish(table, None, Envelope(0, said.encode()))


def raw_socket(live: Live, table: str) -> socket.socket:
    """An onlooker with small buffers that says hello and then reads nothing."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", live.port))
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    host = f"127.0.0.1:{live.port}"
    line.sendall(
        f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in line.recv(12)
    payload = b'{"t":"hello"}'
    line.sendall(bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload)
    return line


def _wait(holds: Any, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_thousands_of_connects_leave_nothing_behind(live: Live, ann: Visitor) -> None:
    table = ann.open_table()
    with ann.tab(table) as tab:
        tab.until("snapshot")
        for number in range(2000):
            line = socket.create_connection(("127.0.0.1", live.port))
            if number % 2:
                line.sendall(b"GET /ws/tables/x HTTP/1.1\r\n\r\n" if number % 4 == 1 else b"\x00\xff" * 50)
            line.close()
        for _ in range(20):
            ann.tab(table, v=None).line.__exit__(None, None, None)
        assert tab.ask("ping")["t"] == "pong"
        assert live.log_length(table) == 2
        _wait(lambda: live.context.sockets() == 1 and live.context.limits.sockets.total == 1)


def test_the_number_of_sockets_of_one_address_is_limited(tmp_path: Path) -> None:
    with living(tmp_path, rates=Rates(at_once=2, connects=Rate(100, 1))) as live:
        ann = live.visitor().guest()
        table = ann.open_table()
        with ann.tab(table), ann.tab(table) as second:
            second.until("snapshot")
            with pytest.raises(InvalidStatus) as refusal:
                ann.tab(table)
            assert refusal.value.response.status_code == 429
        _wait(lambda: live.context.sockets() == 0)
        ann.tab(table).line.__exit__(None, None, None)


def test_a_socket_that_never_says_hello_is_closed(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("teahouse.web.socket.connection.HELLO_WITHIN", 0.2)
    with ann.tab(ann.open_table(), v=None) as tab:
        assert tab.close_code() == 1008


def test_a_bucket_fills_with_time_and_memory_is_bounded() -> None:
    now = 0.0
    buckets = Buckets(Rate(2, 1), most=3, clock=lambda: now)
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    now = 1.0
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    for name in "bcd":
        assert buckets.take(name)
    assert len(vars(buckets)["_buckets"]) == 3
    crowd = ConcurrentUses(1)
    with crowd.inside("a"), crowd.inside("b"), pytest.raises(Refused), crowd.inside("a"):
        pass
    assert crowd.total == 0


@pytest.mark.parametrize(
    ("client", "address"),
    [(("1.2.3.4", 5), "1.2.3.4"), (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2"), (None, "")],
)
def test_an_address_is_a_household(client: Any, address: str) -> None:
    assert address_of({"client": client}) == address


KEYS = st.sampled_from(["t", "id", "v", "move", "seat", "text"])
WORDS = st.sampled_from(["act", "sit", "hello", "chat"])
JSON = st.recursive(
    st.none() | st.integers() | st.text() | WORDS, lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner)
)


@given(st.binary(max_size=300) | st.text(max_size=300) | JSON.map(json.dumps))
def test_no_frame_breaks_the_server(frame: str | bytes) -> None:
    try:
        parse_message(frame)
    except Refused as error:
        assert error.code == "wire/unreadable"  # noqa: PT017 - most frames are refused, a few are messages
    assert isinstance(id_of(frame), str)


def test_a_refused_socket_leaves_no_error_in_the_log(ann: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(InvalidStatus) as caught, ann.tab("no-such-table"):
        pass
    assert caught.value.response.status_code == 404
    assert ann.get("/me")["guest"] is True
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


def test_a_request_that_cannot_be_read_makes_no_guest(live: Live) -> None:
    stranger = live.visitor()
    answer = stranger.http.patch("/me", json={"nome": "Ann"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (400, False)


@pytest.mark.parametrize("name", ["Console", "Referee", "The Referee"])
def test_nobody_can_have_a_name_of_the_staff(name: str, ann: Visitor) -> None:
    assert ann.http.patch("/me", json={"name": name}).json()["code"] == "person/name"
