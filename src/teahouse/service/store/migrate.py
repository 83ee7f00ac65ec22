"""Upgrades a database to the newest schema with Alembic; quick when there is nothing to do."""

from typing import Final

from sqlalchemy import Connection, inspect, text

NEWEST: Final = "0005"
LOCK: Final = 7_204_001  # one server at a time upgrades a PostgreSQL database


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Upgrade within the transaction of this connection, to the newest schema or an older one."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    if version(connection) == to:
        return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "teahouse:service/store/migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def version(connection: Connection) -> str | None:
    """The schema this database has; None for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
