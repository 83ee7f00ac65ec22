"""Seeks: people who look for an opponent."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "seek",
        sa.Column("id", sa.String(32), primary_key=True),
        *(sa.Column(name, sa.String(32), nullable=False) for name in ("person", "target", "terms")),
        sa.Column("wish", sa.Text, nullable=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("table_id", sa.String(32)),
    )
    for name in ("terms", "person", "target"):
        op.create_index(f"seek_{name}", "seek", [name, "until"])
    op.create_index("seek_until", "seek", ["until"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("seek")
