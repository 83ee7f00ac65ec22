"""Positions that people train on: puzzles, cards, tries and strengths."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

RATED = ("rating", "deviation", "volatility")


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "puzzle",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("position", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("solution", sa.Text, nullable=False),
        sa.Column("exact", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("seed_key", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in RATED),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("puzzle_near", "puzzle", ["game", "public", "rating"])
    op.create_table(
        "training_card",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("added", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("rights", sa.Integer, nullable=False),
        sa.Column("played", sa.String(40), nullable=False),
    )
    op.create_index("training_card_due", "training_card", ["person", "due"])
    op.create_index("training_card_added", "training_card", ["person", "added"])
    op.create_index("training_card_puzzle", "training_card", ["puzzle"])
    op.create_table(
        "puzzle_try",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("given", sa.BigInteger, nullable=False),
        sa.Column("answered", sa.BigInteger, nullable=False),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sa.Column("change", sa.Double, nullable=False),
    )
    op.create_index("puzzle_try_open", "puzzle_try", ["person", "game", "answered"])
    op.create_table(
        "puzzle_strength",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        *(sa.Column(name, sa.Double, nullable=False) for name in RATED),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("puzzle_strength", "puzzle_try", "training_card", "puzzle"):
        op.drop_table(table)
