"""Positions with their solutions as rows of the database, and how puzzles and people are rated against each other.

A puzzle is given to a person once, and stays theirs until it is answered, even if they leave the page. The first answer
counts, as a match between the person and the puzzle (Glicko-2).
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, exists, func, insert, or_, select, update

from teahouse.players import PLAYERS
from teahouse.players.weighing import Exercise, Weighed
from teahouse.service.pages import AnyRow, AnySelect
from teahouse.service.people.ratings.book import FIELDS, NEW, rating_of
from teahouse.service.people.ratings.glicko import glicko
from teahouse.service.people.ratings.rating import RatedPlayer, Rating
from teahouse.service.store.schema import deal_player, puzzle, puzzle_strength, puzzle_try
from teahouse.service.store.upsert import upsert
from teahouse.service.timers import DAY_MS

MOST_PUZZLES: Final = 20_000
"""The most puzzles of a game that are stored for everybody."""
MOST_OWN: Final = 2_000
"""How many of those the house may create itself."""
GUESSED: Final = 200.0
"""The deviation of a new puzzle, whose strength is a guess."""
NEAR: Final = 12
"""Puzzles on each side of a person's strength among which one is drawn."""
SOLUTION: Final = msgspec.json.Decoder(Weighed)


class Origin(NamedTuple):
    """Where exercises were played; empty for those that the house creates itself. public: may everybody see them?"""

    table: str = ""
    deal: int = 0
    seed_key: str = ""
    public: bool = True


def exercise_id(exercise: Exercise) -> str:
    """The same position has the same id."""
    return position_id(exercise.game, exercise.position)


def position_id(game: str, position: str) -> str:
    """The id under which a position is stored, if it is."""
    return hashlib.sha256(f"{game}\n{position}".encode()).hexdigest()[:32]


def keep_exercises(connection: Connection, exercises: Sequence[Exercise], origin: Origin, now: int) -> None:
    """Store positions; those that are stored already stay as they are."""
    rows = [_row(one, origin, now) for one in exercises]
    if rows:
        connection.execute(upsert(connection, puzzle).on_conflict_do_nothing(index_elements=["id"]), rows)


def _row(one: Exercise, origin: Origin, now: int) -> dict[str, Any]:
    place = {"table_id": origin.table, "deal": origin.deal, "step": one.step, "seed_key": origin.seed_key}
    rated = msgspec.structs.asdict(Rating(one.weighed.strength, GUESSED, at=now))
    about = {"game": one.game, "position": one.position, "seat": one.seat, "exact": one.weighed.exact}
    solution = msgspec.json.encode(one.weighed).decode()
    is_public = origin.public and is_puzzle(one)
    return {"id": exercise_id(one), "solution": solution, "public": is_public, "created": now} | place | rated | about


def is_puzzle(one: Exercise) -> bool:
    """Is one move clearly better: proven, or by opinion in a game in which nothing can be proven?"""
    trainer = PLAYERS[one.game].trainer
    return one.weighed.is_clear and (one.weighed.exact or (trainer is not None and trainer.unproven))


def solution_of(row: AnyRow) -> Weighed:
    """The solution of a position."""
    return SOLUTION.decode(row.solution)


def is_stocked(connection: Connection, game: str, most: int, *, own: bool = False) -> bool:
    """Are at least this many puzzles of a game stored? own: count only those that the house created itself."""
    query = select(puzzle.c.id).where(puzzle.c.game == game, puzzle.c.public.is_(True))
    if own:
        query = query.where(puzzle.c.table_id == "")
    return connection.execute(select(func.count()).select_from(query.limit(most).subquery())).scalar_one() >= most


def open_puzzle(connection: Connection, person: str, game: str) -> AnyRow | None:
    """The puzzle that a person was given and has not answered."""
    query = select(puzzle).join(puzzle_try, puzzle_try.c.puzzle == puzzle.c.id)
    return connection.execute(query.where(*_open(person, game)).limit(1)).first()


def given_puzzle(connection: Connection, person: str, puzzle_id: str) -> AnyRow | None:
    """A puzzle that a person was given, answered or not."""
    query = select(puzzle).join(puzzle_try, puzzle_try.c.puzzle == puzzle.c.id)
    return connection.execute(query.where(puzzle_try.c.person == person, puzzle.c.id == puzzle_id)).first()


def _open(person: str, game: str) -> tuple[ColumnElement[bool], ...]:
    return puzzle_try.c.person == person, puzzle_try.c.game == game, puzzle_try.c.answered == 0


def nearest(connection: Connection, person: str, game: str) -> list[AnyRow]:
    """Puzzles near a person's strength that they have neither been given nor played, the nearest first."""
    strength = strength_of(connection, person, game).rating
    base = select(puzzle).where(puzzle.c.game == game, puzzle.c.public.is_(True), *_unknown_to(person))
    sides: tuple[AnySelect, ...] = (
        base.where(puzzle.c.rating >= strength).order_by(puzzle.c.rating).limit(NEAR),
        base.where(puzzle.c.rating < strength).order_by(puzzle.c.rating.desc()).limit(NEAR),
    )
    rows = [row for side in sides for row in connection.execute(side)]
    return sorted(rows, key=lambda row: abs(row.rating - strength))[:NEAR]


def _unknown_to(person: str) -> tuple[ColumnElement[bool], ...]:
    was_given = exists().where(puzzle_try.c.person == person, puzzle_try.c.puzzle == puzzle.c.id)
    at = (deal_player.c.table_id == puzzle.c.table_id, deal_player.c.deal == puzzle.c.deal)
    return ~was_given, ~exists().where(deal_player.c.person == person, *at)


def random_puzzles(connection: Connection, game: str, most: int, now: int) -> list[Exercise]:
    """Some puzzles of a game in random order; those of deals that somebody may still play today are left out."""
    is_over = or_(puzzle.c.table_id == "", puzzle.c.created < now - 2 * DAY_MS)
    query = select(puzzle).where(puzzle.c.game == game, puzzle.c.public.is_(True), is_over)
    return [
        Exercise(game=row.game, position=row.position, seat=row.seat, weighed=solution_of(row))
        for row in connection.execute(query.order_by(func.random()).limit(most))
    ]


def give(connection: Connection, person: str, row: AnyRow, now: int) -> AnyRow:
    """Give a puzzle to a person, unless they hold another one: then that one."""
    current = open_puzzle(connection, person, row.game)
    if current is not None:
        return current
    new = {"given": now, "answered": 0, "is_right": False, "change": 0.0}
    connection.execute(insert(puzzle_try).values(person=person, puzzle=row.id, game=row.game, **new))
    return row


def take_back(connection: Connection, person: str, puzzle_id: str) -> None:
    """Take a puzzle back that was not answered, because its deal is played again."""
    mine = (puzzle_try.c.person == person, puzzle_try.c.puzzle == puzzle_id, puzzle_try.c.answered == 0)
    connection.execute(puzzle_try.delete().where(*mine))


class PuzzleRating(NamedTuple):
    """A person's strength after an answer, and what the first answer changed."""

    strength: Rating
    change: float


def rate(connection: Connection, person: str, row: AnyRow, now: int, *, right: bool) -> PuzzleRating | None:
    """Count the first answer to a puzzle for both sides; None if it was not given to this person."""
    mine = (puzzle_try.c.person == person, puzzle_try.c.puzzle == row.id)
    connection.execute(select(puzzle.c.id).where(puzzle.c.id == row.id).with_for_update())
    tried = connection.execute(select(puzzle_try).where(*mine).with_for_update()).first()
    if tried is None:
        return None
    before = strength_of(connection, person, row.game)
    if tried.answered:
        return PuzzleRating(before, tried.change)
    after, other = glicko([RatedPlayer(before, int(not right)), RatedPlayer(rating_of(row), int(right))], now, 1)
    answered = {"answered": now, "is_right": right, "change": after.rating - before.rating}
    connection.execute(update(puzzle_try).where(*mine).values(answered))
    connection.execute(update(puzzle).where(puzzle.c.id == row.id).values(msgspec.structs.asdict(other)))
    _keep_strength(connection, person, row.game, after)
    return PuzzleRating(after, after.rating - before.rating)


def _keep_strength(connection: Connection, person: str, game: str, strength: Rating) -> None:
    new = upsert(connection, puzzle_strength).values(person=person, game=game, **msgspec.structs.asdict(strength))
    later = {name: new.excluded[name] for name in FIELDS}
    connection.execute(new.on_conflict_do_update(index_elements=["person", "game"], set_=later))


def strength_of(connection: Connection, person: str, game: str) -> Rating:
    """A person's strength in the puzzles of a game."""
    return strengths_of(connection, person).get(game, NEW)


def strengths_of(connection: Connection, person: str) -> Mapping[str, Rating]:
    """A person's strengths in puzzles, by game."""
    rows = connection.execute(select(puzzle_strength).where(puzzle_strength.c.person == person))
    return {row.game: rating_of(row) for row in rows}


def games_with_puzzles(connection: Connection, games: Collection[str]) -> set[str]:
    """The games of which the house has a puzzle."""
    some = (select(puzzle.c.game).where(puzzle.c.game == game, puzzle.c.public.is_(True)).limit(1) for game in games)
    return {str(game) for query in some for game in connection.execute(query).scalars()}
