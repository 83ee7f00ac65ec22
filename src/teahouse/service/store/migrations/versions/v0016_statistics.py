"""Everybody's figures, the records of the house, badges and leaders. Earlier deals are listed, not counted."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

PERSON = ("person", sa.String(32))
GAME = ("game", sa.String(32))
EARLIER = """
INSERT INTO person_deal (person, ended, table_id, deal, game, variant, seat, score, outcome, rated, private)
SELECT deal_player.person, played.ended, played.table_id, played.deal, played.game, '', deal_player.seat,
       deal_player.score, CASE WHEN deal_player.won THEN 2 ELSE 0 END, false, played.private
FROM deal_player JOIN played ON played.table_id = deal_player.table_id AND played.deal = deal_player.deal
"""


def keys(*columns: tuple[str, sa.types.TypeEngine[str]]) -> list[sa.Column[str]]:
    """Columns of a primary key."""
    return [sa.Column(name, kind, primary_key=True) for name, kind in columns]


def counts(kind: type[sa.Integer], *names: str) -> list[sa.Column[int]]:
    """Columns of numbers."""
    return [sa.Column(name, kind, nullable=False) for name in names]


def upgrade() -> None:
    """Create the tables, and list the deals of before."""
    op.create_table(
        "person_deal",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(80), nullable=False),
        *counts(sa.Integer, "seat", "score", "outcome"),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
    )
    op.create_index("person_deal_game", "person_deal", ["person", "game", "ended", "table_id", "deal"])
    op.create_table(
        "tally",
        *keys(PERSON, GAME, ("split", sa.String(12)), ("key", sa.String(80))),
        *counts(sa.Integer, "deals", "won", "drawn", "best", "streak", "longest"),
        *counts(sa.BigInteger, "points"),
    )
    op.create_table(
        "figure", *keys(PERSON, GAME, ("name", sa.String(32))), *counts(sa.BigInteger, "total", "deals", "best")
    )
    op.create_table(
        "house_record",
        *keys(GAME, ("name", sa.String(32)), ("variant", sa.String(80))),
        *counts(sa.BigInteger, "value"),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        *counts(sa.Integer, "deal"),
        *counts(sa.BigInteger, "at"),
    )
    op.create_table(
        "badge",
        *keys(PERSON, GAME, ("name", sa.String(80))),
        *counts(sa.BigInteger, "at"),
        sa.Column("table_id", sa.String(32), nullable=False),
        *counts(sa.Integer, "deal"),
    )
    op.create_table(
        "leader",
        *keys(GAME, ("month", sa.String(7)), PERSON),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        *counts(sa.Integer, "games"),
    )
    op.create_index("leader_best", "leader", ["game", "month", "rating"])
    for table in ("leader", "house_record"):
        op.create_index(f"{table}_person", table, ["person"])
    op.create_table("private_profile", *keys(PERSON), *counts(sa.BigInteger, "since"))
    op.execute(EARLIER)


def downgrade() -> None:
    """Drop them."""
    for table in ("private_profile", "leader", "badge", "house_record", "figure", "tally", "person_deal"):
        op.drop_table(table)
