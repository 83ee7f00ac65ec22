"""The secret of each day, and each person's one try at its deals."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add both tables; the house fills them."""
    op.create_table(
        "daily_secret",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("secret", sa.Text(), nullable=False),
    )
    op.create_table(
        "daily_try",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("daily_try")
    op.drop_table("daily_secret")
