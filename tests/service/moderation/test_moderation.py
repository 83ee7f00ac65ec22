"""Moderation: removing, blocking, muting, suspending, reporting, and the administrators' log."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import delete, select, text, update

from teahouse.core.seats import Seat
from teahouse.service.errors import Refused
from teahouse.service.moderation.moderation import MOST_MINUTES, Moderation
from teahouse.service.moderation.reports import LINES_BEFORE, MOST_OPEN, NewReport
from teahouse.service.people.coin_statements import statement_of
from teahouse.service.people.coins import audit, balance_of, person_account, pot_account, top_up
from teahouse.service.people.people import People
from teahouse.service.people.social.blocks import MOST_BLOCKED, Blocks
from teahouse.service.store.schema import blocked, event, house_audit, person, report, table_summary
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.log import read
from tests.fakes import FakeTimers
from tests.service.people.accounts import sign_up
from tests.service.world import NEWEST, PERSONS, Eye, World, add_persons, sit

pytestmark = pytest.mark.anyio


@pytest.fixture
async def world(store: Store) -> AsyncIterator[World]:
    """A world on either kind of database."""
    await add_persons(store)
    made = World(store, FakeTimers())
    at = made.timers.date()
    await store.write(lambda connection: [top_up(connection, at, one) for one in PERSONS])
    yield made
    assert (await store.read(audit)).faults == ()
    await made.house.close()


@pytest.fixture
def moderation(world: World) -> Moderation:
    return Moderation(world.store, world.timers.date)


def remove(person_id: str, other: str, **more: Any) -> r.Remove:
    return r.Remove(person_id, person_id.title(), other, **more)


def chat(person_id: str, words: str) -> r.Chat:
    return r.Chat(person_id, person_id.title(), words, f"{person_id} {words}")


async def code(world: World, table: str, request: r.AnyRequest) -> str:
    return (await world.ask(table, request)).code


async def add_many(world: World, count: int) -> None:
    """Add people: x0, x1 and so on."""
    names = [f"x{n}" for n in range(count)]
    rows = [{"id": name, "name": name, "name_key": name, "password": "-", "created": 0} for name in names]
    await world.store.write(lambda connection: connection.execute(person.insert(), rows).close())


async def refusal(doing: Any) -> str:
    with pytest.raises(Refused) as caught:
        await doing
    return caught.value.code


# -- the host removes somebody -----------------------------------------------------------------------------------------


async def test_the_host_removes_somebody_who_cannot_come_back(world: World) -> None:
    table = await world.table("ann", match="single", stake=100, private=True)
    invite = (await world.house.table_for(table, "ann")).invite
    assert invite is not None
    assert not await code(world, table, sit("bob", invite=invite))
    assert not await code(world, table, remove("ann", "bob", id="1"))
    assert not await code(world, table, remove("ann", "bob", id="1"))  # sent twice, executed once
    for again in (sit("bob", invite=invite), sit("bob", seat=1, invite=invite)):
        assert await code(world, table, again) == "table/removed"
    attached = await Eye().look(world, table, "bob", invite=invite)
    assert (attached.code, attached.text.split(";")[0]) == ("table/removed", "the host removed you from this table")
    logged = await world.store.read(lambda connection: read(connection, table))
    assert [one.event for one in logged if isinstance(one.event, ev.Removed)] == [ev.Removed(Seat(1), "bob", "1")]
    bob = await world.store.read(lambda connection: balance_of(connection, person_account("bob")))
    assert bob == 2000
    assert not await code(world, table, sit("cleo", invite=invite))


async def test_a_removal_survives_a_restart(world: World) -> None:
    table = await world.table("ann")
    await world.ask(table, sit("bob"))
    await world.ask(table, remove("ann", "bob"))
    assert await code(world.again(), table, sit("bob")) == "table/removed"


async def test_only_the_host_removes_and_only_before_the_first_deal(world: World) -> None:
    table = await world.table("ann", game="classic", bots={"3": "random"})
    await world.ask(table, sit("bob"))
    assert await code(world, table, remove("bob", "ann")) == "table/host"
    assert await code(world, table, remove("cleo", "bob")) == "table/host"
    assert await code(world, table, remove("ann", "ann")) == "person/missing"
    assert await code(world, table, remove("ann", "dan")) == "person/missing"
    await world.ask(table, sit("cleo"))
    await world.begin(table, "ann", "bob", "cleo")
    assert await code(world, table, remove("ann", "bob")) == "table/started"


async def test_the_person_seated_longest_becomes_host_when_the_host_leaves(world: World) -> None:
    table = await world.table("ann", game="classic")
    for name in ("bob", "cleo"):
        await world.ask(table, sit(name))
    await world.ask(table, r.Leave("ann", "Ann"))
    assert (await world.house.table_for(table, "bob")).table.host == "bob"
    assert await code(world, table, remove("ann", "cleo")) == "table/host"
    later = world.again()
    assert not await code(later, table, remove("bob", "cleo"))
    await later.ask(table, r.Leave("bob", "Bob"))
    assert (await later.house.table_for(table, "bob")).table.status == "over"


# -- blocks ------------------------------------------------------------------------------------------------------------


async def test_blocked_people_do_not_sit_together_and_only_the_blocker_learns_it(world: World) -> None:
    blocks = Blocks(world.store)
    await blocks.add("ann", "bob")
    of_ann, of_bob = await world.table("ann"), await world.table("bob")
    assert await code(world, of_ann, sit("bob")) == "table/refused"
    assert await code(world, of_bob, sit("ann")) == "table/blocked"
    of_cleo = await world.table("cleo", game="classic")
    assert not await code(world, of_cleo, sit("bob"))
    assert await code(world, of_cleo, sit("ann")) == "table/blocked"
    await blocks.remove("ann", "bob")
    assert not await code(world, of_cleo, sit("ann"))


async def test_a_block_of_the_host_counts_even_while_not_seated(world: World) -> None:
    table = await world.table("ann", game="classic")
    await world.ask(table, sit("cleo"))
    await world.ask(table, r.Leave("ann", "Ann"))
    await Blocks(world.store).add("ann", "bob")
    assert await code(world, table, sit("bob")) == "table/refused"


async def test_a_running_game_goes_on_between_blocked_people(world: World) -> None:
    table = await world.table("ann", clock="untimed")
    await world.begin(table, "ann", "bob")
    await Blocks(world.store).add("ann", "bob")
    actor = await world.house.actor(table)
    mover = actor.table.to_move()[0]
    name = ("ann", "bob")[mover]
    reply = await world.ask(table, r.Act(name, name.title(), "m", NEWEST, ev.move_text(actor.table.legal(mover)[0])))
    assert not reply.code
    assert not await code(world, table, sit("bob"))  # a seated player may come back


async def test_a_block_list_is_bounded_and_shows_names(world: World) -> None:
    blocks = Blocks(world.store)
    await blocks.add("ann", "bob")
    await blocks.add("ann", "bob")
    assert [one.id for one in await blocks.of("ann")] == ["bob"]
    assert await blocks.blocked_either_way("bob") == {"ann"}
    assert await blocks.blocked_either_way("") == frozenset()
    for other in ("ann", "nobody"):
        assert await refusal(blocks.add("ann", other)) == "person/missing"
    rows = [
        {"id": f"x{n}", "name": f"X{n}", "name_key": f"x{n}", "password": "-", "created": 0}
        for n in range(MOST_BLOCKED)
    ]
    await world.store.write(lambda connection: connection.execute(person.insert(), rows).close())
    pairs = [{"person": "ann", "other": f"x{n}"} for n in range(MOST_BLOCKED - 2)]
    await world.store.write(lambda connection: connection.execute(blocked.insert(), pairs).close())
    await blocks.add("ann", f"x{MOST_BLOCKED - 2}")
    assert await refusal(blocks.add("ann", f"x{MOST_BLOCKED - 1}")) == "person/blocks"


# -- mute and suspend --------------------------------------------------------------------------------------------------


async def test_a_muted_person_says_nothing_until_the_time_is_over(world: World, moderation: Moderation) -> None:
    table = await world.table("ann")
    await moderation.mute("", "ann", 10, "shouting")
    reply = await world.ask(table, chat("ann", "hello"))
    assert reply.code == "person/muted"
    assert reply.values["why"] == "shouting"
    assert reply.values["until"] == world.timers.date() + 600_000
    await world.wait(600_001)
    assert not await code(world, table, chat("ann", "hello again"))


async def test_a_mute_is_lifted_early(world: World, moderation: Moderation) -> None:
    table = await world.table("ann")
    await moderation.mute("", "ann", 10, "shouting")
    await moderation.lift("", "ann", "mute")
    assert not await code(world, table, chat("ann", "hello"))
    assert await refusal(moderation.lift("", "ann", "mute")) == "person/free"


async def test_a_suspended_person_has_no_session_and_gets_none(world: World, moderation: Moderation) -> None:
    people = People(world.store, world.timers.date)
    welcome = await sign_up(people, "Fred", "seven green dragons")
    _, token = await people.make_token(welcome.person.id, "my bot")
    await moderation.suspend("", "Fred", 60, "insults")
    for ended in (welcome.token, token):
        assert await refusal(people.authenticate(ended)) == "person/unknown"
    with pytest.raises(Refused, match="insults") as caught:
        await people.log_in("Fred", "seven green dragons")
    assert caught.value.code == "person/suspended"
    assert caught.value.values == {"until": world.timers.date() + 3_600_000, "why": "insults"}
    assert await refusal(people.make_token(welcome.person.id, "another")) == "person/suspended"
    await moderation.lift("", "Fred", "suspend")
    assert (await people.log_in("Fred", "seven green dragons")).person.id == welcome.person.id
    people.close()


@pytest.mark.parametrize("minutes", [0, -1, MOST_MINUTES + 1])
async def test_an_impossible_time_is_refused(moderation: Moderation, minutes: int) -> None:
    assert await refusal(moderation.mute("", "ann", minutes, "x")) == "report/reason"


async def test_nobody_suspends_themselves_and_every_sanction_has_a_reason(moderation: Moderation) -> None:
    assert await refusal(moderation.suspend("ann", "ann", 5, "x")) == "person/self"
    assert await refusal(moderation.suspend("ann", "bob", 5, " \u202e ")) == "report/reason"
    assert await refusal(moderation.suspend("ann", "nobody", 5, "x")) == "person/missing"


# -- reports -----------------------------------------------------------------------------------------------------------


async def test_a_report_keeps_the_chat_around_the_message_the_table_and_the_record(
    world: World, moderation: Moderation
) -> None:
    table = await world.table("ann", clock="untimed")
    await world.begin(table, "ann", "bob")
    for n in range(LINES_BEFORE + 5):
        await world.ask(table, chat("ann", f"line {n}"))
    await world.ask(table, chat("bob", "you fool"))
    await world.ask(table, chat("ann", "please not"))
    number = await moderation.report("ann", NewReport("bob", "insult", "he\u202e did", table, "you fool"))
    (found,) = await moderation.reports("open")
    seen = found.evidence
    assert (found.id, found.reporter, found.person, found.text) == (number, "ann", "bob", "he did")
    assert (seen.table, seen.game, seen.status, seen.seats) == (table, "battle", "playing", ("ann", "bob"))
    assert seen.record == f"{table}/0"
    assert [line.text for line in seen.chat][-2:] == ["you fool", "please not"]
    assert len(seen.chat) == LINES_BEFORE + 2
    assert next(line for line in seen.chat if line.seq == seen.said).text == "you fool"


async def test_evidence_stays_when_the_table_is_gone(world: World, moderation: Moderation) -> None:
    table = await world.table("bob")
    await world.ask(table, chat("bob", "boo"))
    number = await moderation.report("ann", NewReport("bob", "spam", table=table))
    await world.store.write(lambda c: c.execute(delete(event).where(event.c.table_id == table)).close())
    assert [line.text for line in (await moderation.find_report(number)).evidence.chat] == ["boo"]


async def test_a_flood_of_reports_is_refused(world: World, moderation: Moderation) -> None:
    await add_many(world, MOST_OPEN + 1)
    for n in range(MOST_OPEN):
        await moderation.report("ann", NewReport(f"x{n}", "spam"))
    assert await refusal(moderation.report("ann", NewReport("x10", "spam"))) == "report/many"
    await moderation.decide("", (await moderation.reports("open"))[0].id, "looked at it")
    await moderation.report("ann", NewReport("x10", "spam"))
    assert await refusal(moderation.report("ann", NewReport("x10", "insult"))) == "report/twice"


@pytest.mark.parametrize(
    ("complaint", "expected"),
    [
        (NewReport("ann", "spam"), "person/missing"),
        (NewReport("nobody", "spam"), "person/missing"),
        (NewReport("bob", "spam", "x" * 501), "report/reason"),
        (NewReport("bob", "spam", table="0" * 16), "table/unknown"),
    ],
    ids=["oneself", "nobody", "too long", "no table"],
)
async def test_a_report_that_makes_no_sense_is_refused(
    moderation: Moderation, complaint: NewReport, expected: str
) -> None:
    assert await refusal(moderation.report("ann", complaint)) == expected


async def test_reports_are_decided_with_a_note_and_listed_in_pages(world: World, moderation: Moderation) -> None:
    first = await moderation.report("ann", NewReport("bob", "spam"))
    await world.wait(1000)
    second = await moderation.report("ann", NewReport("cleo", "name"))
    assert [one.id for one in await moderation.reports("open")] == [second, first]
    assert [one.id for one in await moderation.reports("open", after=second)] == [first]
    decided = await moderation.decide("dan", first, "warned")
    assert (decided.status, decided.note, decided.decided) == ("closed", "warned", world.timers.date())
    assert [one.id for one in await moderation.reports("closed")] == [first]
    assert await refusal(moderation.decide("dan", "0000", "x")) == "report/unknown"
    assert await refusal(moderation.decide("dan", second, "")) == "report/reason"


async def test_a_report_whose_evidence_cannot_be_read_is_shown_without_it(world: World, moderation: Moderation) -> None:
    number = await moderation.report("ann", NewReport("bob", "spam"))
    await world.store.write(lambda c: c.execute(update(report).values(evidence="{")).close())
    assert (await moderation.find_report(number)).evidence.chat == ()


# -- administrators and their log --------------------------------------------------------------------------------------


async def test_an_administrator_has_an_account_and_is_named_on_the_machine(
    world: World, moderation: Moderation
) -> None:
    guest = (await People(world.store, world.timers.date).welcome_guest()).person
    assert await refusal(moderation.grant("", guest.name)) == "person/missing"
    await moderation.grant("", "Ann")
    assert await moderation.is_administrator("ann")
    assert not await moderation.is_administrator("bob")
    assert [one.id for one in await moderation.administrators()] == ["ann"]
    await moderation.revoke("", "Ann")
    assert not await moderation.is_administrator("ann")
    assert await refusal(moderation.revoke("", "Ann")) == "person/missing"


async def test_every_act_is_in_the_log_and_a_refused_one_is_not(world: World, moderation: Moderation) -> None:
    table = await world.table("bob")
    await moderation.grant("", "Ann")
    await moderation.mute("ann", "bob", 5, "shouting")
    await moderation.lift("ann", "bob", "mute")
    await moderation.suspend("ann", "bob", 5, "again")
    await refusal(moderation.decide("ann", "0000", "x"))
    await moderation.close_table("ann", table, "asked for")
    entries = await moderation.log()
    assert [(one.administrator, one.act, one.person, one.table, one.why) for one in reversed(entries)] == [
        ("", "grant", "ann", "", ""),
        ("ann", "mute", "bob", "", "shouting"),
        ("ann", "unmute", "bob", "", ""),
        ("ann", "suspend", "bob", "", "again"),
        ("ann", "close", "", table, "asked for"),
    ]
    assert [one.id for one in await moderation.log(2, before=entries[1].id)] == [one.id for one in entries[2:4]]


@pytest.mark.parametrize("statement", ["UPDATE house_audit SET why = 'other'", "DELETE FROM house_audit"])
async def test_the_database_refuses_to_change_the_log(world: World, moderation: Moderation, statement: str) -> None:
    await moderation.grant("", "Ann")
    with pytest.raises(Refused):
        await world.store.write(lambda connection: connection.execute(text(statement)).close())
    kept = await world.store.read(lambda connection: connection.execute(select(house_audit)).all())
    assert [row.act for row in kept] == ["grant"]


async def test_a_persons_moderation_card_lists_reports_and_sanctions(world: World, moderation: Moderation) -> None:
    table = await world.table("bob")
    await moderation.report("ann", NewReport("bob", "spam"))
    await moderation.mute("ann", "bob", 5, "shouting")
    card = await moderation.card("bob")
    assert (card.name, card.guest, card.administrator, card.tables) == ("Bob", False, False, (table,))
    assert [one.kind for one in card.sanctions] == ["mute"]
    assert [one.reason for one in card.reports] == ["spam"]
    assert [one.act for one in card.log] == ["mute"]


# -- tables ------------------------------------------------------------------------------------------------------------


async def test_a_closed_table_gives_every_stake_back_and_tells_those_who_sit_there(
    world: World, moderation: Moderation
) -> None:
    table = await world.table("ann", match="single", stake=300)
    await world.begin(table, "ann", "bob")
    eye = Eye()
    await eye.look(world, table, "bob")
    pot = await world.store.read(lambda connection: balance_of(connection, pot_account(table)))
    assert pot == 600
    await moderation.close_table("cleo", table, "asked for")
    await world.house.read_again(table)
    await world.settle()
    info = next(message for message in reversed(eye.take()) if message["t"] == "snapshot")["table"]
    assert (info["status"], info["closed"]) == ("over", "house")
    accounts = (person_account("ann"), person_account("bob"), pot_account(table))
    held = await world.store.read(lambda connection: [balance_of(connection, one) for one in accounts])
    assert held == [2000, 2000, 0]
    line = (await statement_of(world.store, "bob", 1, None))[0]
    assert (line.coins, line.reason, line.table, line.game) == (300, "closed", table, "battle")
    assert await world.house.tables_of("bob") == []
    assert await refusal(moderation.close_table("cleo", table, "again")) == "table/over"


async def test_a_table_that_another_process_closed_refuses_the_next_move(world: World, moderation: Moderation) -> None:
    table = await world.table("ann", match="single", stake=300)
    await world.begin(table, "ann", "bob")
    actor = await world.house.actor(table)
    mover = actor.table.to_move()[0]
    name, move = ("ann", "bob")[mover], actor.table.legal(mover)[0]
    await moderation.close_table("", table, "asked for")
    reply = await world.ask(table, r.Act(name, name.title(), "m", NEWEST, ev.move_text(move)))
    assert reply.code == "move/late"
    assert (await world.house.table_for(table, name)).table.status == "over"


async def test_a_broken_log_is_found_and_refused_and_its_table_closed(world: World, moderation: Moderation) -> None:
    table = await world.table("ann", match="single", stake=300)
    await world.begin(table, "ann", "bob")
    sound = await world.table("cleo")
    assert not (await moderation.check_table(table)).trouble
    assert await refusal(moderation.retire_table("", table, "why not")) == "table/sound"
    broken = update(event).where(event.c.table_id == table, event.c.seq == 3).values(body="{")
    await world.store.write(lambda connection: connection.execute(broken).close())
    later = world.again()
    assert await code(later, table, sit("dan")) == "table/broken"
    assert later.house.broken == {table}
    assert "place 3 of the log cannot be read" in (await moderation.check_table(table)).trouble
    assert [one.id for one in await moderation.broken_tables()] == [table]
    assert await refusal(moderation.repair_table("", table)) == "table/broken"
    await moderation.retire_table("", table, "damaged")
    held = await world.store.read(lambda connection: balance_of(connection, person_account("ann")))
    assert held == 2000
    assert [info.id for info in await later.house.lobby()] == [sound]
    assert await moderation.broken_tables() == []


async def test_a_row_that_lists_cannot_read_is_repaired_from_the_log(world: World, moderation: Moderation) -> None:
    table = await world.table("ann")
    await world.store.write(lambda c: c.execute(update(table_summary).values(summary="{")).close())
    assert "repair" in (await moderation.check_table(table)).trouble
    assert await world.house.lobby() == []
    assert await refusal(moderation.close_table("", table, "x")) == "table/broken"
    check = await moderation.repair_table("", table)
    assert (check.trouble, check.status, check.seats) == ("", "open", ("ann", ""))
    assert [info.id for info in await world.house.lobby()] == [table]


async def test_an_unknown_table_is_refused(moderation: Moderation) -> None:
    for doing in (
        moderation.check_table("0000"),
        moderation.close_table("", "0000", "x"),
        moderation.retire_table("", "0000", "x"),
    ):
        assert await refusal(doing) == "table/unknown"
    assert await refusal(moderation.repair_table("", "0000")) == "table/broken"
