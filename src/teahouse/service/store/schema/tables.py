"""Tables where people play: their logs and leases, the lobby's rows, finished deals."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata

event: Final = Table(
    "event",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),  # the key is the lock: one writer wins a place
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("kind", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("prev_hash", String(64), nullable=False),
)

lease: Final = Table(
    "lease",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("epoch", Integer, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("lease_owner", "owner", "until"),
)

# The rows of the lobby, each written in the transaction of the event that changes it.
table_summary: Final = Table(
    "table_summary",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("status", String(16), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("invite", String(16), nullable=False, unique=True),
    Column("summary", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("seen", BigInteger),  # when somebody was last known to be there
    Column("upkeep", String(8)),  # see `upkeep_of`; none in rows of older programs
    Index("table_summary_lobby", "status", "private", "seen"),
    Index("table_summary_upkeep", "upkeep", "updated"),
)

# The people at tables that are not over; `created` is the table's, so that a person's tables are read in its order.
seat: Final = Table(
    "seat",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("seat_person", "person", "created", "table_id"),
)

# Finished deals. `variant` (layout, ruleset) and `length` (moves without passes) of those that count; else none.
played: Final = Table(
    "played",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("names", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("variant", String(80)),
    Column("length", Integer),
    Index("played_public", "private", "ended", "table_id", "deal"),
)

deal_player: Final = Table(
    "deal_player",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(32), ForeignKey("person.id"), nullable=False, index=True),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
)
