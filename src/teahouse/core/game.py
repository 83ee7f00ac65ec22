"""The protocol that every game implements, and the few types that all games share."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, Protocol, TypeVar, runtime_checkable

import msgspec

from teahouse.core.seats import BySeat, Seat

S = TypeVar("S")
M = TypeVar("M")
E = TypeVar("E")
V = TypeVar("V")


def snake(name: str) -> str:
    """A type's name as its tag on the wire.

    >>> snake("TakePair")
    'take_pair'
    """
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Tagged(msgspec.Struct, frozen=True, tag_field="type", tag=snake, forbid_unknown_fields=True, gc=False):
    """A member of a union of moves or events; the field `type` names it. It must be free of reference cycles."""


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a game; every field has a default and a sentence for people in its docstring."""


Reason = Literal["resigned", "time", "absent"]


class Forfeit(Tagged, frozen=True):
    """Give up; any seat that has not finished may do this during play, and each game defines what it means."""

    reason: Reason = "resigned"


class Forfeited(Tagged, frozen=True):
    """A seat gave up."""

    seat: Seat
    reason: Reason


class Result(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How play ended: every seat's score, the winners (several if they share the win, none in a draw), and the ending.

    facts: what the next deal of a match needs, such as a dealer chosen by dice.
    """

    scores: BySeat[int]
    winners: tuple[Seat, ...]
    ending: str
    facts: dict[str, int] = {}


class Ended(Tagged, frozen=True):
    """Play is over."""

    result: Result


class GameTypes(msgspec.Struct, frozen=True):
    """The types a game is made of, for codecs, schemas and laws."""

    rules: type[Rules]
    state: Any
    move: Any
    event: Any
    view: Any


class Game(Protocol[S, M, E, V]):
    """A game: pure rules over frozen values. State, union of moves, union of events, view."""

    name: ClassVar[str]
    types: ClassVar[GameTypes]

    def __init__(self, rules: Any = None) -> None:
        """Make the game with these options, or the default ones."""
        ...

    @property
    def rules(self) -> Rules:
        """The options this game is played with."""
        ...

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat at the table."""
        ...

    def deal(self, seed: bytes) -> S:
        """The first state; all randomness is used here."""
        ...

    def to_move(self, state: S) -> tuple[Seat, ...]:
        """The seats that may move now: nobody after the end, several while a claim is open or in a contest."""
        ...

    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Every move of that seat but `Forfeit`, distinct, in a fixed order; none if it is not that seat's turn."""
        ...

    def apply(self, state: S, seat: Seat, move: M) -> tuple[S, Sequence[E]]:
        """The state after a move and its events, with `Ended` and the result when play is over; or `IllegalMove`."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """What that seat may know; None is an onlooker, and a seat that is not at the table raises `IllegalMove`."""
        ...

    def seen_by(self, event: E, seat: Seat | None) -> E | None:
        """The event without what that seat may not know, or None if the seat may not know of it at all."""
        ...

    def follow(self, view: V, event: E) -> V:
        """The view after an event of the same viewer; clients use this to stay up to date."""
        ...

    def result(self, state: S) -> Result | None:
        """The result, or None while play goes on."""
        ...

    def move_text(self, move: M) -> str:
        """The move in its exact notation."""
        ...

    def parse_move(self, text: str) -> M:
        """Read a move in its exact notation, or `InvalidText`."""
        ...

    def shorthands(self, state: S, seat: Seat, move: M) -> tuple[str, ...]:
        """Shorter texts for a move of that seat in this state; valid only if no other of its moves shares them."""
        ...


AnyGame = Game[Any, Any, Any, Any]


def seen_events(game: Game[S, M, E, V], events: Sequence[E], seat: Seat | None) -> tuple[E, ...]:
    """These events as that seat sees them, without the events that it may not know of."""
    return tuple(seen for event in events if (seen := game.seen_by(event, seat)) is not None)


def result_in(events: Sequence[Any]) -> Result | None:
    """The result in the events of one move; None while play goes on."""
    for event in events:
        if isinstance(event, Ended):
            return event.result
    return None


@runtime_checkable
class TellsOpening(Protocol):
    """A game whose deal has visible events: dice, tiles shown before the first move."""

    def opening_events(self, state: Any) -> Sequence[Any]:
        """What happened before the first move, as everybody saw it."""
        ...


@runtime_checkable
class ExplainsRefusals(Protocol):
    """A game that explains why a typed text is not a legal move."""

    def refusal(self, state: Any, seat: Seat, text: str) -> str | None:
        """Why a text is not a legal move of that seat; None if the game has no explanation."""
        ...
