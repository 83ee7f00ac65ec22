"""The ways into an account: recovery codes, known devices, passkeys, mail addresses, and which sessions are bots'."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add the tables, and mark the sessions of bots."""
    op.add_column("session", sa.Column("bot", sa.Boolean(), nullable=False, server_default=sa.false()))
    mark = sa.text("UPDATE session SET bot = :yes, agent = substr(agent, 6) WHERE agent LIKE 'bot: %'")
    op.execute(mark.bindparams(yes=True))
    op.create_table(
        "recovery_code",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("code_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "known_device",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("seen", sa.BigInteger(), nullable=False),
    )
    op.create_index("known_device_person", "known_device", ["person", "seen"])
    _add_passkeys()
    _add_mail()


def _add_passkeys() -> None:
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("credential", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger()),
    )
    op.create_index("ix_passkey_person", "passkey", ["person"])
    op.create_table(
        "challenge",
        sa.Column("ticket_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("challenge", sa.String(100), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_challenge_expires", "challenge", ["expires"])


def _add_mail() -> None:
    op.create_table(
        "mail_address",
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_mail_address_address", "mail_address", ["address"])
    op.create_table(
        "mail_token",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("person.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_mail_token_person", "mail_token", ["person"])
    op.create_index("ix_mail_token_expires", "mail_token", ["expires"])


def downgrade() -> None:
    """Drop the tables and the mark."""
    for name in ("mail_token", "mail_address", "challenge", "passkey", "known_device", "recovery_code"):
        op.drop_table(name)
    op.drop_column("session", "bot")
