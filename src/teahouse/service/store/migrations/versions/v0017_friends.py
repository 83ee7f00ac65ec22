"""Follows, presence and notices."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "follow",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("other", sa.String(32), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("follow_other", "follow", ["other"])
    op.create_table(
        "presence",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notice",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("other", sa.String(32), primary_key=True),
        sa.Column("about", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("is_read", sa.Boolean, nullable=False),
    )
    op.create_index("notice_last", "notice", ["person", "at"])
    op.create_index("notice_other", "notice", ["other"])
    op.create_table(
        "notice_off",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("notice_off", "notice", "presence", "follow"):
        op.drop_table(table)
