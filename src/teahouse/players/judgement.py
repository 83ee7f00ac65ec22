"""Judgements of finished games: what each choice gave away, each seat's accuracy and luck, and the turning points.

Only real choices count: not forced moves, and not choices between moves of equal value.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any, Final, Literal, NamedTuple

import msgspec

from teahouse.core.seats import Seat

FEWEST_CHOICES: Final = 30
"""With fewer choices there is no accuracy, because the figure would be chance."""
MOST_MERIT: Final = 100.0
MOST_TURNING: Final = 3
SCALE_FILE: Final = "scale.json"

ReasonCode = Literal[
    "mahjong",
    "danger",
    "farther",
    "plan",
    "fewer",
    "worth",
    "more_now",
    "gift",
    "later",
    "dead",
    "points",
    "aims",
    "safest",
]
REASONS: Final[Mapping[ReasonCode, str]] = {
    "mahjong": "the hand was complete: Mahjong could be declared",
    "danger": "the discard risked {played} points, the better one {better}",
    "farther": "it left the hand {played} tiles from Mahjong, the better one {better}",
    "plan": "the hand could become {plan}: about {points} points, {percent} % to get it",
    "fewer": "{played} unseen tiles helped afterwards, {better} after the better move",
    "worth": "it was worth {played} points, the better one {better}",
    "more_now": "it scored {played}, the better pair {better}",
    "gift": "it let the opponent take {played} points next, {better} after the better pair",
    "later": "the better pair brings {points} points more by the end",
    "dead": "afterwards the board could not be cleared any more",
    "points": "the best line known afterwards scores {points} points less",
    "aims": "the best move goes for {plan}: about {points} points, {percent} % to get it",
    "safest": "there is little left to win: the best move risks {points} points",
}
"""Why a move was a mistake, or the best one, in English; other languages translate by code."""


class SlipReason(msgspec.Struct, frozen=True):
    """Why a move was a mistake, or the best one: a code, and the values in its sentence.

    The value `plan` is a key, and `words` its English name.
    """

    code: ReasonCode
    values: dict[str, int | float | str] = {}

    def __str__(self) -> str:
        """The reason in English."""
        values = self.values | {"plan": self.values.get("words", self.values.get("plan", ""))}
        return REASONS[self.code].format(**values)


class ChoiceLoss(msgspec.Struct, frozen=True, kw_only=True):
    """What a real choice gave away. step: the replay's step that the move led to. exact: is the loss proven?

    seen: the part of the loss that counts for the accuracy, if that is less.
    """

    step: int
    seat: Seat
    lost: float
    exact: bool
    seen: float | None = None

    @property
    def counted(self) -> float:
        """The part of the loss that counts for the accuracy."""
        return self.lost if self.seen is None else self.seen


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """A choice that gave something away.

    played, better: texts of the moves. better_move: the better move itself. line: best play from the better move on, as
    far as it is known. mark: `?!`, `?` or `??`.
    """

    step: int
    seat: Seat
    played: str
    better: str
    better_move: Any
    line: tuple[str, ...]
    lost: float
    exact: bool
    mark: str
    reason: SlipReason


class CurvePoint(msgspec.Struct, frozen=True):
    """What each seat could expect at a step of the replay, in points; None for a seat that has no judged choice yet."""

    step: int
    values: tuple[float | None, ...]
    exact: bool


class SeatJudgement(msgspec.Struct, frozen=True, kw_only=True):
    """How one seat played.

    choices: its real choices; exact: those whose loss is proven. lost: the points it gave away. merit: the sum of what
    its choices earned, each from 0 to 100, so that several games can be added up. accuracy: their mean; None below
    `FEWEST_CHOICES`. like: the level of the house whose accuracy is nearest. luck: what the deal brought beyond
    expectation, in points; None if that is not known.
    """

    choices: int
    exact: int
    lost: float
    merit: float
    accuracy: float | None
    like: str | None
    luck: float | None


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game judged once by one version of its engine.

    favours: the level whose style the judge favours because it uses the same engine; empty for a judge with proofs.
    """

    game: str
    engine: str
    favours: str
    seats: tuple[SeatJudgement, ...]
    curve: tuple[CurvePoint, ...]
    turning: tuple[Slip, ...]
    slips: tuple[Slip, ...]


class LevelAccuracy(msgspec.Struct, frozen=True):
    """The accuracy of a level of house players, and in how many choices it was measured."""

    level: str
    accuracy: float
    choices: int


class Scale(msgspec.Struct, frozen=True, kw_only=True):
    """How losses become an accuracy, and the accuracy of house players, as measured by `python -m benchmarks judge`.

    cap: the most that one choice can lose. breadth: the loss after which a choice earns 100/e. engine: the version that
    judged. deals, seed: how many were judged, and their seed. levels: weakest first. drift: the average
    luck per choice of house players, which the engine expects too little; it is subtracted from everybody's luck.
    """

    cap: float
    breadth: float
    engine: str
    deals: int
    seed: str
    levels: tuple[LevelAccuracy, ...]
    drift: float = 0.0

    def merit(self, lost: float) -> float:
        """What a choice earns, from 0 to 100.

        >>> scale = Scale(cap=10, breadth=12, engine="", deals=0, seed="", levels=())
        >>> scale.merit(0), round(scale.merit(6), 1), scale.merit(10) == scale.merit(400)
        (100.0, 60.7, True)
        """
        return MOST_MERIT * math.exp(-min(lost, self.cap) / self.breadth)

    def accuracy(self, merit: float, choices: int) -> float | None:
        """The mean of what the choices earned; None if there are too few."""
        return round(merit / choices, 1) if choices >= FEWEST_CHOICES else None

    def like(self, accuracy: float | None) -> str | None:
        """The level whose accuracy is nearest."""
        if accuracy is None or not self.levels:
            return None
        return min(self.levels, key=lambda one: abs(one.accuracy - accuracy)).level


class JudgeOutput(NamedTuple):
    """The output of a judge: the judgement, the game's own details, and what every choice gave away."""

    judgement: Judgement
    analysis: msgspec.Struct
    choices: Sequence[ChoiceLoss]


def read_scale(package: str) -> Scale:
    """The scale beside the judge of a game."""
    return msgspec.json.decode(resources.files(package).joinpath(SCALE_FILE).read_bytes(), type=Scale)


def seat_judgements(
    seats: Sequence[Seat], choices: Iterable[ChoiceLoss], luck: Sequence[float | None], scale: Scale
) -> tuple[SeatJudgement, ...]:
    """How each seat played, from its choices."""
    known = list(choices)
    return tuple(_seat([one for one in known if one.seat == seat], luck[seat], scale) for seat in seats)


def _seat(mine: Sequence[ChoiceLoss], luck: float | None, scale: Scale) -> SeatJudgement:
    merit = sum(scale.merit(one.counted) for one in mine)
    accuracy = scale.accuracy(merit, len(mine))
    return SeatJudgement(
        choices=len(mine),
        exact=sum(one.exact for one in mine),
        lost=round(sum(one.lost for one in mine), 1),
        merit=round(merit, 2),
        accuracy=accuracy,
        like=scale.like(accuracy),
        luck=None if luck is None else round(luck - scale.drift * len(mine), 1),
    )


def turning_points(slips: Sequence[Slip], most: int = MOST_TURNING) -> tuple[Slip, ...]:
    """The slips that gave away most, in the order of play."""
    worst = sorted(slips, key=lambda slip: (-slip.lost, slip.step))[:most]
    return tuple(sorted(worst, key=lambda slip: slip.step))


def marked(lost: float | None, marks: Sequence[tuple[float, str]]) -> str:
    """The mark of a mistake, or nothing; the costliest mark comes first.

    >>> marked(3, ((6, "??"), (3, "?"))), marked(1, ((6, "??"),)), marked(None, ())
    ('?', '', '')
    """
    return "" if lost is None else next((mark for least, mark in marks if lost >= least), "")
