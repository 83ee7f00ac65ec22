"""The tables by which finished deals are found, and the deals that anybody may play again."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata

# What a finished deal is found by, one row each; `seat` did it, or WHOLE_DEAL. `traits` has their texts.
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

# A deal whose seed is known: who has its id can play its tiles. It is a finished deal of a table, or somebody's seed.
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
