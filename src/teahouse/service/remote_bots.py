"""Remote bots: they sit under their owner's name, are marked as bots, and never play for a stake."""

from teahouse.core.seats import Seat
from teahouse.service.errors import NO_BOT_FOR_STAKE, Refused, refused
from teahouse.service.house import House, TableForPerson
from teahouse.service.opening import OpenTable
from teahouse.service.people.people import Person
from teahouse.service.people.shown_names import PROGRAM
from teahouse.service.tables import requests as r


def bot_name(person: Person) -> str:
    """The name under which a person's bot sits.

    >>> bot_name(Person("0", "Ann", False, 0))
    'Ann (bot)'
    """
    return person.name + PROGRAM


async def open_for_bot(house: House, person: Person, request: OpenTable) -> TableForPerson:
    """Open a table and sit the bot down."""
    if request.stake:
        raise refused("table/options", NO_BOT_FOR_STAKE)
    info = await house.open_table(person.id, bot_name(person), request)
    return await house.table_for(info.id, person.id)


async def sit_bot(house: House, person: Person, table: str, seat: Seat | None, invite: str) -> TableForPerson:
    """Sit the bot down at a table."""
    if (await house.table_for(table, person.id, invite)).table.stake:
        raise refused("table/options", NO_BOT_FOR_STAKE)
    await ask_table(house, table, r.Sit(person.id, bot_name(person), seat, None, invite))
    return await house.table_for(table, person.id, invite)


async def ask_table(house: House, table: str, request: r.AnyRequest) -> r.Reply:
    """The reply to a request, or its refusal."""
    reply = await house.ask(table, request)
    if reply.code:
        raise Refused(reply.code, reply.text, values=reply.values or None)
    return reply
