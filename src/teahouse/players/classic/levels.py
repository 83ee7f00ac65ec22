"""The players of Classic that analyse their hand: easy, medium, hard and expert, each stronger than the last.

They import their engine at their first choice, so listing them is cheap.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from teahouse.core.game import Rules
from teahouse.games.classic import (
    ClaimKong,
    ClassicRules,
    ClassicView,
    DeclareKong,
    DeclareMahjong,
    Discard,
    Move,
    Pass,
)
from teahouse.games.classic.melds import chows
from teahouse.games.classic.rulesets.ruleset import Ruleset
from teahouse.players.classic.simple import passing_moves, pongs_pay
from teahouse.players.player import Budget

if TYPE_CHECKING:
    from teahouse.players.classic.engine import Engine, EngineMove, MoveByDistance, Style
    from teahouse.players.classic.hands import Shapes

W = TypeVar("W", "MoveByDistance", "EngineMove")


class _Analyst(ABC):
    """The base of these players: an engine for the rules they play by, the default rules until others are set."""

    def __init__(self) -> None:
        self._ruleset: Ruleset | None = None
        self._engine: Engine | None = None

    def set_rules(self, rules: Rules) -> None:
        """Set the rules of the game."""
        assert isinstance(rules, ClassicRules)
        self._ruleset, self._engine = rules.chosen(), None

    def _style(self) -> "Style":
        from teahouse.players.classic.engine import Style

        return Style()

    def _thinking(self) -> "Engine":
        if self._engine is None:
            from teahouse.players.classic.engine import Engine

            self._engine = Engine(self._rules(), self._style())
        return self._engine

    def _rules(self) -> Ruleset:
        self._ruleset = self._ruleset or ClassicRules().chosen()
        return self._ruleset

    def choose(self, view: ClassicView, moves: Sequence[Move], budget: Budget, rng: Random) -> Move:
        """Mahjong if possible; otherwise the best move, at random among equals."""
        for move in moves:
            if isinstance(move, DeclareMahjong):
                return move
        if len(moves) == 1:
            return moves[0]
        if view.exchange is not None:
            return rng.choice(passing_moves(view, moves))
        self._limit_chows(view)
        return self._best(view, moves, rng)

    def _limit_chows(self, view: ClassicView) -> None:
        """Take the limit of chows from the deal: a goulash allows no chows, even if the ruleset does."""
        if self._rules().max_chows != view.opening.max_chows:
            self._ruleset = replace(self._rules(), max_chows=view.opening.max_chows)
            self._engine = None

    @abstractmethod
    def _best(self, view: ClassicView, moves: Sequence[Move], rng: Random) -> Move:
        """The best of several moves, as this player judges."""


class EasyPlayer(_Analyst):
    """Keeps the hand as near to four sets and a pair as possible, and claims tiles that bring it nearer."""

    def _best(self, view: ClassicView, moves: Sequence[Move], rng: Random) -> Move:
        return announced(self.equals(view, moves), rng)

    def equals(self, view: ClassicView, moves: Sequence[Move]) -> list[Move]:
        """The moves other than Mahjong that this player finds equally good."""
        from teahouse.players.classic.engine import weigh_nearest

        return equally_good(weigh_nearest(view, moves, self._shapes(view)), self._key)

    def _shapes(self, view: ClassicView) -> "Shapes":
        """The hands that it aims at: ordinary ones only. It still wins with a special hand that it gets by chance."""
        from teahouse.players.classic.hands import Shapes

        return Shapes(self._rules().max_chows, 0)

    def _key(self, near: "MoveByDistance") -> tuple[float, ...]:
        return (-near.missing, is_plain(near.move))


class MediumPlayer(EasyPlayer):
    """Plays like easy, but aims at special hands too, and prefers the discard that leaves the most useful tiles.

    If losers settle too, it also declares kongs that do not take its hand apart. If chows are not limited either, it
    claims such kongs as well, and tiles that make a pair a pong count more. If a hand without chows has enough
    doublings for a win by that alone, it makes no chows.
    """

    def _shapes(self, view: ClassicView) -> "Shapes":
        from teahouse.kernels.classic.deals.choice import PONG_WEIGHT
        from teahouse.players.classic.hands import pongs_reach, shapes_of

        shapes = shapes_of(self._rules())
        if pongs_pay(self._rules()):
            shapes = shapes._replace(pong_factor=PONG_WEIGHT)
        no_chows = pongs_reach(self._rules()) and not chows(view.melds[view.seat or 0])
        return shapes._replace(max_chows=0) if no_chows else shapes

    def _key(self, near: "MoveByDistance") -> tuple[float, ...]:
        rules, kongs = self._rules(), DeclareKong | ClaimKong
        kong = rules.losers_settle and isinstance(near.move, kongs if pongs_pay(rules) else DeclareKong)
        return (-near.missing, kong, is_plain(near.move), near.live if isinstance(near.move, Discard) else 0)


class HardPlayer(_Analyst):
    """Weighs the value of hands and the danger of discards, by the best plan alone, and rarely tries special hands."""

    def _style(self) -> "Style":
        return hard_style()

    def _best(self, view: ClassicView, moves: Sequence[Move], rng: Random) -> Move:
        engine = self._thinking()
        return announced(equally_good(engine.weigh(view, moves), engine.key), rng)


def hard_style() -> "Style":
    """How `hard` weighs, here and in the deals that a kernel plays."""
    from teahouse.players.classic.engine import Style

    return Style(width=0, special_width=4, mix=0.0, live=0.75, scored=0, nearer=0.0)


class ExpertPlayer(_Analyst):
    """Chooses what is worth the most points: plans by chance and score, rivals by hazard and danger."""

    def _best(self, view: ClassicView, moves: Sequence[Move], rng: Random) -> Move:
        engine = self._thinking()
        return announced(equally_good(engine.weigh(view, moves), engine.key), rng)


class MasterPlayer(ExpertPlayer):
    """Chooses what a network rates best, which learned it in deals; under rules it did not learn, plays as expert."""

    def _best(self, view: ClassicView, moves: Sequence[Move], rng: Random) -> Move:
        from teahouse.players.classic.learned.network import rate_moves
        from teahouse.players.classic.learned.supported_rules import is_learned

        if not is_learned(self._rules()):
            return super()._best(view, moves, rng)
        ratings = rate_moves(view, moves, self._rules())
        return announced([move for move, rating in zip(moves, ratings, strict=True) if rating == max(ratings)], rng)


def is_plain(move: Move) -> bool:
    """Is it neither a claim nor a kong? Such moves come first among equals, so that hands stay concealed."""
    return isinstance(move, Discard | Pass)


def equally_good(weighed: Sequence[W], key: Callable[[W], tuple[float, ...]]) -> list[Move]:
    """The best moves."""
    best = max(key(each) for each in weighed)
    return [each.move for each in weighed if key(each) == best]


def announced(moves: Sequence[Move], rng: Random) -> Move:
    """A random one of these moves; one that declares a ready hand, if there is any."""
    ready = [move for move in moves if isinstance(move, Discard) and move.ready]
    return rng.choice(ready or moves)
