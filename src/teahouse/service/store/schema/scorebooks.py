"""Evenings at real tables: scorebooks, and the house rules that people save."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata

# The scorebook of an evening at a real table; `opening` has its rules and players.
scorebook: Final = Table(
    "scorebook",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("keeper", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("opening", Text, nullable=False),
)

# The entries of a scorebook in their order; the book is computed from them. A request is written once.
scorebook_entry: Final = Table(
    "scorebook_entry",
    metadata,
    Column("book", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # the key is the lock: one writer wins a place
    Column("at", BigInteger, nullable=False),
    Column("person", String(32), nullable=False),
    Column("request", String(32), nullable=False),
    Column("action", Text, nullable=False),
    Index("scorebook_entry_request", "book", "request", unique=True),
    Index("scorebook_entry_person", "person", "book", "seq"),
)

# The people who opened a scorebook or took a seat in it.
scorebook_member: Final = Table(
    "scorebook_member",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("book", String(32), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

# The house rules that people save, each as the text of its file.
house_ruleset: Final = Table(
    "house_ruleset",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("title", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("shared", Boolean, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("house_ruleset_person", "person", "changed"),
)
