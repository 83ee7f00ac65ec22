"""The tables of statistics: what each finished deal adds to the figures of its people, in the same transaction."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, String, Table

from teahouse.service.store.schema.metadata import metadata

# A person's finished deals, to be listed and filtered. `outcome`: 2 won, 1 drawn, 0 lost.
person_deal: Final = Table(
    "person_deal",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("variant", String(80), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("outcome", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Index("person_deal_game", "person", "game", "ended", "table_id", "deal"),
)

# Sums over a person's deals of a game: all of them, and split by seat, variant, opponent and month.
tally: Final = Table(
    "tally",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("split", String(12), primary_key=True),
    Column("key", String(80), primary_key=True),
    *(Column(name, Integer, nullable=False) for name in ("deals", "won", "drawn", "best", "streak", "longest")),
    Column("points", BigInteger, nullable=False),
)

# Figures that one game alone has: the sum, over how many deals, and the best.
figure: Final = Table(
    "figure",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("name", String(32), primary_key=True),
    *(Column(name, BigInteger, nullable=False) for name in ("total", "deals", "best")),
)

# The records of the house.
house_record: Final = Table(
    "house_record",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("name", String(32), primary_key=True),
    Column("variant", String(80), primary_key=True),
    Column("value", BigInteger, nullable=False),
    Column("person", String(32), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("deal", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("house_record_person", "person"),
)

# Badges: what a person achieved for the first time, and where.
badge: Final = Table(
    "badge",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("deal", Integer, nullable=False),
)

# The rating that a person had after the last rated match of a month, and how many matches there were.
leader: Final = Table(
    "leader",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("month", String(7), primary_key=True),
    Column("person", String(32), primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("leader_best", "game", "month", "rating"),
    Index("leader_person", "person"),
)

# The people whose profile is private.
private_profile: Final = Table(
    "private_profile",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("since", BigInteger, nullable=False),
)
