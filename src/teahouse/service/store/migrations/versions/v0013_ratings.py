"""Rated matches in their order, everybody's ratings, and what each match changed."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "rated_match",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
    )
    op.create_index("rated_match_place", "rated_match", ["table_id", "seq"], unique=True)
    op.create_table(
        "rating",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("rating", "deviation", "volatility")),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "rating_change",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("before", "rating", "deviation")),
    )
    op.create_index("rating_change_table", "rating_change", ["table_id", "number"])


def downgrade() -> None:
    """Drop them."""
    for table in ("rating_change", "rating", "rated_match"):
        op.drop_table(table)
