"""What the rules say about one state of a deal, asked once however often the table wants to know."""

from collections.abc import Callable, Sequence
from typing import Any

from teahouse.core.game import AnyGame
from teahouse.core.seats import Seat
from teahouse.service.hosting.rules import Claim, HostingRules


class Position:
    """A state never changes, so every answer about it is kept."""

    __slots__ = ("_claim", "_game", "_hosting", "_moves", "_to_move", "state")

    def __init__(self, game: AnyGame, hosting: HostingRules, state: Any) -> None:
        """Nothing was asked yet."""
        self.state = state
        self._game = game
        self._hosting = hosting
        self._to_move: tuple[Seat, ...] | None = None
        self._claim: tuple[Claim | None] | None = None
        self._moves: dict[Seat, Sequence[Any]] = {}

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may move."""
        if self._to_move is None:
            self._to_move = self._game.to_move(self.state)
        return self._to_move

    @property
    def claim(self) -> Claim | None:
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
        """What the service plays for a seat that says nothing."""
        return self._played_for(seat, self._hosting.silent)

    def hasty(self, seat: Seat) -> Any:
        """What the service plays for a bot that has had no time to think."""
        return self._played_for(seat, self._hosting.hasty or self._hosting.silent)

    def _played_for(self, seat: Seat, choose: Callable[[Any, Sequence[Any]], Any]) -> Any:
        return choose(self._game.view(self.state, seat), self.legal(seat))
