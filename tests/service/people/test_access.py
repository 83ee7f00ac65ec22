"""Ways into an account: recovery codes, known devices, emails, and refusing common passwords."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from functools import partial
from typing import Any

import pytest
from argon2 import PasswordHasher
from sqlalchemy import func, select

from teahouse.service.errors import Refused
from teahouse.service.people.access import challenges
from teahouse.service.people.access.addresses import STAY_MS, Addresses, parse_address
from teahouse.service.people.access.agents import device_of
from teahouse.service.people.access.letters import SUBJECTS, TEXTS, Letter
from teahouse.service.people.access.mail import MOST_WAITING, Mailer, MailServer
from teahouse.service.people.access.recovery import ALPHABET, BITS, Recovery, new_code, parse_code
from teahouse.service.people.defence import known_devices
from teahouse.service.people.defence.common import weakness, words
from teahouse.service.people.expired_rows import CHALLENGES, delete_expired
from teahouse.service.people.people import People
from teahouse.service.people.sessions import MOST_SESSIONS, MOST_TOKENS
from teahouse.service.store import schema
from teahouse.service.store.store import Store
from tests.service.conftest import FakeClock
from tests.service.people.accounts import sign_up

pytestmark = pytest.mark.anyio

SECRET, FRESH = "seven green dragons", "eight white lanterns"
SERVER = MailServer(host="nowhere", sender="house@tea.example", public_url="https://tea.example")


@pytest.fixture
async def people(store: Store, clock: FakeClock) -> AsyncIterator[People]:
    made = People(store, clock, hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    yield made
    made.close()


async def code_of(asked: Awaitable[object]) -> str | None:
    try:
        await asked
    except Refused as error:
        return error.code
    return None


async def test_a_recovery_code_opens_the_account_once_and_the_next_is_given(people: People, store: Store) -> None:
    recovery = Recovery(store, people)
    ann = await sign_up(people, "Ann", SECRET)
    code = await recovery.make(ann.person.id)
    back = await recovery.use("ann", code.lower().replace("-", " "), FRESH)
    assert back.welcome.person == ann.person
    assert back.welcome.ended == (ann.session.id,)
    assert await code_of(people.authenticate(ann.token)) == "person/unknown"
    assert await code_of(people.log_in("Ann", SECRET)) == "person/password"
    assert await code_of(recovery.use("Ann", code, SECRET)) == "person/recovery"
    assert (await recovery.use("Ann", back.code, SECRET)).welcome.person == ann.person


async def test_a_new_recovery_code_ends_the_one_before_and_only_its_hash_is_kept(people: People, store: Store) -> None:
    recovery = Recovery(store, people)
    ann = await sign_up(people, "Ann", SECRET)
    assert await recovery.created_at(ann.person.id) is None
    first, second = await recovery.make(ann.person.id), await recovery.make(ann.person.id)
    assert await recovery.created_at(ann.person.id) == people.clock()
    kept = str(await store.read(lambda c: c.execute(select(schema.recovery_code)).one()))
    assert parse_code(second) not in kept
    assert second not in kept
    assert await code_of(recovery.use("Ann", first, FRESH)) == "person/recovery"
    assert await code_of(recovery.use("Ann", second, FRESH)) is None


async def test_a_wrong_recovery_code_and_an_unknown_name_are_refused_alike(people: People, store: Store) -> None:
    recovery = Recovery(store, people)
    ann, guest = await sign_up(people, "Ann", SECRET), await people.welcome_guest()
    bob = await sign_up(people, "Bob", SECRET)
    mine = await recovery.make(bob.person.id)
    said = set[str]()
    for name, code in (
        ("Ann", mine), ("Ann", ""), ("Nobody", mine), (guest.person.name, ""), ("", ""), ("\ud800", "\ud800" * 500),
    ):  # fmt: skip
        with pytest.raises(Refused) as caught:
            await recovery.use(name, code, FRESH)
        said.add(f"{caught.value.code} {caught.value}")
    assert len(said) == 1
    assert await code_of(people.authenticate(ann.token)) is None


async def test_a_weak_password_does_not_use_up_the_recovery_code(people: People, store: Store) -> None:
    recovery = Recovery(store, people)
    ann = await sign_up(people, "Ann", SECRET)
    code = await recovery.make(ann.person.id)
    assert await code_of(recovery.use("Ann", code, "dragon2024")) == "person/weak"
    assert await code_of(recovery.use("Ann", code, FRESH)) is None


async def test_of_two_simultaneous_uses_of_a_recovery_code_one_succeeds(people: People, store: Store) -> None:
    recovery = Recovery(store, people)
    code = await recovery.make((await sign_up(people, "Ann", SECRET)).person.id)
    done = await asyncio.gather(*(code_of(recovery.use("Ann", code, FRESH)) for _ in range(4)))
    assert sorted(done, key=str) == [None, *["person/recovery"] * 3]


def test_a_recovery_code_is_strong_readable_and_forgiving() -> None:
    assert BITS >= 100
    assert len(set(ALPHABET)) == len(ALPHABET)
    for alike in ("0OQD"[:2], "1IL", "2Z", "5S", "8B", "6G", "UV"):
        assert sum(letter in ALPHABET for letter in alike) <= 1
    code = new_code()
    assert [len(group) for group in code.split("-")] == [4] * 6
    misread = code.translate(str.maketrans("ZSGBV", "2568U"))
    assert parse_code(misread.lower()) == parse_code(code)


async def test_bots_do_not_count_among_the_sessions(people: People) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    tokens = [(await people.make_token(ann.person.id, f"bot {n}"))[1] for n in range(MOST_TOKENS)]
    assert await code_of(people.make_token(ann.person.id, "one more")) == "person/tokens"
    for _ in range(MOST_SESSIONS):
        await people.log_in("Ann", SECRET, "bot: I am a browser")
    assert len(await people.sessions(ann.person.id)) == MOST_SESSIONS
    assert len(await people.tokens(ann.person.id)) == MOST_TOKENS
    assert [await code_of(people.authenticate(token)) for token in tokens] == [None] * MOST_TOKENS


async def test_signing_out_everywhere_ends_bots_too_and_forgets_devices(people: People, store: Store) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    _, token = await people.make_token(ann.person.id, "my bot")
    await store.write(lambda c: known_devices.remember(c, ann.person.id, "laptop", 1))
    assert len(await people.end_sessions(ann.person.id)) == 2
    assert await code_of(people.authenticate(token)) == "person/unknown"
    assert not await store.read(lambda c: known_devices.knows(c, "Ann", "laptop"))


async def test_a_device_is_known_for_its_account_alone(people: People, store: Store) -> None:
    ann, bob = await sign_up(people, "Ann", SECRET), await sign_up(people, "Bob", SECRET)
    await store.write(lambda c: known_devices.remember(c, ann.person.id, "laptop", 1))

    def known(connection: Any) -> list[bool]:
        asked = (("ANN", "laptop"), ("Bob", "laptop"), ("Ann", "phone"), ("Ann", ""), ("Nobody", "laptop"))
        return [known_devices.knows(connection, name, token) for name, token in asked]

    assert await store.read(known) == [True, False, False, False, False]
    for number in range(known_devices.MOST_DEVICES):
        await store.write(
            partial(known_devices.remember, person_id=ann.person.id, token=f"device {number}", at=number + 2)
        )
    assert not await store.read(lambda c: known_devices.knows(c, "Ann", "laptop"))
    await people.change_password(ann.person.id, SECRET, FRESH)
    assert await store.read(lambda c: c.execute(select(func.count()).select_from(schema.known_device)).scalar()) == 0
    assert bob.person.name == "Bob"


async def test_the_password_is_asked_again_some_minutes_after_signing_in(people: People, clock: FakeClock) -> None:
    ann = await people.authenticate((await sign_up(people, "Ann", SECRET)).token)
    guest = await people.authenticate((await people.welcome_guest()).token)
    assert await code_of(people.confirm(guest, None)) == "person/guest"
    assert await code_of(people.confirm(ann, None)) is None
    clock.pass_(minutes=10)
    assert await code_of(people.confirm(ann, None)) == "person/confirm"
    assert await code_of(people.confirm(ann, "wrong password")) == "person/current"
    assert await code_of(people.confirm(ann, SECRET)) is None


class Box(Mailer):
    """Stores emails instead of sending them."""

    def __init__(self) -> None:
        super().__init__(SERVER)
        self.letters: list[Letter] = []

    def post(self, letter: Letter) -> bool:
        self.letters.append(letter)
        return True

    def last(self) -> str:
        return self.letters[-1].text.partition("=")[2].split()[0]


async def confirmed(people: People, store: Store, name: str = "Ann") -> tuple[Addresses, Box, str]:
    """An account with a confirmed address, and its id."""
    box = Box()
    addresses = Addresses(store, people, box)
    owner = (await sign_up(people, name, SECRET)).person
    await addresses.change(owner, "Ann@Tea.Example", "en")
    await addresses.confirm(box.last())
    return addresses, box, owner.id


async def asked(addresses: Addresses, name: str) -> None:
    addresses.ask_reset(name, "de")
    await addresses.close()


async def test_a_letter_resets_the_password_once(people: People, store: Store) -> None:
    addresses, box, ann = await confirmed(people, store)
    for name in ("ann", "ANN@tea.example"):
        await asked(addresses, name)
    assert [one.to for one in box.letters] == ["ann@tea.example"] * 3
    assert box.letters[-1].subject == SUBJECTS["reset", "de"]
    token = box.last()
    assert await code_of(addresses.reset(token, "dragon2024")) == "person/weak"
    welcome = await addresses.reset(token, FRESH)
    assert welcome.person.id == ann
    assert len(welcome.ended) == 1
    for used in (token, box.letters[1].text.partition("=")[2].split()[0]):
        assert await code_of(addresses.reset(used, SECRET)) == "mail/token"
    assert await code_of(people.log_in("Ann", FRESH)) is None


async def test_a_link_is_valid_for_an_hour_for_its_purpose_and_its_address(
    people: People, store: Store, clock: FakeClock
) -> None:
    addresses, box, ann = await confirmed(people, store)
    await asked(addresses, "Ann")
    reset = box.last()
    assert await code_of(addresses.confirm(reset)) == "mail/token"
    clock.now += STAY_MS
    assert await code_of(addresses.reset(reset, FRESH)) == "mail/token"
    await asked(addresses, "Ann")
    reset = box.last()
    await addresses.change(await people.find(ann), "else@tea.example", "en")
    assert await code_of(addresses.reset(reset, FRESH)) == "mail/token"
    assert await code_of(addresses.reset(box.last(), FRESH)) == "mail/token"
    for made_up in ("", "x" * 10**5, "\ud800"):
        assert await code_of(addresses.reset(made_up, FRESH)) == "mail/token"


async def test_no_letter_is_sent_to_an_unconfirmed_or_missing_address(people: People, store: Store) -> None:
    addresses, box, ann = await confirmed(people, store)
    await addresses.change(await people.find(ann), "new@tea.example", "en")
    before = len(box.letters)
    for name in ("Ann", "new@tea.example", "ann@tea.example", "Nobody", "nobody@tea.example", "", "@", "\ud800"):
        await asked(addresses, name)
    assert len(box.letters) == before
    await addresses.remove(ann)
    assert await addresses.of(ann) is None
    assert await store.read(lambda c: c.execute(select(schema.mail_token)).all()) == []


async def test_only_the_hash_of_a_link_is_kept(people: People, store: Store) -> None:
    addresses, box, _ = await confirmed(people, store)
    await asked(addresses, "Ann")
    rows = str(await store.read(lambda c: c.execute(select(schema.mail_token)).all()))
    assert box.last() not in rows


async def test_a_house_without_a_mail_server_says_so(people: People, store: Store) -> None:
    addresses = Addresses(store, people, None)
    ann = (await sign_up(people, "Ann", SECRET)).person
    assert await code_of(addresses.change(ann, "ann@tea.example", "en")) == "mail/none"
    with pytest.raises(Refused, match="sends no mail"):
        addresses.ask_reset("Ann", "en")
    assert not addresses.has_mail


async def test_the_queue_of_undelivered_letters_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = list[str]()

    def refuse(_server: MailServer, letter: Letter) -> None:
        tried.append(letter.to)
        raise OSError

    monkeypatch.setattr("teahouse.service.people.access.mail.deliver", refuse)
    mailer = Mailer(SERVER, pauses=(0, 0))
    taken = [mailer.post(Letter(str(number), "", "")) for number in range(MOST_WAITING + 5)]
    assert taken == [True] * MOST_WAITING + [False] * 5
    while "1" not in tried:
        await asyncio.sleep(0)
    assert tried[:4] == ["0", "0", "0", "1"]
    await mailer.close()


def test_a_server_that_stops_does_not_wait_for_a_mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def hang(_server: MailServer, _letter: Letter) -> None:
        has_begun.set()
        assert may_end.wait(60)

    monkeypatch.setattr("teahouse.service.people.access.mail.deliver", hang)

    async def serve() -> None:
        mailer = Mailer(SERVER)
        mailer.post(Letter("ann@tea.example", "", ""))
        while not has_begun.is_set():
            await asyncio.sleep(0)
        await mailer.close()

    asyncio.run(serve())  # it would hang here
    assert not may_end.is_set()
    may_end.set()


def test_every_letter_exists_in_every_language() -> None:
    assert SUBJECTS.keys() == TEXTS.keys()
    assert len(SUBJECTS) == 8
    for text in TEXTS.values():
        assert "{name}" in text
        assert "\n{link}\n" in text


@pytest.mark.parametrize(
    "typed", ["", "ann", "@", "a@", "@b", "a b@c.de", "a@b\nBcc: x@y.z", "a@b,c@d", "<a@b.c>", "é@b"]
)
def test_an_invalid_address_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="cannot be used"):
        parse_address(typed)
    with pytest.raises(Refused, match="cannot be used"):
        parse_address("a" * 60 + "@" + "b" * 60 + "." + "c" * 60 + "." + "d" * 60 + "." + "e" * 60)


async def test_expired_rows_are_deleted_and_a_challenge_is_used_once(people: People, store: Store) -> None:
    posed = await store.write(lambda c: challenges.pose(c, None, 0))
    other = await store.write(lambda c: challenges.pose(c, "ann", 0))
    old = await store.write(lambda c: challenges.pose(c, None, 0))
    take = challenges.take
    assert await store.write(lambda c: take(c, posed.ticket, None, 1)) == posed.challenge
    assert await store.write(lambda c: take(c, posed.ticket, None, 1)) is None
    assert await store.write(lambda c: take(c, other.ticket, "bob", 1)) is None
    assert await store.write(lambda c: take(c, other.ticket, "ann", 1)) is None
    assert await store.write(lambda c: take(c, "x" * 10**5, None, 1)) is None
    await delete_expired(store, CHALLENGES, challenges.STAY_MS, 10)
    assert await store.write(lambda c: take(c, old.ticket, None, 1)) is None
    assert people.clock()


WEAK = {
    "password1": "common", "P@ssw0rd!": "common", "Dragon2024": "common", "iloveyou": "common", "trustno1": "common",
    "passw0rd123": "common", "dragondragon": "common", "2019summer": "common", "M0tDePa$$e": "common",
    "Schatzi1": "common", "wachtwoord!": "common", "mah-jong 1": "common", "qwertyui": "run", "Qwertz123": "run",
    "asdfghjkl;": "run", "12345678": "run", "87654321": "run", "abcdefgh": "run", "zaq12wsx": "run",
    "1q2w3e4r": "run", "19840512": "digits", "0301975531": "digits", "abcabcabc": "repeated", "aaaaaaaaaa": "repeated",
    "xyxyxyxyx": "repeated", "Ann of Hill 99": "name", "annofhill!": "name", "Teahouse2026": "name", "t3ahous3": "name",
}  # fmt: skip


@pytest.mark.parametrize("password", WEAK)
def test_a_password_that_many_use_is_refused_with_the_reason(password: str) -> None:
    found = weakness(password, "Ann of Hill")
    assert found is not None
    assert found.why == WEAK[password]
    assert password not in found.expected


@pytest.mark.parametrize(
    "password", [SECRET, FRESH, "x7Kp2mQz", "correct horse battery", "green tea in the morning", "caf\u00e9 au lait"]
)
def test_a_password_that_nobody_else_has_is_accepted(password: str) -> None:
    assert weakness(password, "Ann") is None


def test_the_shipped_list_is_long_and_small() -> None:
    assert len(words()) > 2000
    assert all(word == word.casefold() for word in words())


AGENTS = {
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": ("Firefox", "Linux"),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36": (
        "Chrome",
        "Windows",
    ),
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0": ("Edge", "Windows"),
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1": (
        "Safari",
        "iPhone",
    ),
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0 Mobile": (
        "Samsung Internet",
        "Android",
    ),
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1 Version/18.0 Safari/605.1": ("Safari", "Mac"),
    "something else": ("", ""),
    "": ("", ""),
}


@pytest.mark.parametrize("agent", AGENTS)
def test_a_device_is_named_in_words(agent: str) -> None:
    assert device_of(agent) == AGENTS[agent]
