"""The secrets of days and each person's one try at a daily deal, in the database."""

from collections.abc import Callable

from sqlalchemy import Connection, select

from teahouse.core.fair import SECRET_BYTES, commitment
from teahouse.service.errors import CODES, Refused
from teahouse.service.hosting.daily import Revealed, next_day
from teahouse.service.store.schema import daily_secret, daily_try
from teahouse.service.store.upsert import upsert


class AlreadyTried(Refused):
    """A person has a table of this daily deal already."""

    def __init__(self, table: str) -> None:
        """Name the table."""
        super().__init__("daily/tried", CODES["daily/tried"])
        self.table = table


def secret_of_day(connection: Connection, day: str, random: Callable[[int], bytes]) -> bytes:
    """The secret of a day, chosen now if there is none yet."""
    query = select(daily_secret.c.secret).where(daily_secret.c.day == day)
    secret = connection.execute(query).scalar()
    if secret is None:
        new = upsert(connection, daily_secret).values(day=day, secret=random(SECRET_BYTES).hex())
        connection.execute(new.on_conflict_do_nothing(index_elements=["day"]))
        secret = connection.execute(query).scalar_one()
    return bytes.fromhex(secret)


def published(connection: Connection, day: str) -> tuple[str, str, Revealed | None] | None:
    """The commitments to a day's secret and the next one's, and the secret before; None if a commitment is missing."""
    days = (next_day(day, -1), day, next_day(day))
    rows = connection.execute(select(daily_secret).where(daily_secret.c.day.in_(days)))
    secrets = {row.day: bytes.fromhex(row.secret) for row in rows}
    before, today, after = (secrets.get(one) for one in days)
    if today is None or after is None:
        return None
    revealed = None if before is None else Revealed(days[0], before.hex(), commitment(before))
    return commitment(today), commitment(after), revealed


def store_try(connection: Connection, day: str, game: str, person: str, table: str) -> None:
    """Store a person's one try, or raise `AlreadyTried`."""
    row = {"day": day, "game": game, "person": person}
    new = upsert(connection, daily_try).values(table_id=table, **row).on_conflict_do_nothing(index_elements=list(row))
    if connection.execute(new).rowcount == 0:
        mine = [daily_try.c[name] == value for name, value in row.items()]
        raise AlreadyTried(connection.execute(select(daily_try.c.table_id).where(*mine)).scalar_one())
