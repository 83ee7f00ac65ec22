"""The tables of the database, for SQLite and PostgreSQL alike.

Moments are milliseconds since 1970, so that both databases keep the same plain numbers.
"""

from typing import Final

from sqlalchemy import Table

from teahouse.service.store.schema.access import (
    challenge,
    known_device,
    mail_address,
    mail_token,
    passkey,
    recovery_code,
    session,
)
from teahouse.service.store.schema.coins import balance, entry, posting
from teahouse.service.store.schema.days import daily_par, daily_score, daily_secret, daily_try
from teahouse.service.store.schema.deals import deal_trait, known_deal
from teahouse.service.store.schema.judgements import deal_in_play, judged_seat, judgement, judgement_job
from teahouse.service.store.schema.metadata import metadata
from teahouse.service.store.schema.moderation import administrator, departure, house_audit, report, sanction
from teahouse.service.store.schema.people import blocked, muted, person
from teahouse.service.store.schema.scorebooks import house_ruleset, scorebook, scorebook_entry, scorebook_member
from teahouse.service.store.schema.social import (
    follow,
    notice,
    notice_off,
    presence,
    rated_match,
    rating,
    rating_change,
    seek,
)
from teahouse.service.store.schema.statistics import (
    badge,
    figure,
    house_record,
    leader,
    person_deal,
    private_profile,
    tally,
)
from teahouse.service.store.schema.study import analysis, puzzle, puzzle_strength, puzzle_try, training_card
from teahouse.service.store.schema.tables import deal_player, event, lease, played, seat, table_summary

__all__ = [
    "administrator",
    "analysis",
    "badge",
    "balance",
    "blocked",
    "challenge",
    "daily_par",
    "daily_score",
    "daily_secret",
    "daily_try",
    "deal_in_play",
    "deal_player",
    "deal_trait",
    "departure",
    "entry",
    "event",
    "figure",
    "follow",
    "house_audit",
    "house_record",
    "house_ruleset",
    "judged_seat",
    "judgement",
    "judgement_job",
    "known_deal",
    "known_device",
    "leader",
    "lease",
    "mail_address",
    "mail_token",
    "metadata",
    "muted",
    "names_of",
    "notice",
    "notice_off",
    "passkey",
    "person",
    "person_deal",
    "played",
    "posting",
    "presence",
    "private_profile",
    "puzzle",
    "puzzle_strength",
    "puzzle_try",
    "rated_match",
    "rating",
    "rating_change",
    "recovery_code",
    "report",
    "sanction",
    "scorebook",
    "scorebook_entry",
    "scorebook_member",
    "seat",
    "seek",
    "session",
    "table_summary",
    "tally",
    "training_card",
]

EARLIER_NAMES: Final = {"table_summary": "sitting", "deal_player": "player"}
"""What tables were called before schema 0004; backups of older databases hold these names."""


def names_of(table: Table) -> tuple[str, ...]:
    """The name of a table, and the one it had in older schemas.

    >>> names_of(table_summary)
    ('table_summary', 'sitting')
    """
    name = str(table.name)
    return (name, EARLIER_NAMES[name]) if name in EARLIER_NAMES else (name,)
