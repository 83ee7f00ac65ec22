"""The cards of a person: positions in boxes that come again after some days.

A new card starts in the first box and is due at once. A right answer moves it one box up, a wrong one to the first. A
card that is answered right in the last box is learned. A card that was taken out stays out, and does not come back when
its deal is judged again.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, exists, func, select, update

from teahouse.players.weighing import Exercise
from teahouse.service.pages import AnyRow
from teahouse.service.store.schema import puzzle, training_card
from teahouse.service.store.upsert import upsert
from teahouse.service.timers import DAY_MS
from teahouse.service.training.puzzles import exercise_id

BOXES: Final = (1, 3, 7, 21)
"""Days after which the cards of each box come again."""
FIRST: Final = 1
LEARNED: Final = 0
OUT: Final = -1
NEVER: Final = 1 << 60
MOST_CARDS: Final = 200
"""The most cards of a person; the oldest are deleted."""
CARD: Final = select(
    puzzle, *(training_card.c[name] for name in ("box", "due", "added", "tries", "rights", "played"))
).join(training_card, training_card.c.puzzle == puzzle.c.id)


def add_cards(connection: Connection, person: str, exercises: Sequence[Exercise], now: int) -> None:
    """Add positions to a person's cards; cards that exist already stay in their boxes. The oldest are deleted."""
    rows = [
        {
            "person": person,
            "puzzle": exercise_id(one),
            "box": FIRST,
            "due": now,
            "added": now,
            "tries": 0,
            "rights": 0,
            "played": one.played,
        }
        for one in exercises
    ]
    if rows:
        new = upsert(connection, training_card).on_conflict_do_nothing(index_elements=["person", "puzzle"])
        connection.execute(new, rows)
        _delete_oldest(connection, person)


def _delete_oldest(connection: Connection, person: str) -> None:
    newest = training_card.c.added.desc(), training_card.c.puzzle
    query = select(training_card.c.puzzle).where(training_card.c.person == person)
    old = list(connection.execute(query.order_by(*newest).offset(MOST_CARDS)).scalars())
    if old:
        condition = (training_card.c.person == person, training_card.c.puzzle.in_(old))
        connection.execute(delete(training_card).where(*condition))
        has_card = exists().where(training_card.c.puzzle == puzzle.c.id)
        connection.execute(delete(puzzle).where(puzzle.c.id.in_(old), puzzle.c.public.is_(False), ~has_card))


def put_back(connection: Connection, person: str, card_id: str, now: int) -> None:
    """Make a card due again that was taken out or learned, because its person asks for it."""
    mine = (*_at(person, card_id), training_card.c.box.in_((LEARNED, OUT)))
    connection.execute(update(training_card).where(*mine).values(box=FIRST, due=now))


def due_cards(connection: Connection, person: str, game: str, now: int, most: int) -> list[AnyRow]:
    """The cards that are due, those that wait longest first."""
    query = CARD.where(training_card.c.person == person, training_card.c.due <= now)
    if game:
        query = query.where(puzzle.c.game == game)
    return list(connection.execute(query.order_by(training_card.c.due, training_card.c.added.desc()).limit(most)))


def card(connection: Connection, person: str, card_id: str) -> AnyRow | None:
    """A card of a person."""
    return connection.execute(CARD.where(*_at(person, card_id))).first()


def _at(person: str, card_id: str) -> tuple[ColumnElement[bool], ...]:
    return training_card.c.person == person, training_card.c.puzzle == card_id


def move_card(connection: Connection, person: str, card_id: str, now: int, *, right: bool) -> AnyRow | None:
    """Put a card that is due into its next box; one that is not stays where it is. The card afterwards."""
    mine = (*_at(person, card_id), training_card.c.due <= now)
    due_card = connection.execute(select(training_card).where(*mine).with_for_update()).first()
    if due_card is not None:
        box = next_box(due_card.box, right=right)
        due = NEVER if box == LEARNED else now + BOXES[box - 1] * DAY_MS
        counts = {"tries": due_card.tries + 1, "rights": due_card.rights + right}
        connection.execute(update(training_card).where(*mine).values(box=box, due=due, **counts))
    return card(connection, person, card_id)


def next_box(box: int, *, right: bool) -> int:
    """The box of a card after an answer.

    >>> [next_box(box, right=True) for box in (1, 3, 4)], next_box(4, right=False)
    ([2, 4, 0], 1)
    """
    if not right:
        return FIRST
    return LEARNED if box >= len(BOXES) else box + 1


def take_out(connection: Connection, person: str, card_id: str) -> bool:
    """Take a card out of all boxes; False if there is no such card."""
    out = update(training_card).where(*_at(person, card_id)).values(box=OUT, due=NEVER)
    return connection.execute(out).rowcount > 0


def boxes_of(connection: Connection, person: str) -> Mapping[int, int]:
    """How many cards lie in each box."""
    query = select(training_card.c.box, func.count()).where(training_card.c.person == person)
    return {int(box): int(count) for box, count in connection.execute(query.group_by(training_card.c.box))}


def next_due(connection: Connection, person: str) -> int | None:
    """When the next card is due; None without cards."""
    query = select(func.min(training_card.c.due)).where(training_card.c.person == person, training_card.c.due < NEVER)
    due = connection.execute(query).scalar()
    return None if due is None else int(due)


def count_due(connection: Connection, person: str, now: int) -> int:
    """How many cards are due."""
    query = select(func.count()).select_from(training_card)
    return int(
        connection.execute(query.where(training_card.c.person == person, training_card.c.due <= now)).scalar_one()
    )
