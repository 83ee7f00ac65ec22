"""Training as the routes call it: the next card, a puzzle, the answer to either."""

import os
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection

from teahouse.players import PLAYERS
from teahouse.players.weighing import Exercise
from teahouse.service.analysis.positions import POSITION_SECONDS
from teahouse.service.engines.judge import JudgeService
from teahouse.service.engines.queue import Lane
from teahouse.service.engines.workers import Workers
from teahouse.service.errors import refused
from teahouse.service.pages import AnyRow
from teahouse.service.people.ratings.book import NEW
from teahouse.service.people.ratings.rating import ShownRating, shown_rating
from teahouse.service.store.store import Store
from teahouse.service.timers import Timers
from teahouse.service.training import cards, puzzles
from teahouse.service.training.puzzles import Origin
from teahouse.service.training.tasks import (
    AnsweredPosition,
    NextTask,
    PosedPosition,
    SlipPlace,
    TaskKind,
    TaskMove,
    TrainingTask,
    TrainingVerdict,
    posed,
    verdict_on,
)

MOST_CHECKED: Final = 12
"""The most positions that are checked to find one that may be shown."""
AMONG: Final = 5
"""A puzzle is drawn from this many of the nearest."""
SEED_BYTES: Final = 16
TRAINED: Final = tuple(game for game, players in PLAYERS.items() if players.trainer is not None)

InPlay = Callable[[str, str, str | None], Awaitable[bool]]
"""Is a deal played now? Takes its game, the key of its seed, and the tiles left, if they can identify the deal."""


class PuzzleGame(msgspec.Struct, frozen=True):
    """The puzzles of a game: a person's strength, and whether there are any. opinion: no solution is proven."""

    game: str
    strength: ShownRating
    has_puzzles: bool
    opinion: bool


class TrainingOverview(msgspec.Struct, frozen=True):
    """An overview of a person's training.

    due: cards to answer now. next_due: when the next card comes. boxes: cards in each box. learned: cards that are
    done. days: after how many days the cards of each box come again.
    """

    due: int
    next_due: int | None
    boxes: tuple[int, ...]
    learned: int
    days: tuple[int, ...]
    games: tuple[PuzzleGame, ...]


class Training:
    """Gives people cards and puzzles, and takes their answers."""

    def __init__(
        self, store: Store, workers: Workers, judge_service: JudgeService, timers: Timers, in_play: InPlay
    ) -> None:
        """Store everything in this store; positions of deals that are in play are not shown."""
        self._store, self._workers, self._judge_service, self._timers = store, workers, judge_service, timers
        self._in_play = in_play

    async def overview(self, person: str) -> TrainingOverview:
        """An overview of a person's training; a visitor has no cards yet."""
        now = self._timers.date()

        def job(connection: Connection) -> TrainingOverview:
            boxes, strengths = cards.boxes_of(connection, person), puzzles.strengths_of(connection, person)
            some = puzzles.games_with_puzzles(connection, TRAINED)
            return TrainingOverview(
                cards.count_due(connection, person, now),
                cards.next_due(connection, person),
                tuple(boxes.get(box, 0) for box in range(1, len(cards.BOXES) + 1)),
                boxes.get(cards.LEARNED, 0),
                cards.BOXES,
                tuple(
                    PuzzleGame(
                        game,
                        shown_rating(strengths.get(game, NEW)),
                        game in some or makes(game),
                        uses_estimates(game),
                    )
                    for game in TRAINED
                ),
            )

        return await self._store.read(job)

    async def next_card(self, person: str, game: str = "") -> NextTask:
        """The card that is due longest, of one game or of any; none if nothing is due that may be shown."""
        now = self._timers.date()
        read = partial(cards.due_cards, person=person, game=game, now=now, most=MOST_CHECKED)
        for row in await self._store.read(read):
            task = await self._task(person, row, "slip")
            if task is not None:
                return NextTask(task)
        return NextTask(None)

    async def answer_card(self, person: str, card_id: str, text: str) -> TrainingVerdict:
        """The verdict on an answer; only that to a card that is due moves it."""
        row = await self._store.read(partial(cards.card, person=person, card_id=card_id))
        if row is None:
            raise refused("training/unknown")
        await self._check_free(row)
        verdict, now = _verdict(row, text), self._timers.date()
        moved = await self._store.write(
            lambda connection: cards.move_card(connection, person, card_id, now, right=verdict.right)
        )
        assert moved is not None, "cards are taken out, and not deleted"
        place = SlipPlace(row.table_id, row.deal, row.step, row.seat, row.played) if row.table_id else None
        return replace(verdict, place=place, box=moved.box, due=moved.due)

    async def take_out(self, person: str, card_id: str) -> None:
        """Take a card out of training."""
        if not await self._store.write(partial(cards.take_out, person=person, card_id=card_id)):
            raise refused("training/unknown")

    async def add(self, lane: Lane, record: bytes, step: int, origin: Origin) -> None:
        """Make a card of a mistake in a finished deal that the person may see; refused if the move was none."""
        exercises = await self._judge_service.exercises(record, [step], lane)
        if not exercises.found:
            raise refused("training/unweighed" if exercises.unweighed else "training/slip")
        new = exercises.found
        now, card_id = self._timers.date(), puzzles.exercise_id(new[0])

        def job(connection: Connection) -> None:
            puzzles.keep_exercises(connection, new, origin, now)
            cards.add_cards(connection, lane.person, new, now)
            cards.put_back(connection, lane.person, card_id, now)

        await self._store.write(job)

    async def next_puzzle(self, lane: Lane, game: str) -> NextTask:
        """The puzzle that a person has not answered yet, or a new one near their strength; created if there is none."""
        if game not in TRAINED:
            raise refused("wire/unknown", f"expected a game with puzzles, got {game!r}")
        current = await self._store.read(partial(puzzles.open_puzzle, person=lane.person, game=game))
        if current is not None:
            task = await self._task(lane.person, current, "puzzle")
            if task is not None:
                return NextTask(task)
            await self._store.write(partial(puzzles.take_back, person=lane.person, puzzle_id=current.id))
        task = await self.draw_puzzle(lane.person, game)
        if task is None and await self._set_up(lane, game):
            task = await self.draw_puzzle(lane.person, game)
        return NextTask(task)

    async def draw_puzzle(self, person: str, game: str) -> TrainingTask | None:
        """One of the nearest puzzles that may be shown, given to the person; none is created for this."""
        rows = await self._store.read(partial(puzzles.nearest, person=person, game=game))
        near, far = rows[:AMONG], rows[AMONG:]
        for row in (*random.sample(near, len(near)), *far):
            if await self._task(person, row, "puzzle") is not None:
                current = await self._store.write(
                    partial(puzzles.give, person=person, row=row, now=self._timers.date())
                )
                return await self._task(person, current, "puzzle")
        return None

    async def _set_up(self, lane: Lane, game: str) -> bool:
        """Create a few puzzles with an engine; False if that is not possible for this game, or there are enough."""
        if not makes(game) or await self._store.read(
            lambda connection: puzzles.is_stocked(connection, game, puzzles.MOST_OWN, own=True)
        ):
            return False
        is_new = not await self._store.read(lambda connection: puzzles.is_stocked(connection, game, 1, own=True))
        seed = b"" if is_new and has_first(game) else os.urandom(SEED_BYTES)
        exercises = await self._judge_service.set_up(game, seed, lane)
        now = self._timers.date()
        await self._store.write(lambda connection: puzzles.keep_exercises(connection, exercises, Origin(), now))
        return bool(exercises)

    async def answer_puzzle(self, person: str, puzzle_id: str, text: str) -> TrainingVerdict:
        """The verdict on an answer to a puzzle that this person was given; the first one counts."""
        row = await self._store.read(partial(puzzles.given_puzzle, person=person, puzzle_id=puzzle_id))
        if row is None:
            raise refused("training/unknown")
        await self._check_free(row)
        verdict, now = _verdict(row, text), self._timers.date()
        rated = await self._store.write(
            lambda connection: puzzles.rate(connection, person, row, now, right=verdict.right)
        )
        if rated is None:
            raise refused("training/unknown")
        return replace(verdict, strength=shown_rating(rated.strength), change=round(rated.change))

    async def _task(self, person: str, row: AnyRow, kind: TaskKind) -> TrainingTask | None:
        """A position without its solution; None if its deal is played now."""
        position = await self._posed(person, row)
        if await self._in_play(row.game, row.seed_key, position.tiles):
            return None
        return TrainingTask(
            id=row.id,
            kind=kind,
            game=row.game,
            options=position.options,
            view=position.view,
            seat=row.seat,
            moves=tuple(TaskMove(one.move, one.text) for one in puzzles.solution_of(row).moves),
            exact=row.exact,
            box=row.box if kind == "slip" else None,
            strength=round(row.rating) if kind == "puzzle" else None,
        )

    async def _posed(self, person: str, row: AnyRow) -> PosedPosition:
        lane = self._workers.lane_of(person)
        return await self._workers.run(lane, POSITION_SECONDS, posed, row.game, row.position, row.seat)

    async def _check_free(self, row: AnyRow) -> None:
        """Refuse to judge a move of a deal that is played now."""
        if await self._in_play(row.game, row.seed_key, (await self._posed("", row)).tiles):
            raise refused("record/sealed")


def _verdict(row: AnyRow, text: str) -> TrainingVerdict:
    verdict = verdict_on(puzzles.solution_of(row), AnsweredPosition(row.id, row.game, row.position), text)
    if verdict is None:
        raise refused("move/illegal", f"expected a move of this position, got {text!r}")
    return verdict


def makes(game: str) -> bool:
    """Can the house create puzzles of a game itself?"""
    trainer = PLAYERS[game].trainer
    return trainer is not None and trainer.late is not None


def has_first(game: str) -> bool:
    """Is there a first set of puzzles of a game?"""
    trainer = PLAYERS[game].trainer
    return trainer is not None and bool(trainer.first)


def uses_estimates(game: str) -> bool:
    """Are the solutions of a game's puzzles estimates, and not proven?"""
    trainer = PLAYERS[game].trainer
    return trainer is not None and trainer.unproven


def train_on(
    connection: Connection, exercises: Sequence[Exercise], persons: Mapping[int, str], origin: Origin, now: int
) -> None:
    """Store the slips of a judged deal, and add them to the cards of the people who made them. persons: by step."""
    puzzles.keep_exercises(
        connection, [one for one in exercises if one.step in persons or puzzles.is_puzzle(one)], origin, now
    )
    for person in sorted(set(persons.values())):
        cards.add_cards(connection, person, [one for one in exercises if persons.get(one.step) == person], now)
