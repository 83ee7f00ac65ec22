"""One playing for learners: who acts, with which actions, what each seat sees and what it earns."""

from typing import Any, Final, Literal

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


def check_choice(what: str, value: object, choices: tuple[str, ...]) -> None:
    """Refuse a value that is not among the choices."""
    if value not in choices:
        raise InvalidOption(f"expected {what} among {', '.join(choices)}, got {shown(value)}")


class Seeds:
    """The deals of an environment: a number names its deal as a word would; without one the next deal follows."""

    def __init__(self) -> None:
        """Nothing is dealt yet, and without a seed nobody can foretell the deals."""
        self._base: bytes | None = None
        self._count: int = 0

    def following(self, seed: int | None, options: dict[str, Any] | None = None) -> bytes:
        """The seed of the next deal; `options["deal"]` names it by a word, as on the command line."""
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


class Table:
    """A deal in play. The seat to act is the next after the last one that acted, of those who are to move.

    Where a seat can do nothing but what its game calls forced, it is done without asking, unless `ask_forced`.
    """

    def __init__(self, codec: Codec, reward: Reward, *, ask_forced: bool = False) -> None:
        """Nothing is dealt before `deal`."""
        check_choice("a reward", reward, REWARDS)
        self.codec: Final = codec
        self.game: Final = codec.game
        self.reward: Final = reward
        self._forced: Final = None if ask_forced else codec.forced
        self._state: Any = None
        self._views: dict[Seat, Any] = {}
        self._moves: dict[int, Any] = {}
        self._points: BySeat[int] = ()
        self.seat: Seat = Seat(0)
        self.result: Result | None = None

    def deal(self, seed: bytes) -> None:
        """Deal, and find who acts first. A deal that is over before anybody can act is dealt again."""
        self._begin(self.game.deal(seed))
        while self.result is not None:
            seed = derived_seed(seed, "lab/again", 0)
            self._begin(self.game.deal(seed))

    def _begin(self, state: Any) -> None:
        self._state, self._views = state, {}
        self._points = self.codec.points(self.game.view(state, None))
        self._look_for(Seat(-1))

    def _look_for(self, last: Seat) -> None:
        """Find the next seat to act after the last one, and its actions; without any, the result."""
        forced = self._forced
        while waiting := self.game.to_move(self._state):
            self.seat = next((seat for seat in waiting if seat > last), waiting[0])
            moves = self.game.legal_moves(self._state, self.seat)
            if forced is None or len(moves) > 1 or moves[0] != forced:
                self._moves = dict(zip(self.codec.numbers(self.view(self.seat), moves), moves, strict=True))
                self.result = None
                return
            self._apply(forced)
            last = self.seat
        self._moves = {}
        self.result = self.game.result(self._state)

    def _apply(self, move: Any) -> None:
        self._state, _ = self.game.apply(self._state, self.seat, move)
        self._views = {}

    @property
    def is_over(self) -> bool:
        """Has nobody anything to do?"""
        return self.result is not None

    @property
    def actions(self) -> list[int]:
        """The actions of the seat to act, in the order of its moves; none after the end."""
        return list(self._moves)

    @property
    def moves(self) -> list[Any]:
        """The moves of the seat to act, in the order of its actions."""
        return list(self._moves.values())

    def act(self, number: int) -> BySeat[float]:
        """Let the seat to act make a move; what every seat earns by it."""
        move = self._moves.get(number)
        if move is None:
            raise IllegalMove(f"expected a legal action of seat {self.seat}, got {shown(number)}")
        self._apply(move)
        self._look_for(self.seat)
        return self._earned()

    def _earned(self) -> BySeat[float]:
        if self.reward == "outcome":
            return outcome(self.result, len(self.game.seats))
        before, self._points = self._points, self.codec.points(self.game.view(self._state, None))
        return tuple(float(now - then) for now, then in zip(self._points, before, strict=True))

    def view(self, seat: Seat) -> Any:
        """What a seat may know."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self._state, seat)
        return self._views[seat]

    def mask(self, seat: Seat) -> NDArray[np.int8]:
        """One for each action that the seat may make now."""
        mask = np.zeros(self.codec.actions, np.int8)
        if seat == self.seat and self._moves:
            mask[list(self._moves)] = 1
        return mask

    def observe(self, seat: Seat) -> Observation:
        """What a seat sees, with its mask."""
        seen = self.codec.observation(self.view(seat), seat)
        seen[MASK] = self.mask(seat)
        return seen

    def render(self, mode: str, seat: Seat) -> "str | NDArray[np.uint8]":
        """The table through the eyes of a seat: as text, as pixels or as SVG."""
        view = self.view(seat)
        if mode == "rgb_array":
            return self.codec.pixels(view, seat)
        from teahouse.pictures import PICTURES

        picture = PICTURES[self.game.name]
        if mode == "svg":
            return picture.svg(view)
        names = [f"seat {number}" for number in self.game.seats]
        moves = list(self._moves.values()) if seat == self.seat else []
        return picture.text(view, moves, names).plain


def outcome(result: Result | None, seats: int) -> BySeat[float]:
    """1 to winners and -1 to others when the deal is over; nothing before that, nor where nobody won a game of many.

    >>> outcome(Result((9, 3), (Seat(0),), "no_pairs"), 2), outcome(None, 2)
    ((1.0, -1.0), (0.0, 0.0))
    """
    if result is None or (seats > 1 and not result.winners):
        return (0.0,) * seats
    return tuple(1.0 if seat in result.winners else -1.0 for seat in range(seats))
