"""The interface of everything that chooses a move."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final, Protocol, TypeVar, runtime_checkable

import msgspec

from teahouse.core.game import Rules

V_contra = TypeVar("V_contra", contravariant=True)
M = TypeVar("M")


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How much a player may think about one move."""

    seconds: float = 1.0
    nodes: int | None = None


class SearchLimits(msgspec.Struct, frozen=True):
    """When a search stops: after this many seconds or nodes; None is no limit."""

    seconds: float | None = None
    nodes: int | None = None


NO_LIMITS: Final = SearchLimits()


class Player(Protocol[V_contra, M]):
    """A bot. It sees a view, never a state, and takes all randomness from the given rng."""

    def choose(self, view: V_contra, moves: Sequence[M], budget: Budget, rng: Random) -> M:
        """One of the moves; there is at least one."""
        ...


AnyPlayer = Player[Any, Any]


@runtime_checkable
class NeedsRules(Protocol):
    """A player whose choices depend on the options of the game; it gets them before its first choice."""

    def set_rules(self, rules: Rules) -> None:
        """Set the rules of the game."""
        ...


class RandomPlayer:
    """Plays every game at random, all moves equally likely."""

    def choose(self, view: object, moves: Sequence[M], budget: Budget, rng: Random) -> M:
        """Any of the moves."""
        return rng.choice(moves)
