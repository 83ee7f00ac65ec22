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


class AnalysisMessage(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message to a person while an analysis runs; the field `t` names its kind."""


class Queued(AnalysisMessage, frozen=True):
    """How many analyses come first."""

    ahead: int


class Thought(AnalysisMessage, frozen=True):
    """What is known so far, an `Explored`. done: it is the last."""

    explored: Any
    done: bool


class AnalysisEnded(AnalysisMessage, frozen=True, tag="ended"):
    """Why nothing more comes: a code of the house, and a sentence."""

    code: str
    text: str


class Stopped(AnalysisMessage, frozen=True):
    """The thinking ended because it was asked to."""


ExplorerAnswer = Thought | AnalysisEnded | Stopped
