"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    big, text = sa.BigInteger(), sa.Text()
    op.create_table(
        "person",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(80), nullable=False, unique=True),
        sa.Column("password", text),
        sa.Column("created", big, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(32), nullable=False, unique=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False, index=True),
        sa.Column("created", big, nullable=False),
        sa.Column("seen", big, nullable=False),
        sa.Column("expires", big, nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
    )
    op.create_table(
        "event",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", big, nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("body", text, nullable=False),
        sa.Column("prev_hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "lease",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("until", big, nullable=False),
    )
    op.create_table(
        "sitting",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("invite", sa.String(16), nullable=False, unique=True),
        sa.Column("summary", text, nullable=False),
        sa.Column("created", big, nullable=False),
        sa.Column("updated", big, nullable=False),
    )
    op.create_index("sitting_lobby", "sitting", ["status", "private", "updated"])
    _made_of_play()
    _made_of_tallies()


def _made_of_play() -> None:
    op.create_table(
        "played",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False, index=True),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
    )
    op.create_table(
        "player",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False, index=True),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
    )


def _made_of_tallies() -> None:
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("memo", sa.String(80), nullable=False),
        sa.Column("cause", sa.String(80), nullable=False, unique=True),
    )
    op.create_table(
        "posting",
        sa.Column("entry", sa.Integer(), sa.ForeignKey("entry.id"), primary_key=True),
        sa.Column("account", sa.String(48), primary_key=True),
        sa.Column("tallies", sa.BigInteger(), nullable=False),
    )
    op.create_index("posting_account", "posting", ["account", "entry"])
    op.create_table(
        "balance",
        sa.Column("account", sa.String(48), primary_key=True),
        sa.Column("tallies", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Drop every table."""
    for name in ("balance", "posting", "entry", "player", "played", "sitting", "lease", "event", "session", "person"):
        op.drop_table(name)
