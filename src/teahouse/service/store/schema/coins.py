"""The ledger of play coins, in double entry."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from teahouse.service.store.schema.metadata import metadata

entry: Final = Table(
    "entry",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("memo", String(80), nullable=False),
    Column("cause", String(80), nullable=False, unique=True),  # what caused it, so that it cannot be booked twice
)

posting: Final = Table(
    "posting",
    metadata,
    Column("entry", Integer, ForeignKey("entry.id"), primary_key=True),
    Column("account", String(48), primary_key=True),
    Column("coins", BigInteger, nullable=False),
    Index("posting_account", "account", "entry"),
)

balance: Final = Table(
    "balance",
    metadata,
    Column("account", String(48), primary_key=True),
    Column("coins", BigInteger, nullable=False),
)
