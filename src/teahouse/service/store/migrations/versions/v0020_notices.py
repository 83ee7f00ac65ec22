"""An index of notices by their moment, to find the newest of all people."""

from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the index."""
    op.create_index("notice_at", "notice", ["at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("notice_at", "notice")
