"""The tables of moderation: administrators, sanctions, departures, reports."""

from typing import Final

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata

# The people who may open the console.
administrator: Final = Table(
    "administrator",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

# Sanctions: until a moment, a person may not chat ("mute") or sign in ("suspend").
sanction: Final = Table(
    "sanction",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("why", String(500), nullable=False),
)

# When a person left a running game with other people.
departure: Final = Table(
    "departure",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String(32), primary_key=True),
    Index("departure_at", "at"),
)

# Reports about people, with the evidence of that moment.
report: Final = Table(
    "report",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", String(32), nullable=False),
    Column("person", String(32), nullable=False),
    Column("reason", String(16), nullable=False),
    Column("text", String(500), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("evidence", Text, nullable=False),
    Column("status", String(8), nullable=False),
    Column("decided", BigInteger),
    Column("note", String(500), nullable=False),
    Index("report_status", "status", "at", "id"),
    Index("report_person", "person", "at"),
    Index("report_reporter", "reporter", "status", "person"),
)

# Every act of an administrator; rows are only added. `administrator` is empty for the command line.
house_audit: Final = Table(
    "house_audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("administrator", String(32), nullable=False),
    Column("act", String(16), nullable=False),
    Column("person", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("why", String(500), nullable=False),
    Index("house_audit_person", "person", "id"),
)
