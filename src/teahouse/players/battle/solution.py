"""What the engine of Battle finds."""

from collections.abc import Callable

import msgspec

from teahouse.games.battle import TakePair


class Progress(msgspec.Struct, frozen=True):
    """The progress of a search: the bounds of the value, nodes and seconds."""

    lower: int
    upper: int
    nodes: int
    seconds: float


class Solution(msgspec.Struct, frozen=True):
    """The result of a search: proven bounds of the value for the player to move, and the best known move."""

    lower: int
    upper: int
    best: TakePair | None
    nodes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Is the value known?"""
        return self.lower == self.upper

    @property
    def value(self) -> int | None:
        """The value, if it is known."""
        return self.lower if self.exact else None


class MoveValue(msgspec.Struct, frozen=True):
    """A move and the bounds of what it is worth."""

    move: TakePair
    lower: int
    upper: int


ReportProgress = Callable[[Progress], None]
