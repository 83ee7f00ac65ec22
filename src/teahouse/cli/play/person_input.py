"""What a person types or selects at a table: a move, or a command such as help.

A letter never changes its meaning during a game.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from teahouse.cli.play.terminal_table import TerminalTable
from teahouse.core.errors import InvalidText, TeahouseError
from teahouse.core.play import AnyPlay
from teahouse.core.seats import Seat
from teahouse.games.rule_book import rules_of
from teahouse.pictures.picture import NOTATION

QUIT: Final = ("q", "quit", "exit")
HELP: Final = ("?", "help")
RULES: Final = "rules"
TAKE_BACK: Final = "undo"
YES: Final = ("y", "yes")


class PersonInput(NamedTuple):
    """A move, perhaps with a question to ask before it, or a command."""

    action: Literal["move", "help", "rules", "quit", "take back"]
    move: Any = None
    question: str = ""


class Offered(NamedTuple):
    """A move in a list: what to type, the move, and its description."""

    label: str
    move: Any
    words: str


def read_input(table: TerminalTable, seat: Seat, word: str) -> PersonInput:
    """Read what was typed; an error explains why it is neither a move nor a command."""
    word = word.strip().lower()
    if word in HELP:
        return PersonInput("help")
    if word == RULES:
        return PersonInput("rules")
    if word in QUIT:
        return PersonInput("quit")
    word = table.picture.letters.get(word, word)
    if word == TAKE_BACK and not _is_a_move(table.play, word):
        return PersonInput("take back")
    return move_input(table, table.play.read(word, seat))


def move_input(table: TerminalTable, move: Any) -> PersonInput:
    """A move as an input, with the question to ask before it."""
    return PersonInput("move", move, table.picture.questions.get(table.play.game.move_text(move), ""))


def _is_a_move(play: AnyPlay, word: str) -> bool:
    try:
        play.game.parse_move(word)
    except InvalidText:
        return False
    return True


def offered(table: TerminalTable, seat: Seat, moves: Sequence[Any]) -> list[Offered]:
    """The moves that are listed, each with what to type; moves that the player has to find are not listed."""
    view = table.play.view(seat)
    words = ((move, table.picture.move(view, move)) for move in moves)
    return [Offered(_label(table, seat, move), move, text) for move, text in words if text]


def _label(table: TerminalTable, seat: Seat, move: Any) -> str:
    """The shortest text that means this move: a letter, a shorthand or its notation."""
    play = table.play
    letters = [letter for letter, word in table.picture.letters.items() if _means(play, seat, word, move)]
    shorter = sorted(play.game.shorthands(play.state, seat, move), key=len)
    texts = (play.game.move_text(move), *(text for text in shorter if _means(play, seat, text, move)))
    return next(iter(letters), None) or min(texts, key=len)


def _means(play: AnyPlay, seat: Seat, text: str, move: Any) -> bool:
    try:
        return bool(play.read(text, seat) == move)
    except TeahouseError:
        return False


def rules_page(table: TerminalTable, columns: int) -> str:
    """The rules of this table, wrapped for a terminal."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=columns, color_system=None)
    with console.capture() as captured:
        console.print(Markdown(rules_of(table.play.game)))
    return captured.get()


def help_text(table: TerminalTable, keys: str = "") -> str:
    """What can be typed, how tiles are written and what they are worth."""
    picture = table.picture
    lines = [picture.help]
    if picture.may_take_back:
        lines.append("  u, undo     take your last move back, and what the others answered")
    lines.append("  rules       read the rules of this table")
    lines += ["  resign      give up; you are asked first", "  q, quit     stop here; `teahouse play --resume` goes on"]
    parts = (
        ("you can type", "\n".join(lines)),
        ("tiles", NOTATION),
        ("values", picture.values(table.play.game.rules)),
    )
    sections = "\n\n".join(f" {title}\n{body}" for title, body in parts)
    return f" keys\n{keys}\n\n{sections}" if keys else sections
