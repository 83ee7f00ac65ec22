"""A table on the full screen of a terminal, redrawn in place: cursor keys choose, typing works as in plain lines."""

import asyncio
import os
import shutil
import time
from collections.abc import Callable
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from teahouse.cli.play.cursor import Direction
from teahouse.cli.play.person_input import HELP, QUIT, YES, PersonInput, help_text, rules_page
from teahouse.cli.play.screen_lines import screen_lines, scrolled
from teahouse.cli.play.screen_state import ScreenState, TextPage
from teahouse.cli.play.terminal_table import TerminalTable
from teahouse.core.errors import TeahouseError
from teahouse.core.seats import Seat

KEYS: Final = """\
  arrows      go to the next tile or button; Tab goes through all of them
  Enter       choose what the cursor is on, or do what you typed
  Esc         clear what you typed or chose
  q           stop here, at once; Ctrl-C does the same
  ?           this page"""
COLOURS: Final = {
    "magenta": "ansimagenta",
    "yellow": "ansiyellow",
    "title": "bold reverse",
    "keys": "reverse",
    "error": "bold ansired",
    "question": "bold reverse",
    "tile1": "bg:#a8a8a8 fg:#1c1c1c",
    "tile2": "bg:#bcbcbc fg:#1c1c1c",
    "tile3": "bg:#d0d0d0 fg:#1c1c1c",
    "tile4": "bg:#e4e4e4 fg:#1c1c1c",
    "tile5": "bg:#ffffd7 fg:#1c1c1c",
    "red_ink": "fg:#870000",
    "green_ink": "fg:#005f00",
    "blue_ink": "fg:#00005f",
    "black_ink": "",
    "chosen": "bold reverse",
    "cursor": "bold reverse",
}
"""The colours of style words; other words, such as `bold`, are used as they are."""
PAGE: Final = 10
LONGEST_TYPED: Final = 60
ESCAPE_SECONDS: Final = 0.05


def play_on_screen(table: TerminalTable, save: Callable[[], None]) -> None:
    """Play to the end, or until the person quits; `save` is called after every move of the person."""
    asyncio.run(TableScreen(table, save).run())


class TableScreen:
    """Draws the state of the screen, passes keys to it, and plays the moves that result."""

    def __init__(self, table: TerminalTable, save: Callable[[], None]) -> None:
        """Create the screen; `run` shows it."""
        self._table: Final = table
        self._save: Final = save
        self._state: Final = ScreenState(table)
        self._inputs: Final = asyncio.Queue[PersonInput]()
        control = FormattedTextControl(self._text, focusable=True, show_cursor=False)
        self._app: Final[Application[None]] = Application(
            layout=Layout(Window(control, wrap_lines=False)),
            key_bindings=self._bindings(),
            full_screen=True,
            style=Style(list(COLOURS.items())),
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )
        self._app.ttimeoutlen = ESCAPE_SECONDS

    async def run(self) -> None:
        """Show the table until the person leaves after the end, or quits."""
        playing = asyncio.create_task(self._play())
        playing.add_done_callback(self._on_played)
        try:
            await self._app.run_async()
        finally:
            playing.cancel()

    def _on_played(self, playing: "asyncio.Task[None]") -> None:
        """Leave the screen when the game ends or fails, so that the terminal is always restored."""
        if not playing.cancelled() and self._app.is_running:
            error = playing.exception()
            self._app.exit(exception=error) if error is not None else self._app.exit()

    def _text(self) -> StyleAndTextTuples:
        size = self._size()
        lines = screen_lines(self._state, size.columns, size.rows)
        text: StyleAndTextTuples = []
        for number, line in enumerate(lines):
            text += [(_classes(style), part) for style, part in line]
            if number < len(lines) - 1:
                text.append(("", "\n"))
        return text

    def _size(self) -> Size:
        return self._app.output.get_size()

    async def _play(self) -> None:
        """Let bots and the person move until the game is over, then wait for the person to leave."""
        play, state = self._table.play, self._state
        state.add_lines(self._table.opening() if not play.plies else ["the game continues where you left it"])
        while play.to_move:
            seat = self._table.next_seat()
            if not self._table.is_asked(seat):
                await self._bot_moves(seat)
            elif not await self._person_moves(seat):
                return
        state.rest()
        if self._table.picture.closing is not None:
            state.page = TextPage(self._table.picture.closing(self._table.view, play.names).plain)
        self._app.invalidate()
        await self._inputs.get()

    async def _bot_moves(self, seat: Seat) -> None:
        self._state.rest()
        self._app.invalidate()
        started = time.monotonic()
        move = await asyncio.to_thread(self._table.chosen, seat)
        self._state.add_lines(self._table.apply(seat, move, started))

    async def _person_moves(self, seat: Seat) -> bool:
        """Wait for an input and execute it; return whether the person continues."""
        started = time.monotonic()
        self._state.ask(seat)
        self._app.invalidate()
        given = await self._inputs.get()
        if given.action == "quit":
            return False
        try:
            if given.action == "take back":
                self._table.take_back()
                self._state.add_lines(["you took your move back"])
            else:
                self._state.add_lines(self._table.apply(seat, given.move, started))
        except TeahouseError as error:
            self._state.message = str(error)
        self._save()
        return True

    def _give(self, given: PersonInput | None) -> None:
        """Pass an input on to the game; help and rules are shown at once."""
        if given is not None and given.action == "help":
            self._state.page = TextPage(help_text(self._table, KEYS))
        elif given is not None and given.action == "rules":
            self._state.page = TextPage(rules_page(self._table, shutil.get_terminal_size().columns))
        elif given is not None:
            self._inputs.put_nowait(given)

    def _bindings(self) -> KeyBindings:
        keys, state = KeyBindings(), self._state
        _bind(keys, "up", lambda _: self._on_arrow("up"))
        _bind(keys, "down", lambda _: self._on_arrow("down"))
        _bind(keys, "left", lambda _: self._on_arrow("left"))
        _bind(keys, "right", lambda _: self._on_arrow("right"))
        _bind(keys, "tab", lambda _: state.turn_to(1))
        _bind(keys, "s-tab", lambda _: state.turn_to(-1))
        _bind(keys, "pageup", lambda _: self._scroll(-PAGE))
        _bind(keys, "pagedown", lambda _: self._scroll(PAGE))
        _bind(keys, "enter", lambda _: self._on_enter())
        _bind(keys, "escape", lambda _: self._on_escape())
        _bind(keys, "backspace", lambda _: state.rub_out())
        _bind(keys, "c-c", lambda _: self._app.exit())  # what was played is kept
        _bind(keys, "c-d", lambda _: self._app.exit())
        _bind(keys, Keys.SIGINT, lambda _: self._app.exit())  # sent by another program, not typed
        _bind(keys, Keys.BracketedPaste, self._on_text)
        _bind(keys, Keys.Any, self._on_text)
        return keys

    def _on_arrow(self, direction: Direction) -> None:
        if self._state.page is None:
            self._state.step(direction)
        else:
            self._scroll({"up": -1, "down": 1}.get(direction, 0))

    def _scroll(self, step: int) -> None:
        if self._state.page is not None:
            self._state.page = scrolled(self._state.page, step, self._size().rows)

    def _on_enter(self) -> None:
        state = self._state
        if self._table.play.result is not None:
            self._inputs.put_nowait(PersonInput("quit"))
        elif state.page is not None:
            state.page = None
        elif state.question is not None:
            self._give(state.answer(is_yes=False))
        else:
            self._give(state.enter())

    def _on_escape(self) -> None:
        if self._state.question is not None:
            self._state.answer(is_yes=False)
        elif self._state.page is not None and self._table.play.result is None:
            self._state.page = None
        else:
            self._state.leave()

    def _on_text(self, data: str) -> None:
        """Handle typed letters: an answer, closing a page, a space to select, or part of a move."""
        state, text = self._state, "".join(letter for letter in data if letter.isprintable())
        if state.question is not None:
            if text.lower() in (*YES, "n", "no"):
                self._give(state.answer(is_yes=text.lower() in YES))
        elif self._table.play.result is not None:
            if text.lower() in QUIT:
                self._inputs.put_nowait(PersonInput("quit"))
        elif state.page is not None:
            state.page = None
        elif text in HELP and not state.typed:
            self._give(PersonInput("help"))
        elif text.lower() == QUIT[0] and not state.typed:
            self._app.exit()
        elif text == " " and not state.typed:
            self._give(state.enter())
        else:
            state.typed = (state.typed + text)[:LONGEST_TYPED]


def _bind(keys: KeyBindings, key: Keys | str, act: Callable[[str], None]) -> None:
    """Bind a key to a function that gets the typed letters."""

    def handle(event: KeyPressEvent) -> None:
        act(event.data)

    keys.add(key)(handle)


def _classes(style: str) -> str:
    """A style in the library's form."""
    return " ".join(f"class:{word}" if word in COLOURS else word for word in style.split())
