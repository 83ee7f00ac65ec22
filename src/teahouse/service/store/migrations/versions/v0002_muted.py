"""The people whom a person has muted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the list."""
    op.create_table(
        "muted",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("other", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
    )


def downgrade() -> None:
    """Drop the list."""
    op.drop_table("muted")
