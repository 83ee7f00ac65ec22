"""Upgrades a database to the newest schema with Alembic; quick when there is nothing to do."""

from typing import Final

from sqlalchemy import Connection, inspect, text

from teahouse import __version__
from teahouse.core.errors import InvalidOption, shown
from teahouse.service.store.locks import Lock

NEWEST: Final = "0021"
SCHEMAS: Final = tuple(f"{number:04}" for number in range(1, int(NEWEST) + 1))


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Upgrade within the transaction of this connection, to the newest schema or an older one."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": Lock.UPGRADE})
    known = version(connection)
    if known == to:
        return
    if known is not None and known not in SCHEMAS:
        raise InvalidOption(
            f"expected a database of schema {NEWEST} or older, got {shown(known)}: a newer teahouse has used it; "
            f"start that version, or use another database (this one is teahouse {__version__})"
        )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "teahouse:service/store/migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def prove_write(connection: Connection) -> None:
    """Write the number of the schema unchanged, which fails if the database is full or cannot be written."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def version(connection: Connection) -> str | None:
    """The schema this database has; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
