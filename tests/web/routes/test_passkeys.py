"""Passkeys over HTTP, with a software key: a key opens only its account, once for each challenge, at its own site."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.web.live import Live, Visitor, living
from tests.web.routes.authenticator import SoftwareKey, bytes_of, text_of

SECRET = "seven green dragons"  # noqa: S105 - a password of tests
NUMBERS = count()


def at_name(live: Live, host: str = "localhost") -> Visitor:
    """A visitor who opened the site under this host name."""
    visitor = live.visitor()
    visitor.http.headers.update({"host": f"{host}:{live.port}", "origin": f"http://{host}:{live.port}"})
    return visitor


def key_for(visitor: Visitor, **more: Any) -> SoftwareKey:
    return SoftwareKey(visitor.http.headers["origin"], **more)


@pytest.fixture
def owner(live: Live) -> Visitor:
    visitor = at_name(live)
    visitor.post("/account", name=f"Holder {next(NUMBERS)}", password=SECRET)
    return visitor


@pytest.fixture
def key(owner: Visitor) -> SoftwareKey:
    made = key_for(owner)
    offer = owner.post("/account/passkeys/options")["publicKey"]
    owner.post("/account/passkeys", 201, name="My stick", credential=made.make(offer))
    return made


def question(visitor: Visitor) -> Any:
    return visitor.post("/login/passkey/options")["publicKey"]


def test_a_passkey_opens_its_account_without_a_name(owner: Visitor, key: SoftwareKey, live: Live) -> None:
    visitor = at_name(live)
    asked = question(visitor)
    assert asked["allowCredentials"] == []
    assert asked["userVerification"] == "required"
    assert visitor.post("/login/passkey", credential=key.sign(asked)) == owner.get("/me")
    assert visitor.get("/me") == owner.get("/me")
    (passkey,) = owner.get("/account")["passkeys"]
    assert (passkey["name"], passkey["used"] is not None) == ("My stick", True)


def test_an_answer_is_valid_once_and_only_in_the_same_browser(key: SoftwareKey, live: Live) -> None:
    visitor, thief = at_name(live), at_name(live)
    cookies = dict(visitor.http.cookies)
    asked = question(visitor)
    ticket = visitor.http.cookies["teahouse-passkey"]
    signed = key.sign(asked)
    question(thief)
    assert thief.post("/login/passkey", 401, credential=signed)["code"] == "passkey/invalid"
    assert at_name(live).post("/login/passkey", 401, credential=signed)["code"] == "passkey/late"
    visitor.post("/login/passkey", credential=signed)
    assert "teahouse-passkey" not in visitor.http.cookies
    again = at_name(live)
    again.http.cookies.set("teahouse-passkey", ticket)
    assert again.post("/login/passkey", 401, credential=signed)["code"] == "passkey/late"
    assert cookies == {}


def test_a_key_that_counts_backwards_is_refused_as_a_copy(key: SoftwareKey, live: Live) -> None:
    visitor = at_name(live)
    visitor.post("/login/passkey", credential=key.sign(question(visitor)))
    key.count -= 1
    visitor = at_name(live)
    assert visitor.post("/login/passkey", 401, credential=key.sign(question(visitor)))["code"] == "passkey/invalid"


def cheated(signed: dict[str, Any], **response: str) -> dict[str, Any]:
    return signed | {"response": signed["response"] | response}


def test_forged_answers_are_refused(key: SoftwareKey, owner: Visitor, live: Live) -> None:
    other = key_for(owner)
    other.id, other.handle = key.id, key.handle
    elsewhere = SoftwareKey("https://evil.example")
    elsewhere.id, elsewhere.handle = key.id, key.handle
    forgeries: tuple[Callable[[Any], dict[str, Any]], ...] = (
        other.sign,
        elsewhere.sign,
        lambda asked: key.sign(asked | {"rpId": "evil.example"}),
        lambda asked: key.sign(asked | {"challenge": text_of(b"mine" * 8)}),
        lambda asked: cheated(key.sign(asked), userHandle=text_of(b"somebody else")),
        lambda asked: cheated(key.sign(asked), signature=text_of(bytes(70))),
        lambda asked: {"id": text_of(key.id), "response": "x", "challenge": asked["challenge"]},
        lambda asked: {"id": text_of(key.id), "response": {"userHandle": 5}, "rawId": asked["challenge"]},
    )
    for forge in forgeries:
        visitor = at_name(live)
        said = visitor.post("/login/passkey", 401, credential=forge(question(visitor)))
        assert said["code"] == "passkey/invalid"
        assert visitor.get("/me", 204) == b""
    visitor = at_name(live)
    stranger = key_for(owner)
    said = visitor.post("/login/passkey", 404, credential=stranger.sign(question(visitor)))
    assert said["code"] == "passkey/unknown"


def test_a_key_without_user_verification_is_refused(owner: Visitor) -> None:
    careless = key_for(owner, verifies=False)
    offer = owner.post("/account/passkeys/options")["publicKey"]
    said = owner.post("/account/passkeys", 401, name="x", credential=careless.make(offer))
    assert said["code"] == "passkey/invalid"


def test_nobody_adds_renames_or_removes_a_passkey_of_somebody_else(
    owner: Visitor, key: SoftwareKey, live: Live
) -> None:
    bob = at_name(live)
    bob.post("/account", name=f"Holder {next(NUMBERS)}", password=SECRET)
    (mine,) = owner.get("/account")["passkeys"]
    assert bob.http.patch(f"/account/passkeys/{mine['id']}", json={"name": "x"}).status_code == 404
    assert bob.http.delete(f"/account/passkeys/{mine['id']}").status_code == 404
    offer = owner.post("/account/passkeys/options")["publicKey"]
    made = key_for(owner).make(offer)
    bob.http.cookies.set("teahouse-passkey", owner.http.cookies["teahouse-passkey"])
    assert bob.post("/account/passkeys", 401, name="x", credential=made)["code"] == "passkey/late"
    bob.http.cookies.delete("teahouse-passkey", "", "/")
    offer = bob.post("/account/passkeys/options")["publicKey"]
    said = bob.post("/account/passkeys", 401, name="x", credential=key.make(offer))
    assert said["code"] == "passkey/invalid"
    assert owner.http.patch(f"/account/passkeys/{mine['id']}", json={"name": " Red\nstick "}).status_code == 204
    assert owner.get("/account")["passkeys"][0]["name"] == "Red stick"
    assert owner.http.delete(f"/account/passkeys/{mine['id']}").status_code == 204
    assert owner.get("/account")["passkeys"] == []
    visitor = at_name(live)
    assert visitor.post("/login/passkey", 404, credential=key.sign(question(visitor)))["code"] == "passkey/unknown"


def test_a_browser_gets_the_list_of_existing_keys(owner: Visitor, key: SoftwareKey) -> None:
    offer = owner.post("/account/passkeys/options")["publicKey"]
    assert [bytes_of(one["id"]) for one in offer["excludeCredentials"]] == [key.id]
    assert offer["authenticatorSelection"]["residentKey"] == "required"


def test_an_address_of_numbers_has_no_passkeys(live: Live) -> None:
    visitor = live.visitor()
    assert visitor.post("/login/passkey/options", 422)["code"] == "passkey/host"


def test_behind_a_proxy_the_public_address_counts(tmp_path: Path) -> None:
    with living(tmp_path, origins=("https://tea.example",)) as live:
        visitor = live.visitor()
        visitor.http.headers["origin"] = "https://tea.example"
        assert question(visitor)["rpId"] == "tea.example"
