"""Finished deals can be searched by their traits, and played again.

Earlier deals get their variant, length, ending, special hands and accuracy, but not their openings, which are not in
the database: a search by opening does not find them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

WHOLE_DEAL = -1
FEWEST_CHOICES = 30
ACCURACIES = (70, 80, 90, 95)
AT_ONCE = 500
NO_CLAIM = '"type":"pass"'
COUNTED = """
UPDATE played SET variant = (
    SELECT max(person_deal.variant) FROM deal_player JOIN person_deal
    ON person_deal.person = deal_player.person AND person_deal.ended = played.ended
    AND person_deal.table_id = deal_player.table_id AND person_deal.deal = deal_player.deal
    WHERE deal_player.table_id = played.table_id AND deal_player.deal = played.deal
)
"""
INTO = "INSERT INTO deal_trait (trait, private, ended, table_id, deal, seat) "
WHERE_PLAYED = "played.private, played.ended, played.table_id, played.deal"
GAMES = f"{INTO} SELECT 'game/' || game, {WHERE_PLAYED}, {WHOLE_DEAL} FROM played WHERE variant IS NOT NULL"  # noqa: S608
VARIANTS = f"{INTO} SELECT 'variant/' || variant, {WHERE_PLAYED}, {WHOLE_DEAL} FROM played WHERE variant <> ''"  # noqa: S608
FEATS = f"""
{INTO} SELECT 'feat/' || badge.name, {WHERE_PLAYED}, deal_player.seat FROM badge
JOIN played ON played.table_id = badge.table_id AND played.deal = badge.deal AND played.variant IS NOT NULL
JOIN deal_player ON deal_player.table_id = badge.table_id AND deal_player.deal = badge.deal
    AND deal_player.person = badge.person
WHERE substr(badge.name, 1, 7) <> 'streak:'
"""  # noqa: S608 - constants
OF_MATCH = """
SELECT judged_seat.table_id, deal_player.person, sum(choices) AS choices, sum(merit) AS merit FROM judged_seat
JOIN deal_player ON deal_player.table_id = judged_seat.table_id AND deal_player.deal = judged_seat.deal
    AND deal_player.seat = judged_seat.seat
GROUP BY judged_seat.table_id, deal_player.person
"""
ACCURATE = f"""
{INTO} SELECT :trait, {WHERE_PLAYED}, deal_player.seat FROM ({OF_MATCH}) AS whole
JOIN deal_player ON deal_player.table_id = whole.table_id AND deal_player.person = whole.person
JOIN played ON played.table_id = deal_player.table_id AND played.deal = deal_player.deal AND played.variant IS NOT NULL
WHERE whole.choices >= {FEWEST_CHOICES} AND whole.merit >= :least * whole.choices
"""  # noqa: S608 - constants
DEALS = sa.text("SELECT table_id, deal, private, ended, result FROM played WHERE variant IS NOT NULL ORDER BY table_id")
LOG = sa.text(
    "SELECT kind, body FROM event WHERE table_id = :table AND kind IN ('dealt', 'moved', 'deal_ended') ORDER BY seq"
)
ENDING = sa.text(f"{INTO} VALUES (:trait, :private, :ended, :table_id, :deal, {WHOLE_DEAL})")
LENGTH = sa.text("UPDATE played SET length = :length WHERE table_id = :table_id AND deal = :deal")


def upgrade() -> None:
    """Create the tables, and note what is known of earlier deals."""
    op.add_column("played", sa.Column("variant", sa.String(80)))
    op.add_column("played", sa.Column("length", sa.Integer))
    op.create_table(
        "deal_trait",
        sa.Column("trait", sa.String(120), primary_key=True),
        sa.Column("private", sa.Boolean, primary_key=True),
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "known_deal",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("deal", sa.Integer),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    connection = op.get_bind()
    for order in (COUNTED, GAMES, VARIANTS, FEATS):
        connection.execute(sa.text(order))
    for least in ACCURACIES:
        connection.execute(sa.text(ACCURATE), {"trait": f"accuracy/{least}", "least": least})
    _look_into_logs(connection)


def _look_into_logs(connection: sa.Connection) -> None:
    """Note how each deal ended, and how many moves it took."""
    deals = groupby(connection.execute(DEALS).all(), key=lambda row: row.table_id)
    rows = (row for table, played in deals for row in _described(connection, table, list(played)))
    while some := list(islice(rows, AT_ONCE)):
        connection.execute(LENGTH, [{name: row[name] for name in ("table_id", "deal", "length")} for row in some])
        ended = [row for row in some if row["trait"]]
        if ended:
            names = ("trait", "private", "ended", "table_id", "deal")
            connection.execute(ENDING, [{name: row[name] for name in names} for row in ended])


def _described(connection: sa.Connection, table: str, deals: Sequence[Any]) -> Iterator[dict[str, Any]]:
    lengths = _lengths(connection.execute(LOG, {"table": table}).all())
    for row in deals:
        ending = _ending(row.result)
        yield {
            "trait": f"ending/{ending}" if ending else "",
            "private": row.private,
            "ended": row.ended,
            "table_id": table,
            "deal": row.deal,
            "length": lengths[row.deal] if row.deal < len(lengths) else 0,
        }


def _lengths(log: Sequence[Any]) -> list[int]:
    """The moves of each deal that has ended, passes left out."""
    lengths, moves = list[int](), 0
    for kind, body in log:
        if kind == "dealt":
            moves = 0
        elif kind == "moved":
            moves += NO_CLAIM not in body
        else:
            lengths.append(moves)
    return lengths


def _ending(result: str) -> str:
    try:
        return str(msgspec.json.decode(result)["ending"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return ""


def downgrade() -> None:
    """Drop them."""
    for table in ("known_deal", "deal_trait"):
        op.drop_table(table)
    for column in ("length", "variant"):
        op.drop_column("played", column)
