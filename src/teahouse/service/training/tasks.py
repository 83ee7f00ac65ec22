"""The messages of training: a position without its solution, and the verdict after an answer."""

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from teahouse.core.seats import Seat
from teahouse.players.judgement import SlipReason
from teahouse.players.weighing import Weighed
from teahouse.service.analysis.positions import LONGEST_MOVE, parsed
from teahouse.service.hosting import HOSTING
from teahouse.service.people.ratings.rating import ShownRating

TaskKind = Literal["slip", "puzzle"]


class TaskMove(msgspec.Struct, frozen=True):
    """A move that may be answered, and its text."""

    move: Any
    text: str


class TrainingTask(msgspec.Struct, frozen=True, kw_only=True):
    """A position: what would you play?

    view: as the seat sees it. moves: in the order of the rules. exact: is the answer proven, or the house's opinion?
    box: where the card of your own slip lies, from 1. strength: of a puzzle.
    """

    id: str
    kind: TaskKind
    game: str
    options: dict[str, Any]
    view: Any
    seat: Seat
    moves: tuple[TaskMove, ...]
    exact: bool
    box: int | None = None
    strength: int | None = None


class NextTask(msgspec.Struct, frozen=True):
    """The next position; none if nothing is due, or if there are no puzzles."""

    task: TrainingTask | None


class AnswerRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a move; an empty one gives up, and counts as wrong."""

    move: Annotated[str, Meta(max_length=LONGEST_MOVE)]


class CardRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A slip of a finished deal to train on: the step of the replay that it led to."""

    table: Annotated[str, Meta(max_length=32)]
    deal: Annotated[int, Meta(ge=0, le=10_000)]
    step: Annotated[int, Meta(ge=1, le=100_000)]
    invite: Annotated[str, Meta(max_length=32)] = ""


class SlipPlace(msgspec.Struct, frozen=True):
    """Where your own slip was played, and what."""

    table: str
    deal: int
    step: int
    seat: Seat
    played: str


class TrainingVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on an answer, in the words of a review.

    right: would the judge find no fault with the move? lost, mark, reason: what it gave away, and why. best, line, why:
    a best move, best play from it on, and a further reason for it, if any. box, due: where the card lies now and
    when it comes again, box 0 when it is learned. strength, change: of the person in puzzles. position: its text, for
    the analysis board.
    """

    id: str
    game: str
    right: bool
    answer: str
    lost: float
    mark: str
    reason: SlipReason | None
    best: str
    best_move: Any
    line: tuple[str, ...]
    exact: bool
    position: str
    why: SlipReason | None = None
    place: SlipPlace | None = None
    box: int | None = None
    due: int | None = None
    strength: ShownRating | None = None
    change: int | None = None


class PosedPosition(NamedTuple):
    """A position as it is shown, and its tiles if a deal in play could be recognised by them."""

    options: dict[str, Any]
    view: Any
    tiles: str | None


def posed(game: str, position: str, seat: Seat) -> PosedPosition:
    """A position as its seat sees it."""
    rules, state = parsed(game, position)
    recognised = HOSTING[game].deal_recognition
    tiles = None if recognised is None else recognised.position(state)
    return PosedPosition(msgspec.to_builtins(rules.rules), rules.view(state, seat), tiles)


class AnsweredPosition(NamedTuple):
    """A position that was answered: its id, its game, and its text."""

    id: str
    game: str
    position: str


def verdict_on(weighed: Weighed, position: AnsweredPosition, text: str) -> TrainingVerdict | None:
    """The verdict on an answer; None if it is not a move of the position."""
    answered, best = weighed.answer(text), weighed.answer(weighed.best)
    if best is None or (answered is None and text):
        return None
    return TrainingVerdict(
        id=position.id,
        game=position.game,
        position=position.position,
        right=answered is not None and not answered.mark,
        answer=text,
        lost=0.0 if answered is None else answered.lost,
        mark="" if answered is None else answered.mark,
        reason=None if answered is None else answered.reason,
        best=best.text,
        best_move=best.move,
        line=weighed.line,
        exact=weighed.exact,
        why=weighed.why,
    )
