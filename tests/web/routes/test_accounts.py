"""Accounts over HTTP: passwords, recovery codes, devices and emails; guessing does not lock the owner out."""

from collections.abc import Generator
from itertools import count
from pathlib import Path

import httpx
import pytest

from teahouse.web.limits import Guesses, Rate, Rates
from tests.web.live import OFTEN, PATIENT, Live, Visitor, living
from tests.web.mailbox import Mailbox, mailbox, secret_in

SECRET, FRESH, WRONG = "seven green dragons", "eight white lanterns", "nine lost tiles"
NUMBERS = count()


@pytest.fixture
def name() -> str:
    return f"Owner {next(NUMBERS)}"


@pytest.fixture
def owner(live: Live, name: str) -> Visitor:
    visitor = live.visitor().guest()
    visitor.post("/account", name=name, password=SECRET)
    return visitor


def test_a_new_account_has_a_recovery_code_that_is_shown_once(live: Live, name: str) -> None:
    visitor = live.visitor()
    code = visitor.post("/account", name=name, password=SECRET)["recovery"]
    account = visitor.get("/account")
    assert isinstance(account["recovery"], int)
    assert code not in str(account)
    assert (account["passkeys"], account["has_mail"], account["address"]) == ([], False, None)


def test_changing_the_password_needs_the_old_one_and_signs_out_everywhere_else(
    live: Live, owner: Visitor, name: str
) -> None:
    elsewhere = live.visitor()
    elsewhere.post("/login", name=name, password=SECRET)
    table = elsewhere.open_table()
    token = owner.post("/tokens", 201, name="my bot")["token"]
    with elsewhere.tab(table) as tab:
        tab.until("snapshot")
        assert owner.post("/account/password", 401, old="wrong", new=FRESH)["code"] == "person/current"
        weak = owner.post("/account/password", 422, old=SECRET, new="Dragon2024")
        assert (weak["code"], weak["why"]) == ("person/weak", "common")
        assert elsewhere.get("/me")["name"] == name
        assert owner.post("/account/password", old=SECRET, new=FRESH)["name"] == name
        assert tab.close_code() == 4401
    assert owner.get("/me")["name"] == name
    assert len(owner.get("/sessions")) == 1
    assert elsewhere.get("/me", 204) == b""
    bot = httpx.get(f"{live.url}/api/v1/bot/account", headers={"authorization": f"Bearer {token}"}, verify=False)
    assert bot.status_code == 401
    assert elsewhere.post("/login", 401, name=name, password=SECRET)["code"] == "person/password"


def test_signing_out_everywhere_signs_out_here_too(live: Live, owner: Visitor, name: str) -> None:
    elsewhere = live.visitor()
    elsewhere.post("/login", name=name, password=SECRET)
    assert owner.http.delete("/sessions").status_code == 204
    for visitor in (owner, elsewhere):
        assert visitor.get("/me", 204) == b""
    assert owner.post("/login", name=name, password=SECRET)["name"] == name


def test_devices_are_named_and_ended_one_by_one(live: Live, owner: Visitor, name: str) -> None:
    phone = live.visitor()
    phone.http.headers["user-agent"] = (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1"
    )
    phone.post("/login", name=name, password=SECRET)
    owner.post("/tokens", 201, name="my bot")
    (there,) = [one for one in owner.get("/sessions") if not one["here"]]
    assert (there["browser"], there["system"]) == ("Safari", "iPhone")
    assert owner.http.delete(f"/sessions/{there['id']}").status_code == 204
    assert phone.get("/me", 204) == b""


def test_a_recovery_code_gives_a_new_password_and_the_next_code(live: Live, owner: Visitor, name: str) -> None:
    code = owner.post("/account/recovery")["code"]
    lost = live.visitor()
    body = {"name": name, "code": code, "password": FRESH}
    assert lost.post("/recover/code", 401, **body | {"code": "AAAA"})["code"] == "person/recovery"
    back = lost.post("/recover/code", **body)
    assert (back["name"], back["recovery"] != code) == (name, True)
    assert owner.get("/me", 204) == b""
    assert lost.get("/me")["name"] == name
    assert live.visitor().post("/recover/code", 401, **body)["code"] == "person/recovery"


def test_a_guest_has_no_account_page(ann: Visitor) -> None:
    assert ann.get("/account", 403)["code"] == "person/guest"
    for path in ("/account/password", "/account/recovery"):
        body = {"old": "x", "new": "y"} if path.endswith("password") else {}
        assert ann.post(path, 403, **body)["code"] == "person/guest"


@pytest.fixture
def guarded(tmp_path: Path) -> Generator[Live]:
    """A server that allows three guesses of an account's password."""
    rates = Rates(requests=OFTEN, guests=OFTEN, sign_ins=OFTEN, guesses=Rate(3, 0.001))
    with living(tmp_path, rates=rates) as live:
        yield live


def test_guessing_slows_strangers_down_and_never_the_owner(guarded: Live, name: str) -> None:
    owner = guarded.visitor()
    code = owner.post("/account", name=name, password=SECRET)["recovery"]
    owner.post("/logout", 204)
    stranger = guarded.visitor()
    for _ in range(3):
        assert stranger.post("/login", 401, name=name, password=WRONG)["code"] == "person/password"
    slow = stranger.http.post("/login", json={"name": name, "password": SECRET})
    assert (slow.status_code, slow.json()["code"]) == (429, "person/slow")
    assert 60 < int(slow.headers["retry-after"]) <= 1000
    assert guarded.visitor().post("/login", 429, name=name, password=SECRET)["code"] == "person/slow"
    assert owner.post("/login", name=name, password=SECRET)["name"] == name
    new_phone = guarded.visitor()
    assert new_phone.post("/recover/code", name=name, code=code, password=FRESH)["name"] == name
    new_phone.post("/logout", 204)
    assert new_phone.post("/login", name=name, password=FRESH)["name"] == name


def test_guesses_from_a_known_browser_are_limited_too(guarded: Live, name: str) -> None:
    owner = guarded.visitor()
    owner.post("/account", name=name, password=SECRET)
    for _ in range(3):
        owner.post("/account/password", 401, old="wrong", new=FRESH)
    assert owner.post("/account/password", 429, old=SECRET, new=FRESH)["code"] == "person/slow"
    owner.post("/logout", 204)
    for _ in range(3):
        owner.post("/login", 401, name=name, password=WRONG)
    assert owner.post("/login", 429, name=name, password=SECRET)["code"] == "person/slow"


def test_guessing_does_not_reveal_whether_an_account_exists(guarded: Live, name: str) -> None:
    guarded.visitor().post("/account", name=name, password=SECRET)
    refusals = list[list[tuple[int, str]]]()
    for asked in (name, "Nobody of that name"):
        stranger = guarded.visitor()
        answers = [stranger.http.post("/login", json={"name": asked, "password": "wrong"}) for _ in range(5)]
        refusals.append([(answer.status_code, answer.json()["text"]) for answer in answers])
    assert refusals[0] == refusals[1]


def test_too_many_sign_ins_at_once_are_refused_with_a_time_to_retry(
    owner: Visitor, live: Live, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teahouse.service.people.defence.pool.MOST_WAITING", 0)
    busy = live.visitor().http.post("/login", json={"name": name, "password": SECRET})
    assert (busy.status_code, busy.json()["code"], busy.headers["retry-after"]) == (503, "person/busy", "5")
    assert owner.get("/me")["name"] == name


def test_right_passwords_do_not_count_as_guesses() -> None:
    guesses = Guesses(Rate(1, 0.001))
    for _ in range(5):
        with guesses.guessing("ann"):
            pass


@pytest.fixture
def post(tmp_path: Path) -> Generator[tuple[Live, Mailbox]]:
    with mailbox() as box, living(tmp_path, mail=box.server()) as live:
        yield live, box


def test_a_lost_password_is_replaced_through_a_letter(post: tuple[Live, Mailbox], name: str) -> None:
    live, box = post
    owner = live.visitor()
    owner.post("/account", name=name, password=SECRET)
    assert owner.get("/account")["has_mail"]
    owner.http.put("/account/address", json={"address": "ann@tea.example", "lang": "fr"}).raise_for_status()
    first = box.wait(1)
    assert (first["to"], first["from"]) == ("ann@tea.example", "house@tea.example")
    assert owner.get("/account")["address"] == {"address": "ann@tea.example", "confirmed": False}
    lost = live.visitor()
    lost.post("/account/address/confirm", 204, token=secret_in(first, "confirm"))
    assert owner.get("/account")["address"]["confirmed"]
    lost.post("/recover/mail", 204, name=name)
    secret = secret_in(box.wait(2), "reset")
    assert lost.post("/recover/link", token=secret, password=FRESH)["name"] == name
    assert owner.get("/me", 204) == b""
    assert lost.post("/recover/link", 401, token=secret, password=FRESH)["code"] == "mail/token"
    assert lost.http.delete("/account/address").status_code == 204
    assert lost.get("/account")["address"] is None


def test_a_request_for_an_email_never_reveals_whether_an_account_exists(post: tuple[Live, Mailbox], name: str) -> None:
    live, box = post
    owner = live.visitor()
    owner.post("/account", name=name, password=SECRET)
    owner.http.put("/account/address", json={"address": "ann@tea.example"}).raise_for_status()
    owner.post("/account/address/confirm", 204, token=secret_in(box.wait(1), "confirm"))
    stranger = live.visitor()
    for _ in range(5):
        for asked in (name, "Nobody", "ann@tea.example", "nobody@tea.example"):
            stranger.post("/recover/mail", 204, name=asked)
    live.do(live.context.addresses.close)
    most = 1 + 2 * int(PATIENT.letters.burst)
    assert len(box.letters) <= most


def test_a_mail_server_that_refuses_does_not_delay_answers(tmp_path: Path, name: str) -> None:
    with mailbox(broken=True) as box, living(tmp_path, mail=box.server()) as live:
        owner = live.visitor()
        owner.post("/account", name=name, password=SECRET)
        owner.http.put("/account/address", json={"address": "ann@tea.example"}).raise_for_status()
        assert owner.get("/account")["address"]["confirmed"] is False
        assert box.letters == []


def test_a_house_without_mail_says_so(owner: Visitor) -> None:
    answer = owner.http.put("/account/address", json={"address": "ann@tea.example"})
    assert (answer.status_code, answer.json()["code"]) == (409, "mail/none")
    assert owner.post("/recover/mail", 409, name="Ann")["code"] == "mail/none"
