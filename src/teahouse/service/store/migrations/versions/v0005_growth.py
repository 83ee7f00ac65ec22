"""What keeps lists quick in a large house: who sits where, the scores of each day, and an index for every list."""

import json
from typing import Any, Final

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

ROWS_AT_ONCE: Final = 500
LONGEST_ID: Final = 32
LIVE_ROWS: Final = sa.text(
    "SELECT id, summary, created FROM table_summary WHERE status <> 'over' AND id > :last ORDER BY id LIMIT :rows"
)
IS_GUEST: Final = sa.text("password IS NULL")
OVER: Final = """
    UPDATE table_summary SET upkeep = CASE
        WHEN EXISTS (SELECT 1 FROM played WHERE played.table_id = table_summary.id) THEN 'kept' ELSE 'empty' END
    WHERE status = 'over'
"""
DAY: Final = '"day":"'
DAILY: Final = """
    INSERT INTO daily_score (day, game, person, score, ended, table_id, deal, seat)
    SELECT day, game, person, score, ended, table_id, deal, seat FROM (
        SELECT found.*, row_number() OVER (PARTITION BY day, game, person ORDER BY score DESC, ended) AS place FROM (
            SELECT {day} AS day, p.game, d.person, d.score, p.ended, p.table_id, p.deal, d.seat
            FROM played p
            JOIN table_summary s ON s.id = p.table_id
            JOIN deal_player d ON d.table_id = p.table_id AND d.deal = p.deal
            WHERE p.deal = 0 AND s.summary LIKE '%"day":"____-__-__"%'
        ) AS found
    ) AS placed WHERE place = 1
"""


def upgrade() -> None:
    """Make two tables and the indexes, and fill them from what is there."""
    _make_tables()
    _fill_seats()
    place = "strpos" if op.get_bind().dialect.name == "postgresql" else "instr"
    op.execute(DAILY.format(day=f"substr(s.summary, {place}(s.summary, '{DAY}') + {len(DAY)}, 10)"))
    op.execute(OVER)
    op.execute("UPDATE table_summary SET seen = updated WHERE seen IS NULL AND status <> 'over'")
    _make_indexes()


def _make_tables() -> None:
    op.create_table(
        "seat",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "daily_score",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
    )


def _make_indexes() -> None:
    op.drop_index("table_summary_lobby", "table_summary")
    op.drop_index("ix_played_ended", "played")
    op.create_index("table_summary_lobby", "table_summary", ["status", "private", "seen"])
    op.create_index("table_summary_upkeep", "table_summary", ["upkeep", "updated"])
    op.create_index("played_public", "played", ["private", "ended", "table_id", "deal"])
    op.create_index("seat_person", "seat", ["person", "created", "table_id"])
    op.create_index("daily_score_best", "daily_score", ["day", "game", sa.text("score DESC"), "ended"])
    op.create_index("ix_session_expires", "session", ["expires"])
    op.create_index("muted_other", "muted", ["other"])
    op.create_index("lease_owner", "lease", ["owner", "until"])
    op.create_index("person_guests", "person", ["created", "id"], sqlite_where=IS_GUEST, postgresql_where=IS_GUEST)


def _fill_seats() -> None:
    """Read the tables that are not over, some at a time; a summary that cannot be read has no seats."""
    connection, last = op.get_bind(), ""
    seat = sa.table("seat", *map(sa.column, ("table_id", "seat", "person", "created")))
    while rows := connection.execute(LIVE_ROWS, {"last": last, "rows": ROWS_AT_ONCE}).all():
        seats = [
            {"table_id": row.id, "seat": number, "person": person, "created": row.created}
            for row in rows
            for number, person in _persons(row.summary)
        ]
        if seats:
            connection.execute(sa.insert(seat), seats)
        last = rows[-1].id


def _persons(summary: str) -> list[tuple[int, str]]:
    try:
        held: list[Any] = json.loads(summary)["seats"]
        persons = [(number, one and one.get("person")) for number, one in enumerate(held)]
        return [(number, one) for number, one in persons if isinstance(one, str) and 0 < len(one) <= LONGEST_ID]
    except (ValueError, TypeError, LookupError, AttributeError):
        return []


def downgrade() -> None:
    """Drop both tables and restore the earlier indexes."""
    op.drop_index("lease_owner", "lease")
    op.drop_index("muted_other", "muted")
    op.drop_index("person_guests", "person")
    op.drop_index("ix_session_expires", "session")
    op.drop_index("played_public", "played")
    op.drop_index("table_summary_upkeep", "table_summary")
    op.drop_index("table_summary_lobby", "table_summary")
    op.create_index("table_summary_lobby", "table_summary", ["status", "private", "updated"])
    op.create_index("ix_played_ended", "played", ["ended"])
    op.drop_table("daily_score")
    op.drop_table("seat")
