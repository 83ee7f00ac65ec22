"""One game for learners: the seat to act, its actions, what each seat sees, and the rewards."""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teahouse.core.errors import IllegalMove, InvalidOption, shown
from teahouse.core.game import Result
from teahouse.core.seats import BySeat, Seat
from teahouse.core.shuffle import derived_seed, parse_seed
from teahouse.lab.envs.codec import MASK, Codec, Observation

Reward = Literal["outcome", "points"]
REWARDS: Final[tuple[Reward, ...]] = ("outcome", "points")
RENDER_MODES: Final = ("ansi", "rgb_array", "svg")


def check_choice(what: str, value: object, choices: Sequence[object]) -> None:
    """Refuse a value that is not among the choices."""
    if value not in choices:
        raise InvalidOption(f"expected {what} among {', '.join(map(str, choices))}, got {shown(value)}")


class Seeds:
    """The seeds of an environment's deals: from a number or a word, or the next one in a series."""

    def __init__(self) -> None:
        """Start before the first deal; without a seed the deals are unpredictable."""
        self._base: bytes | None = None
        self._count: int = 0

    def following(self, seed: int | None, options: dict[str, Any] | None = None) -> bytes:
        """The seed of the next deal; `options["deal"]` is a word to make it from, as on the command line."""
        if options and "deal" in options:
            return parse_seed(str(options["deal"]))
        if seed is None and self._base is not None:
            self._count += 1
            return derived_seed(self._base, "lab/deal", self._count)
        self._base, self._count = _first(seed), 0
        return self._base


def _first(seed: int | None) -> bytes:
    if seed is not None:
        return parse_seed(str(seed))
    from secrets import token_bytes

    return token_bytes(32)


class Turn(NamedTuple):
    """A moment of a deal: the seat to act, its moves by action, and its view; or, at the end, the result.

    events: those of the forced moves just before it.
    """

    state: Any
    seat: Seat
    moves: dict[int, Any]
    result: Result | None
    view: Any = None
    events: tuple[Any, ...] = ()


def turn_from(codec: Codec, state: Any, last: Seat, forced: Any = None) -> Turn:
    """The next seat to act, its actions, and the events of forced moves until then."""
    game, happened = codec.game, list[Any]()
    while waiting := game.to_move(state):
        seat = next((each for each in waiting if each > last), waiting[0])
        moves = game.legal_moves(state, seat)
        if forced is None or len(moves) > 1 or moves[0] != forced:
            view = game.view(state, seat)
            actions = dict(zip(codec.numbers(view, moves), moves, strict=True))
            return Turn(state, seat, actions, None, view, tuple(happened))
        state, events = game.apply(state, seat, forced)
        happened += events
        last = seat
    return Turn(state, last, {}, game.result(state), events=tuple(happened))


class EnvTable:
    """A deal in play. The seat to act is the next one after the last that acted, among those to move.

    A forced move is made automatically, unless `ask_forced` is set.
    """

    def __init__(self, codec: Codec, reward: Reward, *, ask_forced: bool = False) -> None:
        """Start without a deal; `deal` deals."""
        check_choice("a reward", reward, REWARDS)
        self.codec: Final = codec
        self.game: Final = codec.game
        self.reward: Final = reward
        self._forced: Final = None if ask_forced else codec.forced
        self._turn: Turn = Turn(None, Seat(0), {}, None)
        self._views: dict[Seat, Any] = {}
        self._points: BySeat[int] = ()

    def deal(self, seed: bytes) -> None:
        """Deal, and find the first seat to act; deal again if the deal is over before anybody can act."""
        self._turn_to(self.game.deal(seed), Seat(-1))
        while self.is_over:
            seed = derived_seed(seed, "lab/again", 0)
            self._turn_to(self.game.deal(seed), Seat(-1))
        self._points = self.codec.points(self.game.view(self._turn.state, None))

    def _turn_to(self, state: Any, last: Seat) -> None:
        self._turn = turn = turn_from(self.codec, state, last, self._forced)
        self._views = {} if turn.view is None else {turn.seat: turn.view}

    @property
    def seat(self) -> Seat:
        """The seat to act; after the end, the one that acted last."""
        return self._turn.seat

    @property
    def result(self) -> Result | None:
        """The result, or None while play goes on."""
        return self._turn.result

    @property
    def is_over(self) -> bool:
        """Is the deal over?"""
        return self.result is not None

    @property
    def actions(self) -> list[int]:
        """The actions of the seat to act, in the order of its moves; none after the end."""
        return list(self._turn.moves)

    @property
    def moves(self) -> list[Any]:
        """The moves of the seat to act, in the order of its actions."""
        return list(self._turn.moves.values())

    def act(self, number: int) -> BySeat[float]:
        """Make a move for the seat to act, and return every seat's reward."""
        self._check_dealt()
        move = self._turn.moves.get(number)
        if move is None:
            raise IllegalMove(f"expected a legal action of seat {self.seat}, got {shown(number)}")
        state, _ = self.game.apply(self._turn.state, self.seat, move)
        self._turn_to(state, self.seat)
        return self._earned()

    def _earned(self) -> BySeat[float]:
        if self.reward == "outcome":
            return outcome(self.result, len(self.game.seats))
        before, self._points = self._points, self.codec.points(self.game.view(self._turn.state, None))
        return tuple(float(now - then) for now, then in zip(self._points, before, strict=True))

    def view(self, seat: Seat) -> Any:
        """What a seat may know."""
        self._check_dealt()
        if seat not in self._views:
            self._views[seat] = self.game.view(self._turn.state, seat)
        return self._views[seat]

    def _check_dealt(self) -> None:
        if self._turn.state is None:
            raise IllegalMove("expected reset before anything else, got nothing dealt yet")

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """One for each action that the seat may make now."""
        self._check_dealt()
        mask = np.zeros(self.codec.actions, np.int8)
        if seat == self.seat and self._turn.moves:
            mask[list(self._turn.moves)] = 1
        return mask

    def observe(self, seat: Seat) -> Observation:
        """What a seat sees, with its mask."""
        seen = self.codec.observation(self.view(seat), seat)
        seen[MASK] = self.mask(seat)
        return seen

    def render(self, mode: str, seat: Seat) -> "str | NDArray[np.uint8]":
        """The table as a seat sees it: as text, as pixels or as SVG."""
        view = self.view(seat)
        if mode == "rgb_array":
            return self.codec.pixels(view, seat)
        from teahouse.pictures import PICTURES

        picture = PICTURES[self.game.name]
        if mode == "svg":
            return picture.svg(view)
        names = [f"seat {number}" for number in self.game.seats]
        moves = self.moves if seat == self.seat else []
        return picture.text(view, moves, names).plain


def outcome(result: Result | None, seats: int) -> BySeat[float]:
    """1 for winners and -1 for others when the deal is over; 0 before that, and if none of several seats won.

    >>> outcome(Result((9, 3), (Seat(0),), "no_pairs"), 2), outcome(None, 2)
    ((1.0, -1.0), (0.0, 0.0))
    """
    if result is None or (seats > 1 and not result.winners):
        return (0.0,) * seats
    return tuple(1.0 if seat in result.winners else -1.0 for seat in range(seats))
