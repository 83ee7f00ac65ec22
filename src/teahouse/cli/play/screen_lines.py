"""Lays out the state of the screen as lines, for 18 rows of 60 columns or more; it does not use the terminal."""

from textwrap import wrap
from typing import Final

from teahouse.cli.play.screen_state import ScreenState, TextPage
from teahouse.pictures.canvas import Fragment

ScreenLine = list[Fragment]

LEAST_LOG: Final = 2
AROUND: Final = 3
"""Rows beside the board, the log, the message and the menu: the standing, what is typed, the keys."""
MOST_MESSAGE: Final = 3
"""Rows for a message or a question, which is wrapped."""
PLAY_KEYS: Final = " arrows: go   Enter: choose   or type a move and Enter   ?: help   q: quit"
PAGE_KEYS: Final = " up, down: read on   Enter: back to the table"
OVER_KEYS: Final = " Enter: leave the table   up, down: read"
QUESTION_KEYS: Final = " y: yes   n: no"


def screen_lines(state: ScreenState, columns: int, rows: int) -> list[ScreenLine]:
    """The lines of the screen, as many as it has rows."""
    if state.page is not None:
        return _page_lines(state, state.page, columns, rows)
    menu = state.menu(columns, state.board.canvas.height + 2).rows() if state.turn is not None else []
    info = _info(state, columns)
    room = max(1, rows - AROUND - len(info) - len(menu))
    board = _window(state, columns, max(1, room - LEAST_LOG))
    recent = state.log[-(room - len(board)) :] if room > len(board) else []
    log: list[ScreenLine] = [[("", f" {words}"[:columns])] for words in recent]
    blank: list[ScreenLine] = [[]] * (room - len(board) - len(log))
    top: ScreenLine = [("title", f" {state.table.play.game.name}   {state.board.standing}"[:columns].ljust(columns))]
    return [top, *board, *blank, *log, *info, *menu, _typed(state), _keys(state, columns)]


def _window(state: ScreenState, columns: int, height: int) -> list[ScreenLine]:
    """The board, or as much of it around the cursor as there is room for."""
    lines, cursor = state.drawn().rows(), state.cursor
    row, column = (0, 0) if cursor is None else (cursor.row, cursor.column + cursor.width)
    top = min(max(0, row - height + 3), max(0, len(lines) - height)) if len(lines) > height else 0
    left = max(0, column - columns + 2)
    return [_cut(line, left, columns) for line in lines[top : top + height]]


def _cut(line: ScreenLine, left: int, columns: int) -> ScreenLine:
    """The part of a line between two columns."""
    cut: ScreenLine = []
    at = 0
    for style, text in line:
        part = text[max(0, left - at) : max(0, left + columns - at)]
        at += len(text)
        if part:
            cut.append((style, part))
    return cut


def _info(state: ScreenState, columns: int) -> list[ScreenLine]:
    """The question or the error, wrapped, or what the cursor is on."""
    if state.question is not None:
        return _wrapped("question", f"{state.question.question} (y/n)", columns)
    if state.message:
        return _wrapped("error", state.message, columns)
    cursor = state.cursor
    return [[("", "" if cursor is None else f" {cursor.says}"[:columns])]]


def _wrapped(style: str, text: str, columns: int) -> list[ScreenLine]:
    rows = wrap(text, columns - 2, max_lines=MOST_MESSAGE, placeholder=" …")
    return [[(style, f" {row}")] for row in rows]


def _typed(state: ScreenState) -> ScreenLine:
    if state.table.play.result is not None:
        return [("bold", " the game is over")]
    if state.turn is None:
        return [("dim", " the others are moving …")]
    return [("bold", " your move: "), ("", state.typed), ("cursor", " ")]


def _keys(state: ScreenState, columns: int) -> ScreenLine:
    keys = PLAY_KEYS
    if state.question is not None:
        keys = QUESTION_KEYS
    elif state.table.play.result is not None:
        keys = OVER_KEYS
    return [("keys", keys[:columns].ljust(columns))]


def _page_lines(state: ScreenState, page: TextPage, columns: int, rows: int) -> list[ScreenLine]:
    lines = page.text.splitlines()
    visible = lines[page.line : page.line + rows - 1]
    blank = list[ScreenLine]([[]]) * (rows - 1 - len(visible))
    keys = OVER_KEYS if state.table.play.result is not None else PAGE_KEYS
    return [*([("", line[:columns])] for line in visible), *blank, [("keys", keys[:columns].ljust(columns))]]


def scrolled(page: TextPage, step: int, rows: int) -> TextPage:
    """The page scrolled by this many lines, never beyond its end."""
    last = max(0, len(page.text.splitlines()) - (rows - 1))
    return page._replace(line=min(max(0, page.line + step), last))
