"""What every move of a position gives away, for people who train on it.

An exercise is a position in which to find the best move. A move is faultless if the judge of the game would not mark
it as a mistake.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from teahouse.core.record import Record, record_deal, replay
from teahouse.core.seats import Seat
from teahouse.games import GAMES
from teahouse.games.positions import Position
from teahouse.players.judgement import SlipReason

FEWEST_MOVES: Final = 3
"""With fewer moves a puzzle would be a guess."""
USUAL_STRENGTH: Final = 1500.0
WORTHWHILE: Final = 1200.0
"""Positions below this strength are not set up: everybody finds the pair with the most points."""
SHARE: Final = 3.0
"""One position may take this many times its share of the seconds, because most need far less."""


class WeighedMove(msgspec.Struct, frozen=True):
    """A move and what it gives away. mark: as the judge marks it; nothing if it is faultless."""

    text: str
    move: Any
    lost: float
    mark: str
    reason: SlipReason | None = None


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """The moves of a position, in the order of the rules.

    best: the text of a best move; line: best play from it on. exact: is it proven which moves are faultless? strength:
    the approximate rating of a player who finds a faultless move half of the time. fatal: a move is either faultless
    or loses everything, so that several may be right. why: the reason for the best move, if there is more to say than
    its line.
    """

    best: str
    line: tuple[str, ...]
    moves: tuple[WeighedMove, ...]
    exact: bool
    strength: float = USUAL_STRENGTH
    fatal: bool = False
    why: SlipReason | None = None

    @property
    def is_clear(self) -> bool:
        """Is exactly one move faultless, or, if mistakes are fatal, at most every second one?"""
        faultless, moves = sum(not one.mark for one in self.moves), len(self.moves)
        return moves >= FEWEST_MOVES and (faultless == 1 or (self.fatal and 0 < 2 * faultless <= moves))

    def answer(self, text: str) -> WeighedMove | None:
        """The move with this text; None if there is no such move."""
        return next((one for one in self.moves if one.text == text), None)


Weigh = Callable[[Any, Any, Seat, float], Weighed | None]
"""Takes a game, a state, the seat that moves and the seconds for it; None if it cannot compare the moves."""


class Exercise(msgspec.Struct, frozen=True, kw_only=True):
    """A position to train on. step: the replay's step that the move played led to, 0 for a position of no game.

    played: the text of that move. seat: the seat to move when `position` is parsed.
    """

    game: str
    position: str
    seat: Seat
    weighed: Weighed
    step: int = 0
    played: str = ""


class Exercises(msgspec.Struct, frozen=True):
    """The positions before slips. unweighed: steps whose moves could not be weighed, for example not in time."""

    found: list[Exercise] = []
    unweighed: list[int] = []


def exercises(game: Any, record: Record, steps: Sequence[int], weigh: Weigh, seconds: float) -> Exercises:
    """The positions before the slips among these steps, as far as their moves can be weighed in time."""
    state, made = record_deal(game, record), Exercises()
    for number, step in enumerate(replay(game, record, state), 1):
        if number in steps:
            one = exercise(Position(game, state), step.seat, weigh, SHARE * seconds / len(steps))
            played = None if one is None else one.weighed.answer(game.move_text(step.move))
            if one is None or played is None:
                made.unweighed.append(number)
            elif played.mark:
                made.found.append(msgspec.structs.replace(one, step=number, played=played.text))
        state = step.state
    return made


def exercise(position: Position, seat: Seat, weigh: Weigh, seconds: float) -> Exercise | None:
    """A position to train on, or None; in games with a board for each player, it is the seat's board."""
    texts = GAMES[position.game.name].positions
    assert texts is not None, f"positions of {position.game.name} have a text"
    text = texts.write(position.game, position.state, seat)
    game, state = texts.parse(text)
    movers = game.to_move(state)
    if not movers:
        return None
    mover = seat if seat in movers else movers[0]
    weighed = weigh(game, state, mover, seconds)
    if weighed is None or not _is_whole(position, seat, weighed):
        return None
    return Exercise(game=game.name, position=text, seat=mover, weighed=weighed)


def _is_whole(position: Position, seat: Seat, weighed: Weighed) -> bool:
    """Does the text contain all that matters: is every weighed move legal in the position itself?"""
    legal = {position.game.move_text(move) for move in position.game.legal_moves(position.state, seat)}
    return all(one.text in legal for one in weighed.moves)


def clear_exercises(
    positions: Iterable[Position], weigh: Weigh, seconds: float, *, unproven: bool = False
) -> Iterator[Exercise]:
    """The positions in which one move is clearly better, and is not the obvious one.

    unproven: include positions where that is not proven.
    """
    for position in positions:
        made = exercise(position, position.game.to_move(position.state)[0], weigh, seconds)
        if made is None or not made.weighed.is_clear or made.weighed.strength < WORTHWHILE:
            continue
        if unproven or made.weighed.exact:
            yield made
