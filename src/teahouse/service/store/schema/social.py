"""The tables about what people do with one another: ratings, seeks, friends, notices."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata, rating_columns

# Every rated match in the order of the commits: the number of its line in the log of its table.
rated_match: Final = Table(
    "rated_match",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Index("rated_match_place", "table_id", "seq", unique=True),
)

# A person's rating in a game; it can be computed again from `rated_match` and the logs.
rating: Final = Table(
    "rating",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    *rating_columns(),
)

# What each rated match changed.
rating_change: Final = Table(
    "rating_change",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(32), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("before", Double, nullable=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Index("rating_change_table", "table_id", "number"),
)

# People who look for an opponent, valid before `until`; `target` is the person who is challenged, or empty.
# `table_id` is their table once an opponent was found; the row stays for a while, so that every tab of theirs reads it.
seek: Final = Table(
    "seek",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), nullable=False),
    Column("target", String(32), nullable=False),
    Column("terms", String(32), nullable=False),
    Column("wish", Text, nullable=False),
    Column("rating", Double, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("table_id", String(32)),
    Index("seek_terms", "terms", "until"),
    Index("seek_person", "person", "until"),
    Index("seek_target", "target", "until"),
    Index("seek_until", "until"),
)

# The people whom a person follows.
follow: Final = Table(
    "follow",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("other", String(32), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Index("follow_other", "other"),
)

# When a person's app last sent something.
presence: Final = Table(
    "presence",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

# Notices to people: one of each kind from each person about each table.
notice: Final = Table(
    "notice",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("other", String(32), primary_key=True),
    Column("about", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("is_read", Boolean, nullable=False),
    Index("notice_last", "person", "at"),
    Index("notice_other", "other"),
    Index("notice_at", "at"),
)

# The kinds of notices that a person has switched off.
notice_off: Final = Table(
    "notice_off",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("since", BigInteger, nullable=False),
)
