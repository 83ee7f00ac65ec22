"""Inserts many rows with a statement that is compiled once, for the rows that every finished deal adds."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.dml import Insert

from teahouse.service.store.driver import driver


class CompiledInsert(NamedTuple):
    """A compiled statement: its SQL, a function that takes its values from a row, and its constant values."""

    text: str
    values: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    fixed: Mapping[str, Any]


def insert_many(connection: Connection, statement: Insert, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of the same columns, at least two; pass the same statement object each time, so that it is cached."""
    if rows:
        text, values, fixed = _compiled(connection.dialect, statement, tuple(rows[0]))
        value_rows = [values({**fixed, **row}) for row in rows]
        if connection.dialect.name == "sqlite":
            driver(connection).executemany(text, value_rows)
        else:
            connection.exec_driver_sql(text, value_rows)


@lru_cache(maxsize=64)
def _compiled(dialect: Dialect, statement: Insert, columns: tuple[str, ...]) -> CompiledInsert:
    compiled = statement.compile(dialect=dialect, column_keys=list(columns))
    return CompiledInsert(str(compiled), itemgetter(*(compiled.positiontup or ())), compiled.params)
