"""Plain names: `sitting` becomes `table_summary`, `player` becomes `deal_player`."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Rename both tables and their indexes; every row stays as it is."""
    op.drop_index("sitting_lobby", "sitting")
    op.drop_index("ix_player_person", "player")
    op.rename_table("sitting", "table_summary")
    op.rename_table("player", "deal_player")
    op.create_index("table_summary_lobby", "table_summary", ["status", "private", "updated"])
    op.create_index("ix_deal_player_person", "deal_player", ["person"])


def downgrade() -> None:
    """Give both tables their earlier names."""
    op.drop_index("table_summary_lobby", "table_summary")
    op.drop_index("ix_deal_player_person", "deal_player")
    op.rename_table("table_summary", "sitting")
    op.rename_table("deal_player", "player")
    op.create_index("sitting_lobby", "sitting", ["status", "private", "updated"])
    op.create_index("ix_player_person", "player", ["person"])
