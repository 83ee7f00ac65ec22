"""The rows of the database that are deleted with a person: with an account, or with a guest who is forgotten."""

from typing import Final

from sqlalchemy import Column, Connection, delete

from teahouse.service.store import schema as s
from teahouse.service.store.schema import social as p
from teahouse.service.store.schema import statistics as t
from teahouse.service.store.schema import study as y

FORGOTTEN: Final[tuple[Column[str], ...]] = (
    s.muted.c.person,
    s.muted.c.other,
    s.blocked.c.person,
    s.blocked.c.other,
    s.administrator.c.person,
    s.departure.c.person,
    s.recovery_code.c.person,
    s.known_device.c.person,
    s.passkey.c.person,
    s.mail_token.c.person,
    s.mail_address.c.person,
    s.session.c.person,
    s.scorebook_member.c.person,
    s.house_ruleset.c.person,
    p.rating.c.person,
    p.rating_change.c.person,
    p.seek.c.person,
    p.seek.c.target,
    p.follow.c.person,
    p.follow.c.other,
    p.presence.c.person,
    p.notice.c.person,
    p.notice.c.other,
    p.notice_off.c.person,
    s.analysis.c.person,
    y.training_card.c.person,
    y.puzzle_try.c.person,
    y.puzzle_strength.c.person,
    t.person_deal.c.person,
    t.tally.c.person,
    t.figure.c.person,
    t.house_record.c.person,
    t.badge.c.person,
    t.leader.c.person,
    t.private_profile.c.person,
)
"""Rows that are deleted with the person whom these columns name."""


def delete_private_rows(connection: Connection, person: str) -> None:
    """Delete every row about a person that nobody else needs."""
    for column in FORGOTTEN:
        connection.execute(delete(column.table).where(column == person))
