"""Coins are called coins: the column `tallies` of the ledger becomes `coins`."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Rename the columns; every row stays as it is."""
    for table in ("posting", "balance"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN tallies TO coins")


def downgrade() -> None:
    """Give the columns their earlier name."""
    for table in ("posting", "balance"):
        op.execute(f"ALTER TABLE {table} RENAME COLUMN coins TO tallies")
