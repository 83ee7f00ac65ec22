"""The metadata to which all tables of the database belong, and the columns of a rating, which several tables have."""

from typing import Any, Final

from sqlalchemy import BigInteger, Column, Double, Integer, MetaData

metadata: Final = MetaData()


def rating_columns() -> tuple[Column[Any], ...]:
    """The columns of a whole rating, in the order of its fields."""
    return (
        Column("rating", Double, nullable=False),
        Column("deviation", Double, nullable=False),
        Column("volatility", Double, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("games", Integer, nullable=False),
    )
