"""A table in plain lines: for pipes, scripts, simple terminals and screen readers."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from teahouse.cli.play.person_input import YES, Offered, help_text, offered, read_input, rules_page
from teahouse.cli.play.terminal_table import TerminalTable
from teahouse.core.errors import TeahouseError
from teahouse.core.seats import Seat

if TYPE_CHECKING:
    from rich.console import Console


class Quit(Exception):
    """The person quits."""


def play_plainly(table: TerminalTable, console: "Console", save: Callable[[], None]) -> None:
    """Play to the end, or until the person quits; `save` is called after every move of the person."""
    play = table.play
    if not play.plies:
        _print_lines(table.opening(), console)
    try:
        while play.to_move:
            seat = table.next_seat()
            if table.is_asked(seat):
                _person_moves(table, seat, console)
                save()
            else:
                started = time.monotonic()
                _print_lines(table.apply(seat, table.chosen(seat), started), console)
    except Quit:
        return
    console.print(table.picture.text(table.view, (), play.names))


def _print_lines(lines: Sequence[str], console: "Console") -> None:
    for words in lines:
        console.print(f" {words}", markup=False)


def _person_moves(table: TerminalTable, seat: Seat, console: "Console") -> None:
    moves = table.play.legal(seat)
    _show(table, seat, moves, console)
    started = time.monotonic()
    while True:
        word = _ask(console, "\n your move (? for help): ")
        try:
            if word and _is_done(table, seat, word, started, console):
                return
        except TeahouseError as error:
            console.print(f" {error}", style="red", markup=False)


def _is_done(table: TerminalTable, seat: Seat, word: str, started: float, console: "Console") -> bool:
    """Execute a typed command, and return whether the turn is over."""
    given = read_input(table, seat, word)
    if given.action == "quit":
        raise Quit
    if given.action == "help":
        console.print(help_text(table), markup=False, highlight=False)
        return False
    if given.action == "rules":
        console.print(rules_page(table, console.width), markup=False, highlight=False)
        return False
    if given.action == "take back":
        table.take_back()
        return True
    if given.question and _ask(console, f" {given.question} (y/n): ") not in YES:
        console.print(" Nothing has changed.", markup=False)
        return False
    _print_lines(table.apply(seat, given.move, started), console)
    return True


def _show(table: TerminalTable, seat: Seat, moves: Sequence[Any], console: "Console") -> None:
    from rich.columns import Columns
    from rich.text import Text

    picture = table.picture.text(table.play.view(seat), moves, table.play.names)
    console.print()
    console.print(picture)
    if (width := max(map(len, picture.plain.splitlines()))) > console.width:
        console.print(f" this table needs a terminal {width} columns wide, this one has {console.width}", style="red")
    rows = [Text(f" {listed(one)}") for one in offered(table, seat, moves)]
    console.print(Columns(rows, column_first=True, padding=(0, 3)))


def listed(one: Offered) -> str:
    """A move in a list: what to type, then its words, unless they begin with it.

    >>> listed(Offered("p", None, "Pong with 5m")), listed(Offered("5m", None, "5m at a1 and c9"))
    ('p  Pong with 5m', '5m at a1 and c9')
    """
    return one.words if one.words.split()[0] == one.label else f"{one.label}  {one.words}"


def _ask(console: "Console", question: str) -> str:
    try:
        return console.input(question, markup=False).strip().lower()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Quit from None
