"""Inserts that can replace or keep a row with the same key, on SQLite and PostgreSQL."""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

Upsert = postgresql.Insert | sqlite.Insert


def upsert(connection: Connection, table: Table) -> Upsert:
    """An insert into a table, to be completed by `on_conflict_do_nothing` or `on_conflict_do_update`."""
    return upsert_on(connection.dialect.name, table)


def upsert_on(dialect: str, table: Table) -> Upsert:
    """The same for the name of a dialect, so that the statement can be cached."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
