"""Names as they are shown: looked up by the person's id. Logs and lists hold ids, so that names can change and go."""

from collections.abc import Iterable, Mapping
from typing import Final

from sqlalchemy import Connection, select

from teahouse.service.people.reserved import FORMER
from teahouse.service.store.schema import person

PROGRAM: Final = " (bot)"
"""What follows the name of a person whose own program plays; no name ends like this."""
MOST_AT_ONCE: Final = 500


def mark_of(name: str) -> str:
    """What logs and lists hold of a person's name: nothing, or the sign of a program.

    >>> mark_of("Ann"), mark_of("Ann (bot)")
    ('', ' (bot)')
    """
    return PROGRAM if name.endswith(PROGRAM) else ""


def shown_name(kept: str, person_id: str | None, people: Mapping[str, str]) -> str:
    """The name to show for what a log or a list holds; a house player keeps its name.

    >>> shown_name("Ann (bot)", "a1", {"a1": "Jasmine"}), shown_name("Ann", "a1", {}), shown_name("Tavi", None, {})
    ('Jasmine (bot)', 'Former player', 'Tavi')
    """
    return kept if person_id is None else people.get(person_id, FORMER) + mark_of(kept)


def names_of(connection: Connection, ids: Iterable[str | None]) -> dict[str, str]:
    """The names of these people, by id; those who are unknown are left out."""
    wanted = sorted({one for one in ids if one is not None})
    found: dict[str, str] = {}
    for start in range(0, len(wanted), MOST_AT_ONCE):
        some = person.c.id.in_(wanted[start : start + MOST_AT_ONCE])
        found |= {row.id: row.name for row in connection.execute(select(person.c.id, person.c.name).where(some))}
    return found
