"""The next deal of a table: the commitment to its secret, its tiles, and the stakes of those who play it."""

from sqlalchemy import Connection

from teahouse.core.fair import SECRET_BYTES, commitment
from teahouse.core.seats import Seat
from teahouse.service.engines.workers import DEAL_SECONDS
from teahouse.service.hosting.daily import deal_secret
from teahouse.service.hosting.daily_secrets import secret_of_day
from teahouse.service.people.coins import top_up
from teahouse.service.store.jobs import Change
from teahouse.service.tables import events as ev
from teahouse.service.tables.results.settlement import stake_change
from teahouse.service.tables.services import Services
from teahouse.service.tables.table import Table


async def next_commitment(table: Table, services: Services) -> ev.Committed:
    """The commitment to the secret of the next deal; today's deal has the secret of its day."""
    secret = await _daily_secret(table, services) if table.is_daily_deal else services.random(SECRET_BYTES)
    return ev.Committed(table.deal, commitment(secret), secret.hex())


async def _daily_secret(table: Table, services: Services) -> bytes:
    opened, random = table.opened, services.random
    secret = await services.store.write(lambda connection: secret_of_day(connection, opened.day, random))
    return deal_secret(secret, opened.game, opened.day)


def stakes(table: Table, at: int) -> list[Change]:
    """The stakes into the pot, if the next deal begins a match for one."""
    is_first = table.setup is None or not table.match.results
    return [stake_change(table, at)] if table.opened.stake and is_first else []


async def deal_ahead(table: Table, services: Services) -> None:
    """Deal outside this process if that may take long."""
    if table.hosting.deals_slowly:
        game, seed = table.next_deal()
        workers = services.workers
        lane = workers.lane_of(table.opened.person)
        table.note_deal(seed, await workers.run(lane, DEAL_SECONDS, type(game).deal, game, seed))


async def seat_freeing_events(table: Table, services: Services) -> list[ev.TableEvent]:
    """The events that free the seats of those who cannot pay the stake, not even after today's top-up."""
    at = services.timers.date()
    persons = table.persons_by_seat

    def job(connection: Connection) -> list[Seat]:
        return [seat for seat, person in persons.items() if top_up(connection, at, person) < table.opened.stake]

    poor = await services.store.write(job)
    last: list[ev.TableEvent] = [ev.Closed("left")] if poor and set(table.persons) <= set(poor) else []
    return [*(ev.Left(seat) for seat in poor), *last]
