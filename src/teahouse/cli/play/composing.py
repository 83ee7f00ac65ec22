"""A desk as the lines of a screen, of any size from 18 rows and 60 columns on. Knows no terminal."""

from typing import Final

from teahouse.cli.play.desk import Desk, Page
from teahouse.pictures.canvas import Fragment

Line = list[Fragment]

LEAST_LOG: Final = 2
AROUND: Final = 4
"""Rows beside the board, the log and the menu: the standing, the place of the cursor, what is typed, the keys."""
PLAY_KEYS: Final = " arrows: go   Enter: choose   or type a move and Enter   ?: help   q: quit"
PAGE_KEYS: Final = " up, down: read on   Enter: back to the table"
OVER_KEYS: Final = " Enter: leave the table   up, down: read"
QUESTION_KEYS: Final = " y: yes   n: no"


def compose(desk: Desk, columns: int, rows: int) -> list[Line]:
    """The lines of the screen, as many as it has rows."""
    if desk.page is not None:
        return _page_lines(desk, desk.page, columns, rows)
    menu = desk.menu(columns, desk.board.canvas.height + 2).rows() if desk.turn is not None else []
    room = max(1, rows - AROUND - len(menu))
    board = _window(desk, columns, max(1, room - LEAST_LOG))
    told = desk.log[-(room - len(board)) :] if room > len(board) else []
    log: list[Line] = [[("", f" {words}"[:columns])] for words in told]
    blank: list[Line] = [[]] * (room - len(board) - len(log))
    top: Line = [("title", f" {desk.sitting.play.game.name}   {desk.board.standing}"[:columns].ljust(columns))]
    return [top, *board, *blank, *log, _info(desk, columns), *menu, _typed(desk), _keys(desk, columns)]


def _window(desk: Desk, columns: int, height: int) -> list[Line]:
    """The board, or as much of it around the cursor as there is room for."""
    lines, cursor = desk.drawn().rows(), desk.cursor
    row, column = (0, 0) if cursor is None else (cursor.row, cursor.column + cursor.width)
    top = min(max(0, row - height + 3), max(0, len(lines) - height)) if len(lines) > height else 0
    left = max(0, column - columns + 2)
    return [_cut(line, left, columns) for line in lines[top : top + height]]


def _cut(line: Line, left: int, columns: int) -> Line:
    """The part of a line between two columns."""
    cut: Line = []
    at = 0
    for style, text in line:
        part = text[max(0, left - at) : max(0, left + columns - at)]
        at += len(text)
        if part:
            cut.append((style, part))
    return cut


def _info(desk: Desk, columns: int) -> Line:
    """What is asked or wrong, or else what the cursor is on."""
    if desk.question is not None:
        return [("question", f" {desk.question.question} (y/n)"[:columns])]
    if desk.message:
        return [("error", f" {desk.message}"[:columns])]
    cursor = desk.cursor
    return [("", "" if cursor is None else f" {cursor.says}"[:columns])]


def _typed(desk: Desk) -> Line:
    if desk.sitting.play.result is not None:
        return [("bold", " the game is over")]
    if desk.turn is None:
        return [("dim", " the others are moving …")]
    return [("bold", " your move: "), ("", desk.typed), ("cursor", " ")]


def _keys(desk: Desk, columns: int) -> Line:
    keys = PLAY_KEYS
    if desk.question is not None:
        keys = QUESTION_KEYS
    elif desk.sitting.play.result is not None:
        keys = OVER_KEYS
    return [("keys", keys[:columns].ljust(columns))]


def _page_lines(desk: Desk, page: Page, columns: int, rows: int) -> list[Line]:
    lines = page.text.splitlines()
    shown = lines[page.line : page.line + rows - 1]
    blank = list[Line]([[]]) * (rows - 1 - len(shown))
    keys = OVER_KEYS if desk.sitting.play.result is not None else PAGE_KEYS
    return [*([("", line[:columns])] for line in shown), *blank, [("keys", keys[:columns].ljust(columns))]]


def scrolled(page: Page, step: int, rows: int) -> Page:
    """The page so many lines further, but never beyond its end."""
    last = max(0, len(page.text.splitlines()) - (rows - 1))
    return page._replace(line=min(max(0, page.line + step), last))
