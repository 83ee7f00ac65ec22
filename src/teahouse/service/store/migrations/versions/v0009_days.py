"""Indexes of each person's days, and the results of house players in a day's deal."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table and the indexes."""
    op.create_table(
        "daily_par",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("figures", sa.Text, nullable=False),
    )
    for table in ("daily_try", "daily_score"):
        op.create_index(f"{table}_person", table, ["person", "day"])


def downgrade() -> None:
    """Drop them."""
    for table in ("daily_try", "daily_score"):
        op.drop_index(f"{table}_person", table)
    op.drop_table("daily_par")
