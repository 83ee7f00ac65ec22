"""People, and whom they have muted or blocked."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, String, Table, Text, text

from teahouse.service.store.schema.metadata import metadata

IS_GUEST: Final = text("password IS NULL")

person: Final = Table(
    "person",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(80), nullable=False, unique=True),  # the name folded so that look-alikes collide
    Column("password", Text),  # argon2id; none for a guest
    Column("created", BigInteger, nullable=False),
    Index("person_guests", "created", "id", sqlite_where=IS_GUEST, postgresql_where=IS_GUEST),
)

# The people whom a person has muted.
muted: Final = Table(
    "muted",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("other", String(32), ForeignKey("person.id"), primary_key=True),
    Index("muted_other", "other"),
)

# The people whom a person has blocked: neither sits with the other.
blocked: Final = Table(
    "blocked",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("other", String(32), ForeignKey("person.id"), primary_key=True),
    Index("blocked_other", "other"),
)
