"""Many rows by one statement that is written out once: for what every finished deal writes, row by row."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.dml import Insert


class Written(NamedTuple):
    """A statement in the database's own words: which values it wants, in their order, and those that never change."""

    text: str
    names: tuple[str, ...]
    fixed: Mapping[str, Any]


def insert_many(connection: Connection, statement: Insert, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same columns; the statement must be kept, not built anew for each call."""
    if rows:
        text, names, fixed = _written(connection.dialect, statement, tuple(rows[0]))
        values = [tuple(row[name] if name in row else fixed[name] for name in names) for row in rows]
        connection.exec_driver_sql(text, values)


@lru_cache(maxsize=64)
def _written(dialect: Dialect, statement: Insert, columns: tuple[str, ...]) -> Written:
    compiled = statement.compile(dialect=dialect, column_keys=list(columns))
    return Written(str(compiled), tuple(compiled.positiontup or ()), compiled.params)
