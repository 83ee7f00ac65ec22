"""A friendly object for interactive use: one game in play, with its record."""

from collections.abc import Callable, Sequence
from typing import Any, Generic

import msgspec

from teahouse.core.errors import IllegalMove, InvalidText, check_kind, shown
from teahouse.core.game import E, ExplainsRefusals, Game, M, Result, S, V
from teahouse.core.record import RECORD_FORMAT, Ending, Header, Record, RecordedMove
from teahouse.core.seats import Seat


class Play(Generic[S, M, E, V]):
    """One deal in play: the game, the state, the moves so far, and a picture.

    `text` and `svg` draw a view; `teahouse.play` passes both.
    """

    def __init__(
        self,
        game: Game[S, M, E, V],
        seed: bytes,
        *,
        names: Sequence[str] = (),
        text: Callable[[V], str] = str,
        svg: Callable[[V], str] | None = None,
    ) -> None:
        """Deal from the seed."""
        self.game = game
        self.seed = seed
        self.names = tuple(names) or tuple(f"seat {seat}" for seat in game.seats)
        self._text = text
        self._svg = svg
        self._states = [game.deal(seed)]
        self._moved: list[RecordedMove] = []

    @property
    def state(self) -> S:
        """The state now."""
        return self._states[-1]

    @property
    def plies(self) -> int:
        """How many moves were played."""
        return len(self._moved)

    @property
    def result(self) -> Result | None:
        """The result, or None while play goes on."""
        return self.game.result(self.state)

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may move now."""
        return self.game.to_move(self.state)

    @property
    def moves(self) -> tuple[str, ...]:
        """What the first seat to move may play, in exact notation."""
        return tuple(self.game.move_text(move) for seat in self.to_move[:1] for move in self.legal(seat))

    def legal(self, seat: Seat) -> Sequence[M]:
        """What that seat may play."""
        return self.game.legal_moves(self.state, seat)

    def view(self, seat: Seat | None = None) -> V:
        """What that seat sees; without a seat, what an onlooker sees."""
        return self.game.view(self.state, seat)

    def _shown(self) -> V:
        """The view to draw: that of the first seat to move, or an onlooker's after the end."""
        return self.view(next(iter(self.to_move), None))

    def play(self, text: str, seat: Seat | None = None, *, ms: int = 0) -> Sequence[E]:
        """Play a move given as text, for the first seat to move by default, and return its events."""
        seat = self._seat(seat, text)
        return self.apply(seat, self.read(text, seat), ms=ms)

    def read(self, text: str, seat: Seat) -> M:
        """The move that a text means for this seat: its exact notation, or a shorthand that only one move has."""
        check_kind(text, str, "a move as text", InvalidText)
        typed = text.strip().lower()
        legal = self.legal(seat)
        moves = [move for move in legal if typed in self.game.shorthands(self.state, seat, move)]
        if len(moves) == 1:
            return moves[0]
        if moves:
            choices = ", ".join(self.game.move_text(move) for move in moves)
            raise InvalidText(f"expected one of {choices}, got {shown(text)}, which means any of them")
        if isinstance(self.game, ExplainsRefusals) and (why := self.game.refusal(self.state, seat, typed)):
            raise IllegalMove(why)
        return self.game.parse_move(typed)

    def apply(self, seat: Seat, move: M, *, ms: int = 0) -> Sequence[E]:
        """Play a move, add it to the record, and return its events."""
        state, events = self.game.apply(self.state, seat, move)
        self._states.append(state)
        self._moved.append(RecordedMove(seat, msgspec.to_builtins(move), ms))
        return events

    def undo(self) -> Seat:
        """Take the last move back, and return its seat."""
        if not self._moved:
            raise IllegalMove("expected a move to take back, got none")
        self._states.pop()
        return self._moved.pop().seat

    def record(self) -> Record:
        """Everything played so far."""
        header = Header(
            format=RECORD_FORMAT,
            game=self.game.name,
            options=msgspec.json.decode(msgspec.json.encode(self.game.rules)),
            names=self.names,
            seed=self.seed.hex(),
        )
        return Record(header, tuple(self._moved), Ending(self.result))

    def _seat(self, seat: Seat | None, text: str) -> Seat:
        if seat is not None:
            return seat
        if not self.to_move:
            raise IllegalMove(f"expected no move after the end of the game, got {shown(text)}")
        return self.to_move[0]

    def __str__(self) -> str:
        """The view as text."""
        return self._text(self._shown())

    def __repr__(self) -> str:
        """One line: the game, the number of moves and who is to move."""
        waiting = f"seat {self.to_move[0]} to move" if self.to_move else "over"
        return f"<Play {self.game.name}, {len(self._moved)} moves, {waiting}>"

    def _repr_svg_(self) -> str | None:
        return self._svg(self._shown()) if self._svg is not None else None


AnyPlay = Play[Any, Any, Any, Any]
