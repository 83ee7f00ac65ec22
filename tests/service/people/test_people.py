"""Guests, accounts and sessions, on both databases."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from itertools import count
from threading import Event
from typing import Literal, TypeVar

import pytest
from argon2 import PasswordHasher, profiles
from sqlalchemy import func, select, update

from teahouse.service.errors import Refused, StoreTrouble
from teahouse.service.people.coin_statements import statement
from teahouse.service.people.coins import FULL, audit, balance_of
from teahouse.service.people.defence.pool import LEAST_WAITING, MOST_WAITING, THREADS, SlowPool
from teahouse.service.people.names import name_key
from teahouse.service.people.passwords import Passwords, parse_password
from teahouse.service.people.people import People, Welcome
from teahouse.service.people.sessions import MOST_SESSIONS, token_hash
from teahouse.service.store import schema
from teahouse.service.store.jobs import Job
from teahouse.service.store.store import Store
from teahouse.service.timers import DAY_MS
from tests.quick_passwords import FULL_STRENGTH
from tests.service.conftest import FakeClock
from tests.service.people.accounts import sign_up

pytestmark = pytest.mark.anyio

SECRET = "seven green dragons"  # noqa: S105 - a password of tests
T = TypeVar("T")
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture
async def people(store: Store, clock: FakeClock) -> AsyncIterator[People]:
    made = People(store, clock, hasher=QUICK)
    yield made
    made.close()


@pytest.fixture
async def few(sqlite_store: Store, clock: FakeClock) -> AsyncIterator[People]:
    """People on SQLite only, for tests that do not depend on the database."""
    made = People(sqlite_store, clock, hasher=QUICK)
    yield made
    made.close()


async def code_of(asked: Awaitable[object]) -> str | None:
    """The code of the refusal, or None."""
    try:
        await asked
    except Refused as error:
        return error.code
    return None


async def is_refused(people: People, token: str) -> bool:
    return await code_of(people.authenticate(token)) == "person/unknown"


async def test_a_guest_gets_a_name_and_coins_at_once(people: People, store: Store) -> None:
    welcome = await people.welcome_guest("Firefox")
    assert welcome.person.guest
    assert welcome.person.name.startswith("Guest ")
    assert (await people.authenticate(welcome.token)).person == welcome.person
    assert await store.read(lambda c: balance_of(c, f"person:{welcome.person.id}")) == FULL


async def test_many_guests_at_once_have_different_names(people: People, store: Store) -> None:
    welcomes = await asyncio.gather(*(people.welcome_guest() for _ in range(100)))
    assert len({name_key(welcome.person.name) for welcome in welcomes}) == 100
    assert len({welcome.token for welcome in welcomes}) == 100
    assert (await store.read(audit)).faults == ()


async def test_a_guest_who_opens_an_account_stays_the_same_person(people: People, store: Store) -> None:
    guest = await people.welcome_guest()
    account = await people.open_account(guest.person.id, "Ann", SECRET)
    assert (account.person.id, account.person.name, account.person.guest) == (guest.person.id, "Ann", False)
    assert account.person.created == guest.person.created
    assert len(await store.read(lambda c: statement(c, f"person:{guest.person.id}"))) == 1
    assert (await people.log_in("ann", SECRET)).person == account.person


async def test_opening_an_account_ends_the_sessions_of_the_guest(people: People) -> None:
    guest = await people.welcome_guest()
    account = await people.open_account(guest.person.id, "Ann", SECRET)
    assert await is_refused(people, guest.token)
    assert not await is_refused(people, account.token)


async def test_only_a_guest_opens_an_account(people: People) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    for person in (ann.person.id, "nobody"):
        assert await code_of(people.open_account(person, "Bob", SECRET)) == "person/account"
    assert (await people.find(ann.person.id)).name == "Ann"


async def test_a_guest_opens_one_account_though_asked_twice_at_once(people: People) -> None:
    guest = await people.welcome_guest()
    done = await asyncio.gather(
        people.open_account(guest.person.id, "Ann", SECRET),
        people.open_account(guest.person.id, "Bob", SECRET),
        return_exceptions=True,
    )
    assert [isinstance(one, Welcome) for one in done].count(True) == 1


async def test_a_new_account_begins_with_coins(people: People, store: Store) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    assert await store.read(lambda c: balance_of(c, f"person:{ann.person.id}")) == FULL


async def test_a_look_alike_of_somebody_is_refused(people: People) -> None:
    await sign_up(people, "Ann", SECRET)
    for name in ("Ann", "ANN", "ΑΝΝ", "A-n-n", "Ánn"):
        assert await code_of(sign_up(people, name, SECRET)) == "person/name"


async def test_of_many_simultaneous_requests_for_a_name_one_succeeds(people: People, store: Store) -> None:
    guests = [await people.welcome_guest() for _ in range(8)]
    done = await asyncio.gather(
        *(people.open_account(guest.person.id, "Ann", SECRET) for guest in guests), return_exceptions=True
    )
    assert sum(isinstance(one, Welcome) for one in done) == 1
    assert all(
        isinstance(one, Welcome | Refused) and getattr(one, "code", "person/name") == "person/name" for one in done
    )
    named = select(func.count()).where(schema.person.c.name == "Ann")
    assert await store.read(lambda c: c.execute(named).scalar()) == 1
    assert (await store.read(audit)).entries == len(guests)


async def test_people_are_renamed_within_the_rules(people: People) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    await sign_up(people, "Bob", SECRET)
    assert (await people.rename(ann.person.id, "  ANN ")).name == "ANN"
    assert (await people.rename(ann.person.id, "Zoë")).name == "Zoë"
    for name in ("B0b", "x", "Guest Zoë", "<script>"):
        assert await code_of(people.rename(ann.person.id, name)) == "person/name"
    assert (await people.authenticate(ann.token)).person.name == "Zoë"
    assert await code_of(people.rename("nobody", "Carl")) == "person/missing"


async def test_a_guest_keeps_a_chosen_name_only_while_signed_in(people: People, clock: FakeClock) -> None:
    guest = await people.welcome_guest()
    await people.rename(guest.person.id, "Ann")
    with pytest.raises(Refused):
        await sign_up(people, "Ann", SECRET)
    clock.pass_(days=31)
    ann = await sign_up(people, "Ann", SECRET)
    assert ann.person.name == "Ann"
    assert (await people.find(guest.person.id)).name.startswith("Guest ")


async def test_an_account_keeps_its_name_though_signed_in_nowhere(people: People, clock: FakeClock) -> None:
    await sign_up(people, "Ann", SECRET)
    clock.pass_(days=400)
    with pytest.raises(Refused):
        await sign_up(people, "Ann", SECRET)


WRONG = [
    ("Ann", "seven green dragon"),
    ("Ann", ""),
    ("Ann", SECRET.upper()),
    ("Ann", "x" * 10**6),
    ("Ann", "\ud800" * 10),
    ("Ann", "\x00"),
    ("Bob", SECRET),
    ("", SECRET),
    ("\x00\ud800", SECRET),
    ("A" * 10**6, SECRET),
    ("Guest Ann", "nobody's password"),
]


async def test_a_wrong_name_or_password_is_refused_alike(people: People) -> None:
    await sign_up(people, "Ann", SECRET)
    for name, password in WRONG:
        with pytest.raises(Refused) as caught:
            await people.log_in(name, password)
        assert (caught.value.code, str(caught.value)) == ("person/password", "name or password is wrong")


@pytest.mark.parametrize("password", ["", "nobody's password", "never anybody's password"])
async def test_a_guest_cannot_log_in(few: People, password: str) -> None:
    guest = await few.welcome_guest()
    assert await code_of(few.log_in(guest.person.name, password)) == "person/password"


async def test_a_password_is_the_same_from_every_keyboard(few: People) -> None:
    await sign_up(few, "Ann", "caf\u00e9 au lait")
    assert (await few.log_in("Ann", "cafe\u0301 au lait")).person.name == "Ann"


@pytest.mark.parametrize(
    ("password", "complaint"),
    [
        ("short", "8 to 128 characters, got 5"),
        ("x" * 129, "8 to 128 characters, got 129"),
        ("x" * 10**6, "8 to 128"),
        ("aaaaaaaaaa", "over and over"),
        ("Ann of Hill", "something other than the name"),
        ("ANNOFH1LL", "something other than the name"),
        ("tea\x00tea\x00tea", "expected text"),
        ("\ud800abcdefgh", "expected text"),
    ],
)
def test_a_weak_password_is_refused_and_never_quoted(password: str, complaint: str) -> None:
    with pytest.raises(Refused, match=complaint) as caught:
        parse_password(password, "Ann of Hill")
    assert caught.value.code == "person/weak"
    assert password not in str(caught.value)


def test_a_password_that_is_far_too_long_is_refused_with_its_length() -> None:
    with pytest.raises(Refused, match="expected 8 to 128 characters, got 1000"):
        parse_password("x" * 1000, "Ann")


class CountingHasher(PasswordHasher):
    """Counts how often it computes a hash to compare with."""

    compared = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - argon2's own name
        self.compared += 1
        assert not self.check_needs_rehash(hash)
        return super().verify(hash, password)


async def test_a_refused_password_takes_as_long_for_unknown_names_as_for_known_ones(
    sqlite_store: Store, clock: FakeClock
) -> None:
    hasher = CountingHasher(time_cost=1, memory_cost=8, parallelism=1)
    people = People(sqlite_store, clock, hasher=hasher)
    await sign_up(people, "Ann", SECRET)
    guest = await people.welcome_guest()
    for number, (name, password) in enumerate([*WRONG, (guest.person.name, SECRET)], 1):
        assert await code_of(people.log_in(name, password)) == "person/password"
        assert hasher.compared == number
    people.close()


async def test_a_weaker_hash_is_replaced_when_somebody_logs_in(
    few: People, sqlite_store: Store, clock: FakeClock
) -> None:
    ann = await sign_up(few, "Ann", SECRET)
    stronger = People(sqlite_store, clock, hasher=PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    kept = select(schema.person.c.password).where(schema.person.c.id == ann.person.id)
    before = await sqlite_store.read(lambda c: c.execute(kept).scalar())
    await stronger.log_in("Ann", SECRET)
    after = await sqlite_store.read(lambda c: c.execute(kept).scalar())
    assert "t=1" in str(before)
    assert "t=2" in str(after)
    await few.log_in("Ann", SECRET)
    stronger.close()


async def test_the_usual_hash_is_argon2id_of_full_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "RFC_9106_LOW_MEMORY", FULL_STRENGTH)
    passwords = Passwords()
    kept = await passwords.hash(SECRET)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert await passwords.matches(kept, SECRET)
    passwords.close()


async def test_a_flood_of_passwords_is_turned_away() -> None:
    passwords = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    fit = passwords.pool.most_waiting + THREADS
    done = await asyncio.gather(
        *(passwords.matches(None, "wrong password") for _ in range(3 * fit)), return_exceptions=True
    )
    assert [one.code for one in done if isinstance(one, Refused)] == ["person/busy"] * (2 * fit)
    assert done.count(False) == fit
    assert not await passwords.matches(None, "wrong password")
    passwords.close()


async def test_fewer_people_may_wait_for_slow_hashes_than_for_quick_ones() -> None:
    slow, quick = SlowPool(count(0, 2).__next__), SlowPool(count(0, 0).__next__)
    at_first = slow.most_waiting
    for pool in (slow, quick):
        for _ in range(20):
            await pool.run(bool)
        pool.close()
    assert LEAST_WAITING == slow.most_waiting < at_first < quick.most_waiting == MOST_WAITING


async def test_known_people_go_ahead_of_a_flood_of_strangers() -> None:
    pool, gate, served = SlowPool(), Event(), list[str]()
    blocking = [asyncio.create_task(pool.run(gate.wait)) for _ in range(THREADS)]
    await asyncio.sleep(0)
    flood = [asyncio.create_task(pool.run(lambda: served.append("stranger"))) for _ in range(3 * MOST_WAITING)]
    await asyncio.sleep(0)
    known = asyncio.create_task(pool.run(lambda: served.append("known"), is_known=True))
    left = asyncio.create_task(pool.run(lambda: served.append("left"), is_known=True))
    await asyncio.sleep(0)
    left.cancel()
    gate.set()
    await asyncio.gather(*blocking)
    await known
    refusals = [one for one in await asyncio.gather(*flood, return_exceptions=True) if isinstance(one, Refused)]
    pool.close()
    assert "known" in served[:THREADS]
    assert "left" not in served
    assert len(refusals) == len(flood) - served.count("stranger") > 0


async def test_changing_the_password_ends_every_session_and_the_old_password(people: People) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    elsewhere = await people.log_in("Ann", SECRET)
    with pytest.raises(Refused):
        await people.change_password(ann.person.id, "wrong password", "another secret")
    assert await code_of(people.change_password(ann.person.id, SECRET, "ann")) == "person/weak"
    assert not await is_refused(people, ann.token)
    fresh = await people.change_password(ann.person.id, SECRET, "another secret")
    assert await is_refused(people, ann.token)
    assert await is_refused(people, elsewhere.token)
    assert not await is_refused(people, fresh.token)
    with pytest.raises(Refused):
        await people.log_in("Ann", SECRET)
    await people.log_in("Ann", "another secret")


async def test_only_the_hash_of_a_token_is_kept_and_it_opens_nothing(people: People, store: Store) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    row = await store.read(lambda c: c.execute(select(schema.session)).one())
    assert row.token_hash == token_hash(ann.token)
    assert ann.token not in str(row)
    assert len(ann.token) >= 43
    for stolen in (row.token_hash, row.id, ann.person.id):
        assert await is_refused(people, stolen)


async def test_a_welcome_does_not_show_its_token(few: People) -> None:
    welcome = await few.welcome_guest()
    assert welcome.token not in f"{welcome} {welcome!r}"


@pytest.mark.parametrize("token", ["", "x", "x" * 10**6, "\x00", "\ud800", "é"])
async def test_a_made_up_token_is_refused(people: People, token: str) -> None:
    assert await is_refused(people, token)


async def test_sessions_are_listed_and_ended(people: People, clock: FakeClock) -> None:
    ann = await sign_up(people, "Ann", SECRET, "Firefox\x00\n on Linux" + "x" * 500)
    clock.pass_(minutes=1)
    phone = await people.log_in("Ann", SECRET, "Phone")
    clock.pass_(minutes=1)
    library = await people.log_in("Ann", SECRET, "Library")
    listed = await people.sessions(ann.person.id)
    assert [one.agent[:16] for one in listed] == ["Library", "Phone", "Firefox on Linux"]
    await people.end_session(ann.person.id, library.session.id)
    assert await is_refused(people, library.token)
    assert {one.id for one in await people.sessions(ann.person.id)} == {ann.session.id, phone.session.id}
    assert set(await people.end_sessions(ann.person.id)) == {ann.session.id, phone.session.id}
    assert await is_refused(people, ann.token)
    assert await people.sessions(ann.person.id) == []


async def test_nobody_ends_a_session_of_somebody_else(people: People) -> None:
    ann, bob = await sign_up(people, "Ann", SECRET), await sign_up(people, "Bob", SECRET)
    for session in (ann.session.id, "nothing", "\x00", ""):
        assert await code_of(people.end_session(bob.person.id, session)) == "person/session"
    await people.end_sessions(bob.person.id)
    assert await is_refused(people, bob.token)
    assert not await is_refused(people, ann.token)


async def test_a_session_ends_after_thirty_days_without_use(people: People, clock: FakeClock) -> None:
    ann = await sign_up(people, "Ann", SECRET)
    clock.now = ann.session.created + 30 * DAY_MS - 1
    assert (await people.authenticate(ann.token)).session.expires == clock.now + 30 * DAY_MS
    clock.now += 30 * DAY_MS
    assert await is_refused(people, ann.token)
    assert await people.sessions(ann.person.id) == []


async def test_a_session_in_use_is_moved_on_once_an_hour(few: People, clock: FakeClock) -> None:
    ann = await sign_up(few, "Ann", SECRET)
    clock.pass_(minutes=59)
    assert (await few.authenticate(ann.token)).session == ann.session
    clock.pass_(minutes=1)
    moved = (await few.authenticate(ann.token)).session
    assert (moved.seen, moved.expires) == (clock.now, clock.now + 30 * DAY_MS)
    assert await few.sessions(ann.person.id) == [moved]


async def test_an_ended_session_does_not_come_back_by_use(few: People, clock: FakeClock) -> None:
    ann = await sign_up(few, "Ann", SECRET)
    clock.pass_(days=1)
    results = await asyncio.gather(
        few.end_session(ann.person.id, ann.session.id), few.authenticate(ann.token), return_exceptions=True
    )
    assert results[0] is None
    assert await is_refused(few, ann.token)
    assert await few.sessions(ann.person.id) == []


async def test_the_number_of_sessions_of_a_person_is_limited(people: People, clock: FakeClock) -> None:
    first = await sign_up(people, "Ann", SECRET)
    later: list[Welcome] = []
    for _ in range(MOST_SESSIONS):
        clock.pass_(minutes=1)
        later.append(await people.log_in("Ann", SECRET))
    assert await is_refused(people, first.token)
    assert [await is_refused(people, one.token) for one in later] == [False] * MOST_SESSIONS
    assert len(await people.sessions(first.person.id)) == MOST_SESSIONS


class FullDisk:
    """A store that can be read but not written."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.read = store.read
        self.close = store.close

    async def write(self, job: Job[T]) -> T:
        raise StoreTrouble("store/full", "the disk is full")


async def test_people_stay_signed_in_while_the_disk_is_full(sqlite_store: Store, clock: FakeClock) -> None:
    people = People(sqlite_store, clock, hasher=QUICK)
    ann = await people.welcome_guest()
    clock.pass_(days=1)
    full = People(FullDisk(sqlite_store), clock, hasher=QUICK)
    assert (await full.authenticate(ann.token)).person == ann.person
    with pytest.raises(StoreTrouble):
        await full.welcome_guest()
    for one in (people, full):
        one.close()


async def test_people_are_found_by_id(people: People) -> None:
    ann, bob = await people.welcome_guest(), await sign_up(people, "Bob", SECRET)
    assert [await people.find(one.person.id) for one in (ann, bob)] == [ann.person, bob.person]
    for nobody in ("nobody", "", "\x00", "\ud800"):
        assert await code_of(people.find(nobody)) == "person/missing"


async def test_no_two_people_can_have_the_same_name_key(store: Store, people: People) -> None:
    ann, bob = await sign_up(people, "Ann", SECRET), await sign_up(people, "Bob", SECRET)
    assert ann.person.id != bob.person.id
    steal = update(schema.person).where(schema.person.c.id == bob.person.id).values(name_key=name_key("Ann"))
    with pytest.raises(Refused):
        await store.write(lambda c: c.execute(steal).close())
