"""The answers of the rules about one state of a deal, computed once."""

from collections.abc import Callable, Sequence
from typing import Any

from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.service.hosting.rules import HostingRules, OpenClaim


class CachedState:
    """A state is immutable, so every answer about it is cached."""

    __slots__ = ("_claim", "_game", "_hosting", "_moves", "_to_move", "state")

    def __init__(self, game: AnyGame, hosting: HostingRules, state: Any) -> None:
        """Start without answers."""
        self.state = state
        self._game = game
        self._hosting = hosting
        self._to_move: tuple[Seat, ...] | None = None
        self._claim: tuple[OpenClaim | None] | None = None
        self._moves: dict[Seat, Sequence[Any]] = {}

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may move."""
        if self._to_move is None:
            self._to_move = self._game.to_move(self.state)
        return self._to_move

    @property
    def claim(self) -> OpenClaim | None:
        """The open claim, as everybody knows it."""
        if self._hosting.claim is None:
            return None
        if self._claim is None:
            self._claim = (self._hosting.claim(self._game.view(self.state, None)),)
        return self._claim[0]

    def legal(self, seat: Seat) -> Sequence[Any]:
        """What a seat may play."""
        moves = self._moves.get(seat)
        if moves is None:
            moves = self._moves[seat] = self._game.legal_moves(self.state, seat)
        return moves

    def silent(self, seat: Seat) -> Any:
        """The move for a seat that does not answer."""
        return self._played_for(seat, self._hosting.silent)

    def hasty(self, seat: Seat) -> Any:
        """The move for a bot that had no time to choose."""
        return self._played_for(seat, self._hosting.hasty or self._hosting.silent)

    def _played_for(self, seat: Seat, choose: Callable[[Any, Sequence[Any]], Any]) -> Any:
        return choose(self._game.view(self.state, seat), self.legal(seat))
