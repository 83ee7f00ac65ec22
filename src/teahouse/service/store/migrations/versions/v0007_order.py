"""Order at the tables: blocks, administrators, sanctions, departures, reports and the log of administrators' acts."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

REFUSED = "the audit log is append-only"


def upgrade() -> None:
    """Add the tables, and let the database itself refuse changes of the audit log."""
    _make_people_tables()
    _make_report()
    _make_audit()
    _keep_audit()


def _make_people_tables() -> None:
    op.create_table(
        "blocked",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("other", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
    )
    op.create_index("blocked_other", "blocked", ["other"])
    op.create_table(
        "administrator",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "sanction",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(500), nullable=False),
    )
    op.create_table(
        "departure",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(32), primary_key=True),
    )
    op.create_index("departure_at", "departure", ["at"])


def _make_report() -> None:
    op.create_table(
        "report",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("decided", sa.BigInteger()),
        sa.Column("note", sa.String(500), nullable=False),
    )
    op.create_index("report_status", "report", ["status", "at", "id"])
    op.create_index("report_person", "report", ["person", "at"])
    op.create_index("report_reporter", "report", ["reporter", "status", "person"])


def _make_audit() -> None:
    op.create_table(
        "house_audit",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("administrator", sa.String(32), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("why", sa.String(500), nullable=False),
    )
    op.create_index("house_audit_person", "house_audit", ["person", "id"])


def _keep_audit() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE OR REPLACE FUNCTION house_audit_kept() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$"
        )
        op.execute(
            "CREATE TRIGGER house_audit_kept BEFORE UPDATE OR DELETE ON house_audit "
            "FOR EACH ROW EXECUTE FUNCTION house_audit_kept()"
        )
        return
    for what in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER house_audit_{what.lower()} BEFORE {what} ON house_audit "
            f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
        )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("house_audit", "report", "departure", "sanction", "administrator", "blocked"):
        op.drop_table(name)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION IF EXISTS house_audit_kept()")
