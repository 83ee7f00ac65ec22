"""The tables about what people study: analyses that they save, positions they train on."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, Index, Integer, String, Table, Text

from teahouse.service.store.schema.metadata import metadata, rating_columns

# An analysis that a person saved; everybody who has its id can read it. `body` is a tree of variations.
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

# A position to train on, with all its moves weighed. `solution` is never sent before an answer. Public ones are puzzles
# for everybody, with a strength of their own; `table_id`, `deal` and `step` say where it was played, if it was.
puzzle: Final = Table(
    "puzzle",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("position", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("solution", Text, nullable=False),
    Column("exact", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("seed_key", String(64), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("deal", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    *rating_columns(),
    Index("puzzle_near", "game", "public", "rating"),
)

# A position that a person trains on: its box, and when it is due. `played` is the move that they played in the game.
training_card: Final = Table(
    "training_card",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("box", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("rights", Integer, nullable=False),
    Column("played", String(40), nullable=False),
    Index("training_card_due", "person", "due"),
    Index("training_card_added", "person", "added"),
    Index("training_card_puzzle", "puzzle"),
)

# A puzzle that a person was given; `answered` is 0 until it is answered. `change` is that of their puzzle strength.
puzzle_try: Final = Table(
    "puzzle_try",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("puzzle", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("given", BigInteger, nullable=False),
    Column("answered", BigInteger, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("change", Double, nullable=False),
    Index("puzzle_try_open", "person", "game", "answered"),
)

# How strong a person is in the puzzles of a game.
puzzle_strength: Final = Table(
    "puzzle_strength",
    metadata,
    Column("person", String(32), primary_key=True),
    Column("game", String(32), primary_key=True),
    *rating_columns(),
)
