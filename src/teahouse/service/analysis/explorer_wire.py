"""What the server and the process of the analysis board say to one another, behind a length and a number."""

from typing import Any, Final

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.analysis.positions import AnalysisWish

STOP: Final = b""
"""A message without a body: end the thinking under this number."""


class ExploreTask(msgspec.Struct, frozen=True):
    """Think about a position for so many seconds. seat: whose moves; the first to move where none is said."""

    wish: AnalysisWish
    seconds: float
    seat: Seat | None = None


class Told(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """What a person hears while an analysis runs; the field `t` tells which."""


class Queued(Told, frozen=True):
    """How many analyses come first."""

    ahead: int


class Thought(Told, frozen=True):
    """What is known so far, an `Explored`. done: it is the last."""

    explored: Any
    done: bool


class AnalysisEnded(Told, frozen=True, tag="ended"):
    """Why nothing more comes: a code of the house, and a sentence."""

    code: str
    text: str


class Stopped(Told, frozen=True):
    """The thinking ended because it was asked to."""


Said = Thought | AnalysisEnded | Stopped
