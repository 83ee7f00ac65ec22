"""Daily deals: their secrets, tries and scores."""

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, Text, text

from teahouse.service.store.schema.metadata import metadata

# The secret from which the daily deals are made: chosen the day before, shown the day after.
daily_secret: Final = Table(
    "daily_secret",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("secret", Text, nullable=False),
)

# The table of each person's one try at a daily deal.
daily_try: Final = Table(
    "daily_try",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Index("daily_try_person", "person", "day"),
)

# Each person's score in a daily deal.
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

# The results of house players and solvers in a daily deal, once its day is over.
daily_par: Final = Table(
    "daily_par",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("figures", Text, nullable=False),
)
