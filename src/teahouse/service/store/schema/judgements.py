"""The tables of judgements: deals that wait for one, and the judgements themselves."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata

# Deals to be judged, the most wanted first; `owner` judges one until a moment. `failed` ones are not tried again.
judgement_job: Final = Table(
    "judgement_job",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("wanted", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("failed", Boolean, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("until", BigInteger, nullable=False),
    Index("judgement_job_next", "failed", "wanted"),
)

# What an engine said about a deal; `body` is the opinion as JSON, compressed, in base 64. It names nobody.
judgement: Final = Table(
    "judgement",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("engine", String(32), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Index("judgement_engine", "game", "engine"),
    Index("judgement_digest", "digest"),
)

# How each seat of a judged deal played; `merit` is the sum of what its choices earned, so that deals can be added up.
judged_seat: Final = Table(
    "judged_seat",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("choices", Integer, nullable=False),
    Column("exact", Integer, nullable=False),
    Column("lost", Float, nullable=False),
    Column("merit", Float, nullable=False),
    Column("luck", Float),
)

# The deals whose tiles are played now, so that nobody analyses them; `tiles` if a position can be recognised.
deal_in_play: Final = Table(
    "deal_in_play",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("seed_key", String(64), nullable=False),
    Column("tiles", Text),
    Index("deal_in_play_seed", "seed_key"),
    Index("deal_in_play_game", "game"),
)
