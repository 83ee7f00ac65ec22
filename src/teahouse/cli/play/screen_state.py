"""The state of the full screen: cursor, selection and typed text; it does not use the terminal."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from teahouse.cli.play.cursor import Direction, nearest, stepped, turned
from teahouse.cli.play.person_input import Offered, PersonInput, move_input, offered, read_input
from teahouse.cli.play.terminal_table import TerminalTable
from teahouse.core.errors import TeahouseError
from teahouse.core.seats import Seat
from teahouse.pictures.canvas import Canvas, Spot, TextBoard

MENU: Final = "menu "
LOG: Final = 200


class ScreenTurn(NamedTuple):
    """The person's turn: the seat, the board with its spots, and the moves that are not on the board."""

    seat: Seat
    board: TextBoard
    menu: tuple[Offered, ...]


class TextPage(NamedTuple):
    """A text to read, from this line on."""

    text: str
    line: int = 0


class ScreenState:
    """Everything on the screen that is not the game itself."""

    def __init__(self, table: TerminalTable) -> None:
        """Start with a game."""
        self.table: Final = table
        self.turn: ScreenTurn | None = None
        self.typed = ""
        self.chosen: tuple[str, ...] = ()
        self.message = ""
        self.question: PersonInput | None = None
        self.page: TextPage | None = None
        self.log: list[str] = []
        self.menu_spots: tuple[Spot, ...] = ()
        self._place = (0, 0)
        self._at = ""

    def add_lines(self, words: Sequence[str]) -> None:
        """Add lines to the log."""
        self.log = [*self.log, *words][-LOG:]

    def ask(self, seat: Seat) -> None:
        """Start the person's turn."""
        moves = self.table.play.legal(seat)
        board = self.table.picture.board(self.table.play.view(seat), moves, self.table.play.names)
        on_board = [choice.move for choice in board.choices]
        menu = tuple(one for one in offered(self.table, seat, moves) if one.move not in on_board)
        self.turn, self.chosen = ScreenTurn(seat, board, menu), ()
        self._at = board.start or self._at
        self._go(self.cursor or nearest(self.spots, *self._place))

    def rest(self) -> None:
        """End the person's turn."""
        self.turn, self.chosen, self.question = None, (), None

    @property
    def board(self) -> TextBoard:
        """The board as it is now."""
        if self.turn is not None:
            return self.turn.board
        return self.table.picture.board(self.table.view, (), self.table.play.names)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where the cursor can go: on the board, then in the menu below it."""
        return () if self.turn is None else (*self.turn.board.spots, *self.menu_spots)

    @property
    def cursor(self) -> Spot | None:
        """Where the cursor is."""
        return next((spot for spot in self.spots if spot.name == self._at), None)

    def _go(self, spot: Spot | None) -> None:
        if spot is not None:
            self._at, self._place = spot.name, (spot.row, spot.column)

    def step(self, direction: Direction) -> None:
        """Move the cursor."""
        cursor = self.cursor or nearest(self.spots, *self._place)
        if cursor is not None:
            self._go(stepped(self.spots, cursor, direction) if self.cursor else cursor)
        self.message = ""

    def turn_to(self, step: int) -> None:
        """Move the cursor to the next spot, or the one before."""
        self._go(turned(self.spots, self.cursor, step))
        self.message = ""

    def enter(self) -> PersonInput | None:
        """Execute the typed text, or select the cursor's spot; return the resulting input, if any."""
        self.message = ""
        try:
            return self._typed_input() if self.typed else self._pointed_input()
        except TeahouseError as error:
            self.message = str(error)
            return None

    def _typed_input(self) -> PersonInput | None:
        word, self.typed = self.typed, ""
        if self.turn is None:
            return None
        return self._asked_first(read_input(self.table, self.turn.seat, word))

    def _pointed_input(self) -> PersonInput | None:
        if self.turn is None or (cursor := self.cursor) is None:
            return None
        for one in self.turn.menu:
            if cursor.name == MENU + one.label:
                return self._asked_first(move_input(self.table, one.move))
        return self._choose(cursor, self.turn.board)

    def _choose(self, cursor: Spot, board: TextBoard) -> PersonInput | None:
        """Select or deselect a spot, and return the input when the selection is a move."""
        names = (*(name for name in self.chosen if name != cursor.name),)
        self.chosen = names if cursor.name in self.chosen else (*names, cursor.name)
        spots = frozenset(self.chosen)
        moves = [choice.move for choice in board.choices if choice.spots == spots]
        if moves:
            return self._asked_first(move_input(self.table, moves[0]))
        if len(self.chosen) > 1:
            self.message = f"{' and '.join(map(self._says, self.chosen))} are no pair"
            self.chosen = (cursor.name,)
        elif self.chosen:
            self._go_to_partner(cursor, board)
        return None

    def _go_to_partner(self, cursor: Spot, board: TextBoard) -> None:
        """If moves are listed anyway, move the cursor to the only tile that matches this one."""
        view = self.table.view
        with_it = [choice for choice in board.choices if cursor.name in choice.spots]
        if len(with_it) == 1 and self.table.picture.move(view, with_it[0].move):
            (partner,) = with_it[0].spots - {cursor.name}
            self._go(next((spot for spot in board.spots if spot.name == partner), None))

    def _says(self, name: str) -> str:
        spot = next(spot for spot in self.spots if spot.name == name)
        return f"{spot.says.split()[0]} at {spot.name}"

    def _asked_first(self, given: PersonInput) -> PersonInput | None:
        """The input, unless a question comes first."""
        if not given.question:
            return given
        self.question = given
        return None

    def answer(self, *, is_yes: bool) -> PersonInput | None:
        """Answer the question, and return the input when the answer is yes."""
        given, self.question = self.question, None
        self.message = "" if is_yes else "Nothing has changed."
        return given if is_yes else None

    def rub_out(self) -> None:
        """Delete the last typed letter."""
        self.typed = self.typed[:-1]

    def leave(self) -> None:
        """Clear the typed text, or the selection, and the message."""
        if not self.typed:
            self.chosen = ()
        self.typed, self.message = "", ""

    def drawn(self) -> Canvas:
        """The board with the cursor and the selection marked."""
        board = self.board
        canvas = board.canvas.copy()
        for spot in board.spots:
            if spot.name in self.chosen:
                canvas.mark(spot, "{}", "chosen")
            if spot == self.cursor:
                canvas.mark(spot, "{}" if spot.name in self.chosen else "><", "cursor")
        return canvas

    def menu(self, width: int, row: int) -> Canvas:
        """The moves that are not on the board, as many in a row as fit; their spots begin in this row of the screen.

        If there is nothing else, the cursor is on the last of them, which is to pass.
        """
        canvas, spots, at, column = Canvas(), list[Spot](), 0, 1
        for one in self.turn.menu if self.turn is not None else ():
            text = f"[{one.label} {one.words}]"
            if column > 1 and column + len(text) > width:
                at, column = at + 1, 1
            spots.append(Spot(MENU + one.label, row + at, column, len(text), one.words))
            column = canvas.put(at, column, text, "bold") + 1
        self.menu_spots = tuple(spots)
        if self.cursor is None:
            self._go(nearest(self.spots, *self._place) if self.board.spots else next(reversed(spots), None))
        for spot in spots:
            if spot.name == self._at:
                canvas.mark(spot._replace(row=spot.row - row), "><", "cursor")
        return canvas
