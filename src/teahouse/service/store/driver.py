"""SQLite's own connection below SQLAlchemy's, for the few statements that every move needs."""

import sqlite3

from sqlalchemy import Connection


def driver(connection: Connection) -> sqlite3.Connection:
    """The driver's connection; on SQLite only. What it runs belongs to the transaction that is open."""
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw
