"""The tables of the database, for SQLite and PostgreSQL alike."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
    text,
)

from teahouse.service.store.deals_schema import deal_trait as deal_trait  # noqa: PLC0414 - named here too
from teahouse.service.store.deals_schema import known_deal as known_deal  # noqa: PLC0414 - named here too
from teahouse.service.store.judged import deal_in_play as deal_in_play  # noqa: PLC0414 - named here too
from teahouse.service.store.judged import judged_seat as judged_seat  # noqa: PLC0414 - named here too
from teahouse.service.store.judged import judgement as judgement  # noqa: PLC0414 - named here too
from teahouse.service.store.judged import judgement_job as judgement_job  # noqa: PLC0414 - named here too
from teahouse.service.store.metadata import metadata as metadata  # noqa: PLC0414 - named here too
from teahouse.service.store.people_schema import rating as rating  # noqa: PLC0414 - so that its tables are known
from teahouse.service.store.statistics_schema import tally as tally  # noqa: PLC0414 - so that its tables are known
from teahouse.service.store.study_schema import analysis as analysis  # noqa: PLC0414 - the same

IS_GUEST: Final = text("password IS NULL")

# Moments are milliseconds since 1970, so that both databases keep the same plain numbers.
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

# The people who may open the console.
administrator: Final = Table(
    "administrator",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

# What keeps a person from chatting ("mute") or from signing in ("suspend") until a moment.
sanction: Final = Table(
    "sanction",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("kind", String(8), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("why", String(500), nullable=False),
)

# When somebody left a running game with other people.
departure: Final = Table(
    "departure",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String(32), primary_key=True),
    Index("departure_at", "at"),
)

# Reports of people, with the evidence of that moment.
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

session: Final = Table(
    "session",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("id", String(32), nullable=False, unique=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
    Column("agent", String(200), nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),  # a bot's token, not a browser
)

# What opens an account without its password: shown once, kept as a hash, used once.
recovery_code: Final = Table(
    "recovery_code",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("code_hash", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Browsers in which somebody has signed in before, by the hash of a cookie.
known_device: Final = Table(
    "known_device",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("seen", BigInteger, nullable=False),
    Index("known_device_person", "person", "seen"),
)

passkey: Final = Table(
    "passkey",
    metadata,
    Column("id", String(32), primary_key=True),  # of the hash of the credential's id, which may be long
    Column("person", String(32), ForeignKey("person.id"), nullable=False, index=True),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

# What a browser has to sign with a passkey, by the hash of its cookie; used once.
challenge: Final = Table(
    "challenge",
    metadata,
    Column("ticket_hash", String(64), primary_key=True),
    Column("person", String(32)),  # who adds a passkey; none for somebody who signs in
    Column("challenge", String(100), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

mail_address: Final = Table(
    "mail_address",
    metadata,
    Column("person", String(32), ForeignKey("person.id"), primary_key=True),
    Column("address", String(254), nullable=False, index=True),
    Column("confirmed", Boolean, nullable=False),
)

# The secrets in the links of letters, by their hash; used once.
mail_token: Final = Table(
    "mail_token",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("person.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("address", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

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

# What the lobby lists: kept in the transaction of the event that changes it.
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
    Column("upkeep", String(8)),  # how the house looks after it; none in rows of older programs
    Index("table_summary_lobby", "status", "private", "seen"),
    Index("table_summary_upkeep", "upkeep", "updated"),
)

# Who sits at the tables that are not over; `created` is the table's, so that a person's tables are read in its order.
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

# The secret from which the deals of a day are made: chosen the day before, shown the day after.
daily_secret: Final = Table(
    "daily_secret",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", Text, nullable=False),
)

# The table of each person's one try at the deal of a day.
daily_try: Final = Table(
    "daily_try",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Index("daily_try_person", "person", "day"),
)

# Each person's score in the deal of a day.
daily_score: Final = Table(
    "daily_score",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("score", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("deal", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Index("daily_score_best", "day", "game", text("score DESC"), "ended"),
    Index("daily_score_person", "person", "day"),
)

# What the house's own players and solvers make of the deal of a day that is over.
daily_par: Final = Table(
    "daily_par",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("figures", Text, nullable=False),
)

# The scorebook of an evening at a real table; `opening` says by which rules.
scorebook: Final = Table(
    "scorebook",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("keeper", String(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("opening", Text, nullable=False),
)

# What people wrote into a scorebook, in its order; the book follows from it. A request is written once.
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

# Who opened a scorebook or sat at its table.
scorebook_member: Final = Table(
    "scorebook_member",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("book", String(32), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

# The house rules that people keep, each as the text of its file.
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
    Column("tallies", BigInteger, nullable=False),
    Index("posting_account", "account", "entry"),
)

balance: Final = Table(
    "balance",
    metadata,
    Column("account", String(48), primary_key=True),
    Column("tallies", BigInteger, nullable=False),
)

EARLIER_NAMES: Final = {"table_summary": "sitting", "deal_player": "player"}
"""What tables were called before schema 0004; backups of older databases hold these names."""


def names_of(table: Table) -> tuple[str, ...]:
    """The name of a table, and the one it had in older schemas.

    >>> names_of(table_summary)
    ('table_summary', 'sitting')
    """
    name = str(table.name)
    return (name, EARLIER_NAMES[name]) if name in EARLIER_NAMES else (name,)
