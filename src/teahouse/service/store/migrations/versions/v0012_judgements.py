"""Judgements of finished deals, the deals that wait for one, and the deals in play. Queues finished deals."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

WAITING = (
    "INSERT INTO judgement_job (table_id, deal, game, wanted, tries, failed, owner, until) "
    "SELECT table_id, deal, game, ended, 0, :no, '', 0 FROM played"
)


def upgrade() -> None:
    """Create the tables, and queue every finished deal."""
    op.create_table(
        "judgement_job",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("wanted", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("failed", sa.Boolean, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("judgement_job_next", "judgement_job", ["failed", "wanted"])
    op.create_table(
        "judgement",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("engine", sa.String(32), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("judgement_engine", "judgement", ["game", "engine"])
    op.create_index("judgement_digest", "judgement", ["digest"])
    op.create_table(
        "judged_seat",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("choices", sa.Integer, nullable=False),
        sa.Column("exact", sa.Integer, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("merit", sa.Float, nullable=False),
        sa.Column("luck", sa.Float),
    )
    op.create_table(
        "deal_in_play",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seed_key", sa.String(64), nullable=False),
        sa.Column("tiles", sa.Text),
    )
    op.create_index("deal_in_play_seed", "deal_in_play", ["seed_key"])
    op.create_index("deal_in_play_game", "deal_in_play", ["game"])
    op.get_bind().execute(sa.text(WAITING), {"no": False})


def downgrade() -> None:
    """Drop them."""
    for table in ("deal_in_play", "judged_seat", "judgement", "judgement_job"):
        op.drop_table(table)
