"""What a game's folder of players exports: one `GamePlayers`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.positions import Position
from teahouse.players.advice import Advice, AdviceContext
from teahouse.players.characters import LADDER, Rank
from teahouse.players.exploring import Explore
from teahouse.players.judgement import JudgeOutput
from teahouse.players.player import AnyPlayer
from teahouse.players.weighing import Weighed


class Adviser(msgspec.Struct, frozen=True):
    """Ranks the moves of a view. level: the player whose engine it uses. seat: returns the seat of a view."""

    level: str
    seat: Callable[[Any], Seat | None]
    advise: Callable[[Any, Sequence[Any], AdviceContext], Advice]


class Judge(msgspec.Struct, frozen=True):
    """Judges the record of a finished game. analysis: the type of the game's own details.

    judge: takes the game, the record, and the seconds it may use. version: judgements of another
    version are made again.
    """

    analysis: type[msgspec.Struct]
    judge: Callable[[Any, Record, float], JudgeOutput]
    version: str


class Trainer(msgspec.Struct, frozen=True):
    """Provides positions and answers for people who train.

    weigh: what every move of a position gives away, from a game, a state, a seat and the seconds for it; None if the
    moves cannot be compared. unproven: may puzzles use positions without a proof? late: positions to make puzzles of,
    from a seed; None if only played games supply them. first: seeds with such positions, for games in which they are
    too rare to search for on demand.
    """

    weigh: Callable[[Any, Any, Seat, float], Weighed | None]
    unproven: bool = False
    late: Callable[[bytes], Iterator[Position]] | None = None
    first: tuple[bytes, ...] = ()


class OnlyMoves(msgspec.Struct, frozen=True):
    """Only-moves of one seat in a finished game: positions in which exactly one move keeps the value.

    found: how many of them were played. longest: the most in a row. chance: how many a random player would find.
    """

    positions: int
    found: int
    longest: int
    chance: float


class OnlyMoveCounter(msgspec.Struct, frozen=True):
    """Counts only-moves with an exact engine, and stores what share of them the house players find.

    baseline: the share by level. level: the one to compare people with, which does not look ahead. measured: the
    number of positions behind its share.
    """

    count: Callable[[Any, Record, Seat, float], OnlyMoves]
    baseline: Mapping[str, float]
    level: str
    measured: int


def no_rulesets() -> dict[str, tuple[str, ...]]:
    """No rulesets: every level plays its own way under all of them."""
    return {}


class GamePlayers(msgspec.Struct, frozen=True, kw_only=True):
    """The players, the adviser and the judge of one game.

    levels: its players, the weakest first. ranks: the name of each level on screen, in the same order.
    usual: the default level. searching: the levels that have an engine. load: loads all compiled code that the
    levels, the adviser and the judge need; the first call on a machine compiles it. explore: analyses any position.
    trainer: provides training positions. same_as_weaker: the rulesets under which some levels play as a weaker one
    does, with those levels.
    """

    levels: Mapping[str, Callable[[], AnyPlayer]]
    usual: str
    ranks: tuple[Rank, ...] = LADDER
    searching: tuple[str, ...] = ()
    adviser: Adviser | None = None
    judge: Judge | None = None
    only_moves: OnlyMoveCounter | None = None
    load: Callable[[], None] | None = None
    explore: Explore | None = None
    trainer: Trainer | None = None
    same_as_weaker: Callable[[], dict[str, tuple[str, ...]]] = no_rulesets

    def rank(self, level: str) -> Rank:
        """The name of a level on screen."""
        return self.ranks[list(self.levels).index(level)]
