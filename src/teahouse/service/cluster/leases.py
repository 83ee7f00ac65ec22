"""Table ownership: one server at a time, by a lease with an epoch. The log refuses writes of a stale owner."""

from typing import Final

from sqlalchemy import Connection, insert, select, update

from teahouse.service.store.schema import lease

LEASE_MS: Final = 6_000


class OwnedElsewhere(Exception):
    """Another server owns the table."""

    def __init__(self, owner: str) -> None:
        """Name the owner."""
        super().__init__(owner)
        self.owner = owner


def check_owner(connection: Connection, table: str, owner: str, now: int) -> None:
    """Check the owner of a table without blocking it: `OwnedElsewhere` while it is another server."""
    row = connection.execute(select(lease).where(lease.c.table_id == table)).first()
    if row is not None and row.owner != owner and row.until > now:
        raise OwnedElsewhere(row.owner)


def acquire(connection: Connection, table: str, owner: str, now: int) -> int:
    """Become the owner of a table without an owner, and return the epoch; `OwnedElsewhere` while another server has it.

    Every acquisition raises the epoch, also for the same owner, so that writes of an older actor are refused.
    """
    query = select(lease).where(lease.c.table_id == table)
    row = connection.execute(query.with_for_update() if connection.dialect.name == "postgresql" else query).first()
    if row is None:
        values = {"table_id": table, "owner": owner, "epoch": 1, "until": now + LEASE_MS}
        connection.execute(insert(lease), [values])
        return 1
    if row.owner != owner and row.until > now:
        raise OwnedElsewhere(row.owner)
    epoch = int(row.epoch) + 1
    mine = {"owner": owner, "epoch": epoch, "until": now + LEASE_MS}
    connection.execute(update(lease).where(lease.c.table_id == table), mine)
    return epoch


def renew(connection: Connection, owner: str, now: int) -> int:
    """Renew every lease of a server, and return how many; expired ones are not renewed."""
    query = update(lease).where(lease.c.owner == owner, lease.c.until > now)
    return connection.execute(query, {"until": now + LEASE_MS}).rowcount


def let_go(connection: Connection, table: str, owner: str, epoch: int) -> None:
    """Release the lease of one table, unless it was acquired again meanwhile."""
    mine = (lease.c.table_id == table, lease.c.owner == owner, lease.c.epoch == epoch)
    connection.execute(update(lease).where(*mine), {"until": 0})


def release(connection: Connection, owner: str) -> None:
    """Release every lease, so that others can take the tables at once."""
    connection.execute(update(lease).where(lease.c.owner == owner), {"until": 0})
