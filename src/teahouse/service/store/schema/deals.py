"""The tables for the search of finished deals, and the deals that anybody may play again."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata

# The traits of a finished deal, one row each; `seat` is whose trait it is, or WHOLE_DEAL. `traits` has their texts.
deal_trait: Final = Table(
    "deal_trait",
    metadata,
    Column("trait", String(120), primary_key=True),
    Column("private", Boolean, primary_key=True),
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

# A deal whose seed is known: everybody who has its id can play it. It is a finished deal, or comes from a chosen seed.
known_deal: Final = Table(
    "known_deal",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("table_id", String(32)),
    Column("deal", Integer),
    Column("created", BigInteger, nullable=False),
)
