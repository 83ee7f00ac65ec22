"""One deal in the terminal: whose turn it is, the moves of bots, and what the person may see."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from teahouse.core.errors import IllegalMove
from teahouse.core.game import TellsOpening, seen_events
from teahouse.core.play import AnyPlay
from teahouse.core.seats import Seat
from teahouse.pictures import PICTURES, Picture
from teahouse.players import AnyPlayer, Budget

BUDGET: Final = Budget(seconds=1.0)


class TerminalTable:
    """A deal and its bots; the other seats are the person's."""

    def __init__(self, play: AnyPlay, bots: Mapping[Seat, AnyPlayer]) -> None:
        """Start, perhaps with a deal in progress."""
        self.play: Final = play
        self.bots: Final = bots
        self.picture: Final[Picture] = PICTURES[play.game.name]
        since = f"/{play.plies}" if play.plies else ""
        self._rngs = {seat: Random(f"{play.seed.hex()}/{seat}{since}") for seat in bots}
        # how many moves had been played each time the person made one of their own
        self._asked = [ply for ply, moved in enumerate(play.record().moves) if moved.seat not in bots]

    @property
    def person(self) -> Seat | None:
        """The seat whose view is shown; None when only bots play."""
        return next((seat for seat in self.play.game.seats if seat not in self.bots), None)

    @property
    def view(self) -> Any:
        """What the person sees; an onlooker's view when only bots play."""
        return self.play.view(self.person)

    def next_seat(self) -> Seat:
        """The seat to move: of several, the one with the fewest moves; among equals a bot."""
        waiting = self.play.to_move
        if len(waiting) == 1:
            return waiting[0]
        counts = Counter(moved.seat for moved in self.play.record().moves)
        return min(waiting, key=lambda seat: (counts[seat], seat not in self.bots))

    def is_asked(self, seat: Seat) -> bool:
        """Is this the person's seat, with another move than a pass?"""
        if seat in self.bots:
            return False
        moves = self.play.legal(seat)
        return len(moves) != 1 or self.play.game.move_text(moves[0]) != "pass"

    def chosen(self, seat: Seat) -> Any:
        """The move of a seat that is not asked: the bot's choice, or the only move."""
        moves = self.play.legal(seat)
        if seat not in self.bots:
            return moves[0]
        return self.bots[seat].choose(self.play.view(seat), moves, BUDGET, self._rngs[seat])

    def apply(self, seat: Seat, move: Any, started: float) -> list[str]:
        """Play a move whose turn began at this time, and return its events in words, as the person may know them."""
        plies = self.play.plies
        words = self._words(self.play.apply(seat, move, ms=round(1000 * (time.monotonic() - started))))
        if seat not in self.bots:
            self._asked.append(plies)
        return words

    def opening(self) -> list[str]:
        """The events of the deal in words."""
        game = self.play.game
        return self._words(game.opening_events(self.play.state)) if isinstance(game, TellsOpening) else []

    def _words(self, events: Sequence[Any]) -> list[str]:
        seen = seen_events(self.play.game, events, self.person)
        return [words for event in seen if (words := self.picture.event(event, self.play.names))]

    def take_back(self) -> None:
        """Take the person's last move back, and what the others answered."""
        if not self.picture.may_take_back:
            raise IllegalMove(f"moves of {self.play.game.name} cannot be taken back: they may have shown hidden tiles")
        if not self._asked:
            raise IllegalMove("you have no move to take back")
        before = self._asked.pop()
        while self.play.plies > before:
            self.play.undo()
