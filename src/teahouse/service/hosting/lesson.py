"""A lesson: small steps on a real board, each with its right moves, computed by the rules."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from teahouse.core.game import AnyGame, seen_events
from teahouse.core.seats import Seat

LEARNER: Final = Seat(0)

LessonWalk = Callable[[AnyGame, Any], Any]
"""Plays one ply."""

Right = Callable[[AnyGame, Any], Sequence[Any]]
"""The right moves of a step in a state; none if the state does not fit the step."""


Settle = Callable[[AnyGame, Any], tuple[Seat, Any] | None]
"""The next answer to the learner's move: seat and move; None when all have answered."""


class Scene(msgspec.Struct, frozen=True):
    """One step as written: its name, the deal's seed, how to play up to it, and the right moves.

    The deal is played on from `after` plies until there are right moves. `tile`, if given, is the tile that the
    step's text names, from one of the right moves. `settle` is what others play before the end of the step is shown.
    """

    key: str
    seed: str
    walk: LessonWalk
    right: Right
    after: int = 0
    settle: Settle | None = None
    tile: Callable[[AnyGame, Any, Any], str] | None = None


class LessonPlan(NamedTuple):
    """A lesson as it is written: the options of its board, and its steps."""

    options: Mapping[str, Any]
    scenes: tuple[Scene, ...]


class LessonMove(msgspec.Struct, frozen=True):
    """A right move, the events that the learner sees, and the view after it."""

    move: Any
    events: tuple[Any, ...]
    view: Any


class LessonStep(msgspec.Struct, frozen=True):
    """One step: the learner's view and moves, the right ones among them, and the tile that the text names."""

    key: str
    view: Any
    moves: tuple[Any, ...]
    right: tuple[LessonMove, ...]
    tile: str


class Lesson(msgspec.Struct, frozen=True):
    """A game's lesson: how many sit at its table, and the steps; the learner has seat 0."""

    game: str
    seats: int
    steps: tuple[LessonStep, ...]


def make_lesson(game: AnyGame, scenes: Sequence[Scene]) -> Lesson:
    """Compute the steps of a lesson from its scenes."""
    return Lesson(game.name, len(game.seats), tuple(_step(game, scene) for scene in scenes))


def _step(game: AnyGame, scene: Scene) -> LessonStep:
    state = next(state for state in _states(game, scene) if scene.right(game, state))
    right = tuple(_right(game, scene, state, move) for move in scene.right(game, state))
    tile = "" if scene.tile is None else scene.tile(game, state, right[0].move)
    return LessonStep(scene.key, game.view(state, LEARNER), tuple(game.legal_moves(state, LEARNER)), right, tile)


def _states(game: AnyGame, scene: Scene) -> Iterator[Any]:
    state, ply = game.deal(scene.seed.encode()), 0
    while game.result(state) is None:
        if ply >= scene.after:
            yield state
        state, ply = scene.walk(game, state), ply + 1


def _right(game: AnyGame, scene: Scene, state: Any, move: Any) -> LessonMove:
    events: list[Any] = []
    next_move: tuple[Seat, Any] | None = (LEARNER, move)
    while next_move is not None:
        state, happened = game.apply(state, *next_move)
        events += happened
        next_move = scene.settle(game, state) if scene.settle is not None else None
    return LessonMove(move, seen_events(game, events, LEARNER), game.view(state, LEARNER))
