"""The tables about what people study: the analyses that they keep. `schema` has the others."""

from typing import Final

from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from teahouse.service.store.metadata import metadata

# An analysis that somebody keeps; who has its id can read it. `body` is a tree of variations.
analysis: Final = Table(
    "analysis",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("title", String(80), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Index("analysis_person", "person", "changed"),
)
