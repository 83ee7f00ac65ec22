"""When a person was last seen at a table, and the upkeep of the table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both columns; the house fills them in."""
    op.add_column("sitting", sa.Column("seen", sa.BigInteger()))
    op.add_column("sitting", sa.Column("upkeep", sa.String(8)))


def downgrade() -> None:
    """Drop both columns."""
    op.drop_column("sitting", "upkeep")
    op.drop_column("sitting", "seen")
