"""Coins in double entry, on both databases."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, create_engine, delete, update

from teahouse.core.errors import InvalidOption
from teahouse.core.ledger import Entry, Posting
from teahouse.service.errors import Conflict, Refused
from teahouse.service.people.coin_statements import statement
from teahouse.service.people.coins import (
    FULL,
    HOUSE_ACCOUNT,
    audit,
    balance_of,
    book,
    person_account,
    pot_account,
    stake,
    top_up,
)
from teahouse.service.store.schema import balance, metadata, posting
from teahouse.service.store.store import Store

pytestmark = pytest.mark.anyio

NOON = 1_760_011_200_000  # 2025-10-09 12:00 UTC
DAY = 24 * 60 * 60_000
Job = Callable[[Connection], None]


def pay(giver: str, taker: str, coins: int, memo: str = "pay") -> Entry:
    return Entry(memo, (Posting(giver, -coins), Posting(taker, coins)))


def placed(connection: Connection, at: int, entry: Entry, cause: str) -> None:
    book(connection, at, entry, cause, top_up_first=True)


def opened(*persons: str) -> Job:
    def job(connection: Connection) -> None:
        for person in persons:
            top_up(connection, NOON, person)

    return job


async def has(store: Store, account: str) -> int:
    return await store.read(lambda c: balance_of(c, account))


async def holds(store: Store) -> None:
    assert (await store.read(audit)).faults == ()


async def refusal(store: Store, job: Job) -> str:
    with pytest.raises(Refused) as caught:
        await store.write(job)
    return caught.value.code


async def test_everybody_begins_with_a_grant_from_the_house(store: Store) -> None:
    assert await store.write(lambda c: top_up(c, NOON, "ann")) == FULL
    assert await has(store, "person:ann") == FULL
    assert await has(store, HOUSE_ACCOUNT) == -FULL
    (line,) = await store.read(lambda c: statement(c, "person:ann"))
    assert (line.memo, line.coins, line.balance) == ("opening grant", FULL, FULL)
    await holds(store)


async def test_somebody_below_full_is_topped_up_once_a_day(store: Store) -> None:
    await store.write(opened("ann"))
    await store.write(lambda c: book(c, NOON, pay("person:ann", HOUSE_ACCOUNT, 1500), "loss"))
    assert await store.write(lambda c: top_up(c, NOON, "ann")) == 500
    midnight = NOON + DAY // 2
    assert await store.write(lambda c: top_up(c, midnight - 1, "ann")) == 500
    assert await store.write(lambda c: top_up(c, midnight, "ann")) == FULL
    await store.write(lambda c: book(c, midnight, pay("person:ann", HOUSE_ACCOUNT, 2000), "another loss"))
    assert await store.write(lambda c: top_up(c, midnight + DAY - 1, "ann")) == 0
    assert await store.write(lambda c: top_up(c, midnight + DAY, "ann")) == FULL
    await holds(store)


async def test_somebody_who_has_more_keeps_it(store: Store) -> None:
    await store.write(opened("ann"))
    await store.write(lambda c: book(c, NOON, pay(HOUSE_ACCOUNT, "person:ann", 1), "win"))
    assert await store.write(lambda c: top_up(c, NOON + DAY, "ann")) == FULL + 1


async def test_stakes_go_to_the_pot_and_from_there_to_the_winner(store: Store) -> None:
    await store.write(opened("ann", "bob"))
    await store.write(lambda c: placed(c, NOON, stake(["ann", "bob"], "t1", 700), "stake t1 0"))
    assert [await has(store, a) for a in ("person:ann", "person:bob", "pot:t1")] == [1300, 1300, 1400]
    await store.write(lambda c: book(c, NOON, pay("pot:t1", "person:bob", 1400), "pot t1 0"))
    assert [await has(store, a) for a in ("person:ann", "person:bob", "pot:t1")] == [1300, 2700, 0]
    await holds(store)


async def test_a_pot_cannot_be_settled_twice(store: Store) -> None:
    await store.write(opened("ann"))
    await store.write(lambda c: placed(c, NOON, stake(["ann"], "t1", 700), "stake t1 0"))
    settle = pay("pot:t1", "person:ann", 350)
    await store.write(lambda c: book(c, NOON, settle, "pot t1 0"))
    with pytest.raises(Conflict) as caught:
        await store.write(lambda c: book(c, NOON, settle, "pot t1 0"))
    assert caught.value.code == "coins/booked"
    assert await has(store, "pot:t1") == 350
    await holds(store)


async def test_a_pot_gives_no_more_than_it_holds(store: Store) -> None:
    await store.write(opened("ann"))
    await store.write(lambda c: placed(c, NOON, stake(["ann"], "t1", 10), "stake"))
    too_much = pay("pot:t1", "person:ann", 11)
    assert await refusal(store, lambda c: book(c, NOON, too_much, "pot")) == "coins/pot"
    assert await has(store, "pot:t1") == 10


@pytest.mark.parametrize("coins", [0, -1, -2000])
async def test_a_stake_is_above_zero(store: Store, coins: int) -> None:
    await store.write(opened("ann"))
    assert await refusal(store, lambda c: placed(c, NOON, stake(["ann"], "t1", coins), "stake")) == "coins/stake"
    assert await has(store, "person:ann") == FULL


@pytest.mark.parametrize("coins", [FULL + 1, 10**11])
async def test_a_stake_above_what_somebody_has_is_refused_whole(store: Store, coins: int) -> None:
    await store.write(opened("ann", "bob"))
    await store.write(lambda c: book(c, NOON, pay(HOUSE_ACCOUNT, "person:bob", 10**12), "win"))
    assert (
        await refusal(store, lambda c: placed(c, NOON, stake(["bob", "ann"], "t1", coins), "stake")) == "person/coins"
    )
    assert [await has(store, a) for a in ("person:ann", "pot:t1")] == [FULL, 0]
    await holds(store)


async def test_somebody_who_stakes_is_topped_up_first(store: Store) -> None:
    await store.write(opened("ann"))
    await store.write(lambda c: book(c, NOON, pay("person:ann", HOUSE_ACCOUNT, FULL), "loss"))
    assert await refusal(store, lambda c: placed(c, NOON, stake(["ann"], "t1", 100), "stake")) == "person/coins"
    await store.write(lambda c: placed(c, NOON + DAY, stake(["ann"], "t1", 100), "stake"))
    assert await has(store, "person:ann") == FULL - 100


async def test_nobody_gives_more_than_they_have(store: Store) -> None:
    await store.write(opened("ann", "bob"))
    too_much = pay("person:ann", "person:bob", FULL + 1)
    assert await refusal(store, lambda c: book(c, NOON, too_much, "deal")) == "person/coins"
    assert await has(store, "person:ann") == FULL
    await holds(store)


async def test_an_old_balance_below_zero_is_topped_up_and_may_grow(store: Store) -> None:
    await store.write(opened("ann"))
    below = {"coins": -300}
    await store.write(lambda c: c.execute(update(balance).where(balance.c.account == "person:ann"), below))
    await store.write(lambda c: book(c, NOON, pay(HOUSE_ACCOUNT, "person:ann", 100), "pot"))
    assert await has(store, "person:ann") == -200
    assert await store.write(lambda c: top_up(c, NOON + DAY, "ann")) == FULL


async def test_postings_of_one_account_are_added_up(store: Store) -> None:
    parts = (Posting("person:ann", 5), Posting("person:ann", -3), Posting(HOUSE_ACCOUNT, -2), Posting("pot:t", 0))
    await store.write(lambda c: book(c, NOON, Entry("parts", parts), "parts"))
    assert await has(store, "person:ann") == 2
    await holds(store)


@pytest.mark.parametrize(
    ("entry", "cause", "complaint"),
    [
        (pay("person:a", "person:b", 1), "", "expected a cause of 1 to 80 characters, got ''"),
        (pay("person:a", "person:b", 1), "c" * 81, "expected a cause of 1 to 80"),
        (pay("person:a", "person:b", 1, "m" * 81), "c", "expected a memo of 1 to 80"),
        (pay("person:" + "a" * 42, "person:b", 1), "c", "expected a account of 1 to 48"),
        (pay("ann", "person:b", 1), "c", "expected an account"),
        (pay("person:a", "person:b", 10**12 + 1), "c", "expected at most"),
    ],
)
async def test_an_entry_the_books_cannot_hold_is_refused(
    sqlite_store: Store, entry: Entry, cause: str, complaint: str
) -> None:
    with pytest.raises(InvalidOption, match=complaint):
        await sqlite_store.write(lambda c: book(c, NOON, entry, cause))


async def test_a_failure_after_the_booking_takes_the_booking_back(store: Store) -> None:
    await store.write(opened("ann"))

    def job(connection: Connection) -> None:
        placed(connection, NOON, stake(["ann"], "t1", 100), "stake")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.write(job)
    assert await has(store, "person:ann") == FULL
    await store.write(lambda c: placed(c, NOON, stake(["ann"], "t1", 100), "stake"))


async def test_of_many_stakes_at_once_only_those_covered_are_placed(store: Store) -> None:
    await store.write(opened("ann"))
    stakes = [
        store.write(partial(placed, at=NOON, entry=stake(["ann"], f"t{n}", 300), cause=f"stake {n}")) for n in range(20)
    ]
    done = await asyncio.gather(*stakes, return_exceptions=True)
    assert sum(result is None for result in done) == 6
    assert await has(store, "person:ann") == 200
    await holds(store)


async def test_of_many_top_ups_at_once_one_is_booked(store: Store) -> None:
    results = await asyncio.gather(*(store.write(lambda c: top_up(c, NOON, "ann")) for _ in range(20)))
    assert set(results) == {FULL}
    assert len(await store.read(lambda c: statement(c, "person:ann"))) == 1
    await holds(store)


async def test_of_many_settlements_of_one_pot_at_once_one_is_booked(store: Store) -> None:
    await store.write(opened("ann"))
    await store.write(lambda c: placed(c, NOON, stake(["ann"], "t", 2000), "stake"))
    settle = pay("pot:t", "person:ann", 100)
    done = await asyncio.gather(
        *(store.write(lambda c: book(c, NOON, settle, "pot t")) for _ in range(20)), return_exceptions=True
    )
    assert sum(result is None for result in done) == 1
    assert await has(store, "pot:t") == 1900


async def test_crossing_settlements_of_the_same_persons_are_all_booked(postgres_store: Store) -> None:
    people = [f"person:{n}" for n in range(6)]
    await postgres_store.write(opened(*"012345"))
    circles = [(people[n % 6], people[(n * 5 + 1) % 6]) for n in range(60) if n % 6 != (n * 5 + 1) % 6]

    def job(number: int) -> Job:
        giver, taker = circles[number]

        def books(connection: Connection) -> None:
            book(connection, NOON, pay(giver, taker, number), f"there {number}")
            book(
                connection,
                NOON,
                pay(people[number % 5], giver if giver != people[number % 5] else taker, 1),
                f"back {number}",
            )

        return books

    await asyncio.gather(*(postgres_store.write(job(number)) for number in range(len(circles))))
    found = await postgres_store.read(audit)
    assert (found.entries, found.faults) == (2 * len(circles) + len(people), ())


async def test_a_statement_is_read_page_by_page_with_what_was_left_each_time(store: Store) -> None:
    await store.write(opened("ann"))
    for number in range(1, 8):
        loss = pay("person:ann", HOUSE_ACCOUNT, number)
        await store.write(partial(book, at=NOON + number, booked=loss, cause=f"loss {number}"))
    everything = await store.read(lambda c: statement(c, "person:ann"))
    assert [line.coins for line in everything] == [-7, -6, -5, -4, -3, -2, -1, FULL]
    assert [line.balance for line in everything] == [1972, 1979, 1985, 1990, 1994, 1997, 1999, 2000]
    pages = everything[:3]
    while page := await store.read(partial(statement, account="person:ann", limit=3, before=pages[-1].entry)):
        pages += page
    assert pages == everything
    for limit, before in ((0, None), (-1, None), (5, -(2**70)), (5, 0)):
        assert await store.read(partial(statement, account="person:ann", limit=limit, before=before)) == []
    assert await store.read(lambda c: statement(c, "person:ann", 10**9, 2**70)) == everything
    assert await store.read(lambda c: statement(c, "person:nobody")) == []


async def test_an_audit_finds_changed_postings(store: Store) -> None:
    await store.write(opened("ann", "bob"))
    await store.write(
        lambda c: c.execute(update(balance).where(balance.c.account == "person:ann"), {"coins": 1}).close()
    )
    assert (await store.read(audit)).faults == ("person:ann has 1, its postings sum to 2000",)
    await store.write(lambda c: c.execute(delete(posting).where(posting.c.account == "person:bob")).close())
    assert "entry 2 sums to -2000" in (await store.read(audit)).faults
    assert "all postings sum to -2000" in (await store.read(audit)).faults


ACCOUNTS = [HOUSE_ACCOUNT, *map(person_account, "abc"), *map(pot_account, "xy")]


@settings(deadline=None, max_examples=20)
@given(st.lists(st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(0, 3000), st.booleans())))
def test_any_sequence_of_bookings_keeps_the_books_balanced(moves: list[tuple[str, str, int, bool]]) -> None:
    engine = create_engine("sqlite://")
    metadata.create_all(engine)
    with engine.connect() as connection:
        plain = dict.fromkeys(ACCOUNTS, 0)
        for number, (giver, taker, coins, top_up_first) in enumerate(moves):
            entry = pay(giver, taker, coins)
            try:
                with connection.begin_nested():
                    book(connection, NOON, entry, str(number % 20), top_up_first=top_up_first)
            except Refused:
                continue
            if not top_up_first:
                plain[giver] -= coins
                plain[taker] += coins
        assert audit(connection).faults == ()
        assert all(balance_of(connection, account) >= 0 for account in ACCOUNTS if account != HOUSE_ACCOUNT)
        assert sum(balance_of(connection, account) for account in ACCOUNTS) == 0
    engine.dispose()
