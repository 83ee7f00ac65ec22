"""The scorebooks of real tables, their entries, and their members."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "scorebook",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("keeper", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("opening", sa.Text, nullable=False),
    )
    op.create_table(
        "scorebook_entry",
        sa.Column("book", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("request", sa.String(32), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
    )
    op.create_index("scorebook_entry_request", "scorebook_entry", ["book", "request"], unique=True)
    op.create_index("scorebook_entry_person", "scorebook_entry", ["person", "book", "seq"])
    op.create_table(
        "scorebook_member",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("book", sa.String(32), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("scorebook_member", "scorebook_entry", "scorebook"):
        op.drop_table(table)
