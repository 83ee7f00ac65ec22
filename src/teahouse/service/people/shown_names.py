"""Names for display, looked up by the person's id. Logs and lists contain ids, so that names can change or go."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from teahouse.service.people.reserved import FORMER
from teahouse.service.store.schema import person

PROGRAM: Final = " (bot)"
"""What follows the name of a person whose own program plays; no name ends like this."""
MOST_AT_ONCE: Final = 500
NAMES: Final = msgspec.json.Decoder(list[str])
"""Reads the names of those who played a deal, as its row keeps them."""


def mark_of(name: str) -> str:
    """What logs and lists contain instead of a person's name: nothing, or the mark of a bot.

    >>> mark_of("Ann"), mark_of("Ann (bot)")
    ('', ' (bot)')
    """
    return PROGRAM if name.endswith(PROGRAM) else ""


def shown_name(kept: str, person_id: str | None, people: Mapping[str, str]) -> str:
    """The name to show for an entry of a log or a list; a house player keeps its name.

    >>> shown_name("Ann (bot)", "a1", {"a1": "Jasmine"}), shown_name("Ann", "a1", {}), shown_name("Tavi", None, {})
    ('Jasmine (bot)', 'Former player', 'Tavi')
    """
    return kept if person_id is None else people.get(person_id, FORMER) + mark_of(kept)


def names_of(connection: Connection, ids: Iterable[str | None]) -> dict[str, str]:
    """The names of these people, by id; those who are unknown are left out."""
    persons = sorted({one for one in ids if one is not None})
    names: dict[str, str] = {}
    for start in range(0, len(persons), MOST_AT_ONCE):
        some = person.c.id.in_(persons[start : start + MOST_AT_ONCE])
        names |= {row.id: row.name for row in connection.execute(select(person.c.id, person.c.name).where(some))}
    return names


def names_in_order(connection: Connection, ids: Sequence[str]) -> list[str]:
    """The names of these people, in the same order; those who deleted their account are former players."""
    names = names_of(connection, ids)
    return [names.get(one, FORMER) for one in ids]
