"""Messages between the server and the process of the analysis board; each has a length and a number in front."""

from typing import Any, Final

import msgspec

from teahouse.core.seats import Seat
from teahouse.service.analysis.positions import AnalysisRequest

STOP: Final = b""
"""A message without a body: stop the analysis with this number."""


class ExploreTask(msgspec.Struct, frozen=True):
    """Analyse a position for this many seconds. seat: whose moves; by default the first seat to move."""

    wish: AnalysisRequest
    seconds: float
    seat: Seat | None = None


class AnalysisMessage(msgspec.Struct, frozen=True, tag_field="t", tag=str.lower):
    """A message to a person while an analysis runs; the field `t` names its kind."""


class Queued(AnalysisMessage, frozen=True):
    """The number of analyses ahead in the queue."""

    ahead: int


class AnalysisProgress(AnalysisMessage, frozen=True, tag="thought"):
    """What is known so far, an `Explored`. done: this is the last message."""

    explored: Any
    done: bool


class AnalysisEnded(AnalysisMessage, frozen=True, tag="ended"):
    """Why the analysis ended without a result: an error code and its text."""

    code: str
    text: str


class Stopped(AnalysisMessage, frozen=True):
    """The analysis ended because the server stopped it."""


ExplorerAnswer = AnalysisProgress | AnalysisEnded | Stopped
