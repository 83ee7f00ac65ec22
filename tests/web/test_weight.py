"""Little traffic: files and answers are compressed and cached by the browser; missing pages are a 404."""

import gzip
import re
from collections.abc import Callable, Generator
from pathlib import Path

import httpx
import pytest

from teahouse.web.app import create_app, description
from teahouse.web.middleware.compression import SMALLEST, is_compressed
from teahouse.web.static import PAGES
from tests.web.live import Visitor, living, unopened

ROUTER = Path(__file__).parent.parent.parent / "frontend" / "src" / "lib" / "page" / "router.svelte.ts"
SCRIPT = b"tea();" * 1000
PACKED = gzip.compress(SCRIPT, mtime=0)
PAGE = b"<!doctype html><title>tea</title>"
SECRETIVE = {  # personal answers, or those with an invite code, a token or a session
    "/api/v1/me", "/api/v1/me/guest", "/api/v1/account", "/api/v1/login", "/api/v1/logout", "/api/v1/sessions",
    "/api/v1/sessions/{session}", "/api/v1/me/ledger", "/api/v1/me/muted", "/api/v1/me/muted/{person}",
    "/api/v1/me/export", "/api/v1/me/deletion",
    "/api/v1/me/tables", "/api/v1/me/scorebooks", "/api/v1/tables/{table}", "/api/v1/tables/{table}/advice",
    "/api/v1/me/rulesets", "/api/v1/rulesets", "/api/v1/rulesets/check", "/api/v1/rulesets/file",
    "/api/v1/rulesets/{rules}", "/api/v1/rulesets/{rules}/file",
    "/api/v1/me/analyses", "/api/v1/analyses", "/api/v1/analyses/{analysis}", "/api/v1/analysis/positions",
    "/api/v1/analysis/picture", "/api/v1/analysis/start", "/api/v1/analysis/record", "/api/v1/analysis/engine",
    "/api/v1/me/training", "/api/v1/me/training/next", "/api/v1/me/training/cards",
    "/api/v1/me/training/cards/{card}", "/api/v1/puzzles/{game}/next", "/api/v1/puzzles/{puzzle}/answer",
    "/api/v1/invites/{code}", "/api/v1/tokens", "/api/v1/tokens/{token}", "/api/v1/login/passkey",
    "/api/v1/login/passkey/options", "/api/v1/recover", "/api/v1/recover/code", "/api/v1/recover/link",
    "/api/v1/recover/mail",
    "/api/v1/account/address", "/api/v1/account/address/confirm", "/api/v1/account/passkeys",
    "/api/v1/account/passkeys/options", "/api/v1/account/passkeys/{passkey}", "/api/v1/account/password",
    "/api/v1/account/recovery",
    "/api/v1/challenges", "/api/v1/me/following", "/api/v1/me/following/{person}", "/api/v1/me/notices",
    "/api/v1/me/notices/off", "/api/v1/me/notices/read", "/api/v1/me/profile", "/api/v1/me/ratings",
    "/api/v1/me/seeks", "/api/v1/me/stream", "/api/v1/seeks", "/api/v1/seeks/{seek}", "/api/v1/seeks/{seek}/accept",
    "/api/v1/seeks/{seek}/house", "/api/v1/tables/{table}/invite/{person}", "/api/v1/tables/{table}/ratings",
    "/api/v1/tables/{table}/seats/ratings",
    "/api/v1/me/standing", "/api/v1/me/blocked", "/api/v1/me/blocked/{person}", "/api/v1/reports",
}  # fmt: skip
SMALL = {
    "/api/v1/today",
    "/api/v1/days",
    "/api/v1/days/{day}",
    "/api/v1/lobby/stream",
    "/api/v1/health/live",
    "/api/v1/health/ready",
    "/api/v1/health/door",
    "/api/v1/metrics",
}
KNOWN_PAGES = (
    "/", "/table/0123456789abcdef", "/join/ABCDEF", "/rules/classic", "/learn", "/learn/battle", "/scorer",
    "/scorer/", "/replay",
    "/scorebook", "/scorebook/0123456789abcdef", "/rulesets", "/rulesets/0123456789abcdef",
    "/purse", "/account", "/console", "/days", "/days/2026-11-16",
    "/replay/0123456789abcdef/0", "/review/0123456789abcdef/0", "/analysis", "/analysis/0123456789abcdef",
    "/@Ann", "/@J.%20Doe", "/@Ann/@Bob.x", "/leaders", "/leaders/battle",
    "/train",
)  # fmt: skip
NO_PAGES = (
    "/missing.js", "/..%2f..%2fhouse.db", "/assets/app-1a2b.js.br", "/assets/app-1a2b.js.gz", "/api", "/api/v1/nowhere",
    "/health/nowhere", "/ws/nowhere",
)  # fmt: skip
Asking = Callable[..., httpx.Response]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Generator[Asking]:
    """Requests to a server whose web app is one page and one script, with compressed copies of the script."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_bytes(PAGE)
    (folder / "icon.svg").write_bytes(b"<svg/>")
    (folder / "assets" / "app-1a2b.js").write_bytes(SCRIPT)
    (folder / "assets" / "app-1a2b.js.br").write_bytes(b"as brotli")
    (folder / "assets" / "app-1a2b.js.gz").write_bytes(PACKED)
    with living(tmp_path_factory.mktemp("house")) as live:
        app = create_app(unopened, folder)
        app.state.context = live.context

        async def fetch(path: str, method: str, headers: dict[str, str]) -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://tea") as client:
                async with client.stream(method, path, headers=headers) as response:
                    response.extensions["raw"] = b"".join([part async for part in response.aiter_raw()])
                return response

        def ask(path: str, method: str = "GET", **headers: str) -> httpx.Response:
            sent = {"accept-encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}
            answer: httpx.Response = live.do(lambda: fetch(path, method, sent))
            return answer

        yield ask


@pytest.mark.parametrize(
    ("accepts", "coding", "body"),
    [
        ("gzip, deflate, br, zstd", "br", b"as brotli"),
        ("gzip", "gzip", PACKED),
        ("br;q=0, gzip;q=0.5", "gzip", PACKED),
        ("*", "br", b"as brotli"),
        ("identity", None, SCRIPT),
        ("gzip;q=0", None, SCRIPT),
        ("", None, SCRIPT),
    ],
)
def test_a_file_goes_out_in_the_smallest_coding_that_is_accepted(
    ask: Asking, accepts: str, coding: str | None, body: bytes
) -> None:
    got = ask("/assets/app-1a2b.js", accept_encoding=accepts)
    assert got.status_code == 200
    assert got.headers.get("content-encoding") == coding
    assert got.headers["content-type"] == "text/javascript; charset=utf-8"
    assert got.headers["vary"] == "Accept-Encoding"
    assert got.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert int(got.headers["content-length"]) == len(body)
    assert len(got.extensions["raw"]) == len(body)


def test_each_coding_of_a_file_has_its_own_tag_and_is_not_sent_twice(ask: Asking) -> None:
    tags = {ask("/assets/app-1a2b.js", accept_encoding=coding).headers["etag"] for coding in ("br", "gzip", "")}
    assert len(tags) == 3
    again = ask("/assets/app-1a2b.js", accept_encoding="br", if_none_match=", ".join(tags))
    assert (again.status_code, again.extensions["raw"]) == (304, b"")
    assert again.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in again.headers


def test_a_head_request_has_the_same_headers_without_the_body(ask: Asking) -> None:
    whole, head = (ask("/assets/app-1a2b.js", method, accept_encoding="gzip") for method in ("GET", "HEAD"))
    assert head.extensions["raw"] == b""
    assert dict(head.headers) == dict(whole.headers)


def test_a_range_is_a_part_of_the_uncompressed_file(ask: Asking) -> None:
    part = ask("/assets/app-1a2b.js", accept_encoding="br, gzip", range="bytes=0-3")
    assert (part.status_code, part.extensions["raw"]) == (206, b"tea(")
    assert "content-encoding" not in part.headers


def test_a_file_without_compressed_copies_is_sent_as_it_is(ask: Asking) -> None:
    got = ask("/icon.svg", accept_encoding="br, gzip")
    assert (got.extensions["raw"], got.headers["cache-control"]) == (b"<svg/>", "no-cache")
    assert "content-encoding" not in got.headers


@pytest.mark.parametrize("path", KNOWN_PAGES)
def test_every_page_of_the_app_is_found_and_revalidated(ask: Asking, path: str) -> None:
    got = ask(path)
    assert (got.status_code, got.extensions["raw"], got.headers["cache-control"]) == (200, PAGE, "no-cache")
    assert ask(path, if_none_match=got.headers["etag"]).status_code == 304


@pytest.mark.parametrize(
    "path", ["/tables/0123456789abcdef", "/nowhere", "/rules/chess", "/table", "/replay/0123456789abcdef/last", "/%ff"]
)
def test_an_unknown_address_shows_the_app_with_status_404(ask: Asking, path: str) -> None:
    got = ask(path)
    assert (got.status_code, got.extensions["raw"], got.headers["cache-control"]) == (404, PAGE, "no-cache")
    assert ask(path, if_none_match=got.headers["etag"]).status_code == 404
    assert ask(path, "HEAD").status_code == 404


@pytest.mark.parametrize("path", NO_PAGES)
def test_other_missing_addresses_are_a_problem_with_a_code(ask: Asking, path: str) -> None:
    got = ask(path)
    assert got.status_code == 404
    assert got.headers["content-type"] == "application/json"
    assert b"wire/unknown" in got.extensions["raw"]


def test_server_and_app_know_the_same_pages() -> None:
    named = re.findall(r'\(first === "(\w+)"', ROUTER.read_text())  # not those of development alone
    assert sorted(set(named)) == sorted({page[0] for page in PAGES if page and isinstance(page[0], str)})
    persons = re.findall(r"\(isPerson\(first\)", ROUTER.read_text())
    assert len(named) + len(persons) == len(PAGES) - 1  # the first page has no name


@pytest.mark.parametrize(
    "path", ["/api/v1/games/classic/options", "/api/openapi.json", "/api/docs", "/api/v1/games/classic/rules"]
)
def test_long_answers_are_compressed_for_those_who_accept_it(ask: Asking, path: str) -> None:
    plain, packed = ask(path), ask(path, accept_encoding="gzip, br")
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed.extensions["raw"]) == plain.extensions["raw"]
    assert len(packed.extensions["raw"]) * 3 < len(plain.extensions["raw"])
    assert plain.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in ask(path, accept_encoding="gzip;q=0").headers


def test_short_answers_are_not_compressed(ask: Asking) -> None:
    got = ask("/api/v1/games/chess/rules", accept_encoding="gzip")
    assert len(got.extensions["raw"]) < SMALLEST
    assert "content-encoding" not in got.headers


def test_every_route_is_marked_secret_or_compressible() -> None:
    described = description(create_app(unopened))["paths"]
    plain = {path for path, methods in described.items() if not any(is_compressed(m.upper(), path) for m in methods)}
    assert {path for path in plain if not path.startswith(("/api/v1/bot/", "/api/v1/console/"))} == SECRETIVE | SMALL
    assert is_compressed("GET", "/api/v1/tables")
    assert not is_compressed("POST", "/api/v1/tables")


def test_an_answer_with_an_invite_code_is_never_compressed(ann: Visitor) -> None:
    table = ann.open_table(private=True, options={})
    got = ann.http.get(f"/tables/{table}", headers={"accept-encoding": "gzip"})
    assert got.json()["invite"]
    assert "content-encoding" not in got.headers
