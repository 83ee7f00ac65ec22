"""Following people, their presence, and notices that can be switched off."""

from collections.abc import Callable
from functools import partial

import pytest
from sqlalchemy import Connection

from teahouse.service.errors import Refused
from teahouse.service.people.social import follows
from teahouse.service.people.social.blocks import Blocks
from teahouse.service.people.social.notices import (
    MOST_NOTICES,
    Notices,
    add_notice,
    is_due,
    note_seen,
    notices_of,
    read_all,
    switch_off,
)
from teahouse.service.store.store import Store
from tests.service.world import add_persons

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(store: Store) -> Store:
    await add_persons(store)
    return store


async def do(store: Store, job: Callable[[Connection], None]) -> None:
    await store.write(job)


async def read_notices(store: Store, person: str) -> Notices:
    return await store.read(lambda connection: notices_of(connection, person))


async def test_a_followed_person_gets_one_notice_and_is_shown_when_present(house: Store) -> None:
    for at in (10, 20):
        await do(house, lambda connection, at=at: follows.follow_person(connection, "ann", "bob", at))  # type: ignore[misc]
    assert [(one.kind, one.name, one.at) for one in (await read_notices(house, "bob")).notices] == [
        ("follow", "Ann", 10)
    ]
    (bob,) = await house.read(lambda connection: follows.followed_by(connection, "ann", 1000))
    assert (bob.name, bob.there, bob.table) == ("Bob", False, "")
    assert await house.read(lambda connection: is_due(connection, "bob", 1000))
    await do(house, lambda connection: note_seen(connection, "bob", 1000))
    assert not await house.read(lambda connection: is_due(connection, "bob", 2000))
    (bob,) = await house.read(lambda connection: follows.followed_by(connection, "ann", 1000))
    assert bob.there
    (bob,) = await house.read(lambda connection: follows.followed_by(connection, "ann", 1000 + follows.THERE_MS))
    assert not bob.there
    await do(house, lambda connection: follows.unfollow(connection, "ann", "bob"))
    assert await house.read(lambda connection: follows.followed_by(connection, "ann", 1000)) == []


async def test_notices_are_unread_until_they_are_read(house: Store) -> None:
    for about, at in (("a", 1), ("b", 2), ("a", 3)):
        await do(house, lambda c, about=about, at=at: add_notice(c, "ann", "invite", ("bob", about), at))  # type: ignore[misc]
    found = await read_notices(house, "ann")
    assert ([one.about for one in found.notices], found.unread) == (["a", "b"], 2)
    await do(house, lambda connection: read_all(connection, "ann", 2))
    assert (await read_notices(house, "ann")).unread == 1


async def test_no_notice_is_sent_of_a_kind_that_is_switched_off(house: Store) -> None:
    await do(house, lambda connection: switch_off(connection, "ann", ["invite"], 1))
    for kind in ("invite", "challenge"):
        await do(house, lambda c, kind=kind: add_notice(c, "ann", kind, ("bob", "x"), 1))  # type: ignore[misc]
    found = await read_notices(house, "ann")
    assert ([one.kind for one in found.notices], found.off) == (["challenge"], ("invite",))
    await do(house, lambda connection: switch_off(connection, "ann", [], 1))
    assert (await read_notices(house, "ann")).off == ()


async def test_blocked_people_neither_follow_nor_send_notices(house: Store) -> None:
    await do(house, lambda connection: add_notice(connection, "ann", "challenge", ("bob", "x"), 1))
    await Blocks(house).add("ann", "bob")
    await do(house, lambda connection: add_notice(connection, "ann", "invite", ("bob", "y"), 2))
    assert (await read_notices(house, "ann")).notices == ()
    for one, other, code in (("ann", "bob", "person/blocked"), ("bob", "ann", "person/refused")):
        for job in (
            partial(follows.follow_person, person_id=one, other=other, at=1),
            partial(follows.invite_person, person_id=one, other=other, table="x", at=1),
        ):
            with pytest.raises(Refused) as error:
                await do(house, job)
            assert error.value.code == code


async def test_only_the_last_notices_are_kept(house: Store) -> None:
    def many(connection: Connection) -> None:
        for number in range(MOST_NOTICES + 20):
            add_notice(connection, "ann", "invite", ("bob", f"{number}"), number)

    await do(house, many)
    found = await read_notices(house, "ann")
    assert (len(found.notices), found.notices[0].about) == (MOST_NOTICES, f"{MOST_NOTICES + 19}")


@pytest.mark.parametrize(("other", "code"), [("ann", "person/self"), ("nobody", "person/missing")])
async def test_only_existing_other_people_can_be_followed(house: Store, other: str, code: str) -> None:
    with pytest.raises(Refused) as error:
        await do(house, lambda connection: follows.follow_person(connection, "ann", other, 1))
    assert error.value.code == code
