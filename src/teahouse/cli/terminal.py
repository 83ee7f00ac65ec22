"""One playing in the terminal: shows the table, asks for moves, lets bots answer."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from teahouse.core.errors import IllegalMove, InvalidText, TeahouseError
from teahouse.core.game import TellsOpening, told
from teahouse.core.play import Play
from teahouse.core.seats import Seat
from teahouse.pictures import PICTURES
from teahouse.players import AnyPlayer, Budget

if TYPE_CHECKING:
    from rich.console import Console

AnyPlay = Play[Any, Any, Any, Any]

BUDGET: Final = Budget(seconds=1.0)
HELP: Final = """\
  a, b, c …   the move with that letter in the list
  resign      give up
  quit        stop here; the record is kept"""
TAKE_BACK: Final = "  undo        take your last move back, and what the others answered"


class Quit(Exception):
    """The person wants to stop."""


class Sitting(NamedTuple):
    """A playing and the bots at it; the other seats are the person's.

    asked: how many moves had been played each time the person was asked for one.
    """

    play: AnyPlay
    bots: Mapping[Seat, AnyPlayer]
    asked: list[int]

    @property
    def person(self) -> Seat | None:
        """The seat through whose eyes the table is shown; None when only bots play."""
        return next((seat for seat in self.play.game.seats if seat not in self.bots), None)


def play_out(sitting: Sitting, console: "Console") -> None:
    """Play to the end, or until the person quits."""
    play = sitting.play
    rngs = {seat: Random(f"{play.seed.hex()}/{seat}") for seat in sitting.bots}
    if isinstance(play.game, TellsOpening):
        _tell(sitting, play.game.opening_events(play.state), console)
    try:
        while play.to_move:
            seat = _next(sitting)
            if seat in sitting.bots:
                _bot_moves(sitting, seat, rngs[seat], console)
            elif _can_only_pass(play, seat):
                _apply(sitting, seat, play.legal(seat)[0], time.monotonic(), console)
            else:
                _person_moves(sitting, seat, console)
    except Quit:
        return
    console.print(PICTURES[play.game.name].text(play.view(sitting.person), (), play.names))


def _can_only_pass(play: AnyPlay, seat: Seat) -> bool:
    """Is there nothing to ask a person who has no other claim?"""
    moves = play.legal(seat)
    return len(moves) == 1 and play.game.move_text(moves[0]) == "pass"


def _next(sitting: Sitting) -> Seat:
    """Of several seats to move the one that has moved least, so that all go on together; of equals a bot."""
    waiting = sitting.play.to_move
    if len(waiting) == 1:
        return waiting[0]
    made = Counter(moved.seat for moved in sitting.play.record().moves)
    return min(waiting, key=lambda seat: (made[seat], seat not in sitting.bots))


def _bot_moves(sitting: Sitting, seat: Seat, rng: Random, console: "Console") -> None:
    play, started = sitting.play, time.monotonic()
    move = sitting.bots[seat].choose(play.view(seat), play.legal(seat), BUDGET, rng)
    _apply(sitting, seat, move, started, console)


def _apply(sitting: Sitting, seat: Seat, move: Any, started: float, console: "Console") -> None:
    """Play a move and say what happened, as far as the person may know."""
    _tell(sitting, sitting.play.apply(seat, move, ms=round(1000 * (time.monotonic() - started))), console)


def _tell(sitting: Sitting, events: Sequence[Any], console: "Console") -> None:
    play = sitting.play
    for event in told(play.game, events, sitting.person):
        if words := PICTURES[play.game.name].event(event, play.names):
            console.print(f" {words}", markup=False)


def _person_moves(sitting: Sitting, seat: Seat, console: "Console") -> None:
    play = sitting.play
    moves = play.legal(seat)
    _show(play, seat, moves, console)
    started = time.monotonic()
    while True:
        word = _ask(console)
        try:
            if word in ("?", "help"):
                console.print(_help(play), markup=False, highlight=False)
            elif word == "undo" and not _is_a_move(play, word):
                _take_back(sitting)
                return
            elif word:
                move, plies = _read(play, seat, word, moves), play.plies
                _apply(sitting, seat, move, started, console)
                sitting.asked.append(plies)
                return
        except TeahouseError as error:
            console.print(f" {error}", style="red", markup=False)


def _help(play: AnyPlay) -> str:
    """What can be typed: in any game, in one whose moves may be taken back, and in this one."""
    picture = PICTURES[play.game.name]
    lines = (HELP, TAKE_BACK if picture.may_take_back else "", picture.help)
    return "\n".join(filter(None, lines))


def _show(play: AnyPlay, seat: Seat, moves: Sequence[Any], console: "Console") -> None:
    from rich.columns import Columns
    from rich.text import Text

    picture, view = PICTURES[play.game.name], play.view(seat)
    table = picture.text(view, moves, play.names)
    console.print()
    console.print(table)
    if (width := max(map(len, table.plain.splitlines()))) > console.width:
        console.print(f" this table wants a terminal {width} columns wide, this one has {console.width}", style="red")
    listed = _listed(play, seat, moves)
    rows = [Text(f" {label(number)}  {picture.move(view, move)}") for number, move in enumerate(listed)]
    console.print(Columns(rows, column_first=True, padding=(0, 3)))


def _listed(play: AnyPlay, seat: Seat, moves: Sequence[Any]) -> list[Any]:
    """The moves that are shown; where finding a move is the game, its picture has no words for it."""
    view = play.view(seat)
    return [move for move in moves if PICTURES[play.game.name].move(view, move)]


def label(number: int) -> str:
    """The letters that stand for the n-th move of a list.

    >>> label(0), label(25), label(26)
    ('a', 'z', 'aa')
    """
    high, low = divmod(number, len(ascii_lowercase))
    return (ascii_lowercase[high - 1] if high else "") + ascii_lowercase[low]


def _ask(console: "Console") -> str:
    try:
        return console.input("\n your move (? for help): ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Quit from None


def _read(play: AnyPlay, seat: Seat, word: str, moves: Sequence[Any]) -> Any:
    labels = {label(number): move for number, move in enumerate(_listed(play, seat, moves))}
    if word in labels:
        return labels[word]
    if word in ("quit", "exit", "q"):
        raise Quit
    return play.read(word, seat)


def _is_a_move(play: AnyPlay, word: str) -> bool:
    try:
        play.game.parse_move(word)
    except InvalidText:
        return False
    return True


def _take_back(sitting: Sitting) -> None:
    play, asked = sitting.play, sitting.asked
    if not PICTURES[play.game.name].may_take_back:
        raise IllegalMove(f"no move of {play.game.name} is taken back: it has shown what was hidden")
    if not asked:
        raise IllegalMove("there is no move of yours to take back")
    before = asked.pop()
    while play.plies > before:
        play.undo()
