"""External programs as players: asked in a protocol, with a time limit, and isolated from the arena."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from teahouse.core.errors import InvalidOption, InvalidText
from teahouse.core.game import AnyGame, Result
from teahouse.core.loading import load
from teahouse.lab.contestants import ContestantChoice, DealStart, ProgramFault
from teahouse.lab.envs import ENVS, envs_of
from teahouse.lab.program import Broken, Program, parse_command
from teahouse.players import Budget

PROTOCOL: Final = 1
START_SECONDS: Final = 20.0
"""Seconds for the first answer of a program, because an engine may have to compile."""
GRACE_SECONDS: Final = 0.5
"""Seconds that a program may take beyond its time, for the transfer of lines."""
MOST_FAULTS: Final = 5
"""Lost moves after which a program is no longer asked in this game."""
MOST_FALSE_STARTS: Final = 2
"""Failed starts in a row after which a program is no longer started."""


class Dialect(Protocol):
    """A protocol between the arena and a program."""

    farewell: str

    def greet(self, program: Program, deadline: float) -> None:
        """Send the greeting and wait for the answer."""
        ...

    def begin(self, program: Program, start: DealStart, deadline: float) -> None:
        """Announce a new game."""
        ...

    def ask(self, program: Program, question: "ProgramQuestion", deadline: float) -> Any:
        """One of the moves; `Broken` or `InvalidAnswer` when there is none."""
        ...

    def finish(self, program: Program, result: Result, deadline: float) -> None:
        """Announce the result."""
        ...


class ProgramQuestion(msgspec.Struct, frozen=True):
    """A question to a program: its number, the view, the moves, and the time."""

    number: int
    view: Any
    moves: Sequence[Any]
    seconds: float


class InvalidAnswer(Exception):
    """An answer that is no move, with the reason; the program may continue."""

    def __init__(self, fault: ProgramFault) -> None:
        """Store the reason."""
        super().__init__(fault)
        self.fault: Final = fault


class OutsidePlayer:
    """A contestant that is a program. It is restarted when it breaks, and given up when it breaks too often."""

    def __init__(self, words: tuple[str, ...], dialect: Dialect) -> None:
        """Start without a process."""
        self._words, self._dialect = words, dialect
        self._program: Program | None = None
        self._start: DealStart | None = None
        self._is_informed = False
        self._faults = 0
        self._false_starts = 0
        self._asked = 0

    def begin(self, start: DealStart) -> None:
        """Begin a game; the program is informed with its first question."""
        self._start, self._faults = start, 0
        self._is_informed = False

    def choose(self, view: Any, moves: Sequence[Any], budget: Budget) -> ContestantChoice:
        """The program's choice, or why it has no move."""
        if self._faults >= MOST_FAULTS or self._false_starts >= MOST_FALSE_STARTS:
            return ContestantChoice(fault="gone")
        self._asked += 1
        question = ProgramQuestion(self._asked, view, moves, budget.seconds)
        try:
            program = self._ready()
            deadline = time.monotonic() + budget.seconds + GRACE_SECONDS
            return ContestantChoice(self._dialect.ask(program, question, deadline))
        except Broken as broken:
            self._end()
            return self._failed(broken.fault)
        except InvalidAnswer as invalid:
            return self._failed(invalid.fault)

    def _ready(self) -> Program:
        """The program, started and informed about this game."""
        assert self._start is not None
        deadline = time.monotonic() + START_SECONDS
        if self._program is None:
            self._false_starts += 1
            self._program, self._is_informed = Program(self._words), False
            self._dialect.greet(self._program, deadline)
            self._false_starts = 0
        if not self._is_informed:
            self._dialect.begin(self._program, self._start, deadline)
            self._is_informed = True
        return self._program

    def _failed(self, fault: ProgramFault) -> ContestantChoice:
        self._faults += 1
        return ContestantChoice(fault=fault)

    def end(self, result: Result) -> None:
        """Send the program the result, if it is still running."""
        if self._program is not None and self._is_informed:
            try:
                self._dialect.finish(self._program, result, time.monotonic() + GRACE_SECONDS)
            except Broken:
                self._end()

    def _end(self, farewell: str = "") -> None:
        if self._program is not None:
            self._program.end(farewell)
            self._program = None

    def close(self) -> None:
        """End the program."""
        self._end(self._dialect.farewell)


class ProgramLine(msgspec.Struct, frozen=True):
    """A line of a program in the JSON dialect; unknown fields are ignored."""

    type: str
    id: int = 0
    move: int | str | None = None


class JsonDialect:
    """JSON lines in the style of mjai; `docs/bot-protocol.md` describes them."""

    farewell = '{"type":"bye"}'

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        """Speak about this game."""
        self._game, self._budget = game, budget

    def greet(self, program: Program, deadline: float) -> None:
        """Send `hello` and read the program's name."""
        hello = {"type": "hello", "protocol": PROTOCOL, "game": self._game.name, "options": self._game.rules}
        program.send_line(line_of(hello | {"ms": round(1000 * self._budget.seconds)}), deadline)
        try:
            is_hello = self._received(program, deadline).type == "hello"
        except InvalidAnswer:
            is_hello = False
        if not is_hello:
            raise Broken("rubbish")

    def begin(self, program: Program, start: DealStart, deadline: float) -> None:
        """Send the seat, the names, and a seed for the program's random generator."""
        deal = {"type": "deal", "seat": start.seat, "names": start.names, "luck": start.rng_seed}
        program.send_line(line_of(deal), deadline)

    def ask(self, program: Program, question: ProgramQuestion, deadline: float) -> Any:
        """Send view and moves; only the answer with the question's number counts."""
        texts = [self._game.move_text(move) for move in question.moves]
        program.send_line(line_of(choose_message(question, texts)), deadline)
        while (answer := self._received(program, deadline)).id < question.number:
            pass
        if answer.type != "choice" or answer.id != question.number or answer.move is None:
            raise InvalidAnswer("rubbish")
        place = answer.move if isinstance(answer.move, int) else _place(texts, answer.move)
        if not 0 <= place < len(question.moves):
            raise InvalidAnswer("illegal")
        return question.moves[place]

    def _received(self, program: Program, deadline: float) -> ProgramLine:
        try:
            return msgspec.json.decode(program.read_line(deadline), type=ProgramLine)
        except (msgspec.MsgspecError, RecursionError):
            raise InvalidAnswer("rubbish") from None

    def finish(self, program: Program, result: Result, deadline: float) -> None:
        """Send the result."""
        program.send_line(line_of({"type": "end", "result": result}), deadline)


def line_of(message: Mapping[str, Any]) -> str:
    """A message as one line."""
    return msgspec.json.encode(message).decode()


def choose_message(question: ProgramQuestion, texts: Sequence[str]) -> dict[str, Any]:
    """A question to a program."""
    ms = round(1000 * question.seconds)
    asked = {"type": "choose", "id": question.number, "ms": ms, "view": question.view}
    return asked | {"moves": question.moves, "texts": texts}


def _place(texts: Sequence[str], text: str) -> int:
    return texts.index(text) if text in texts else -1


class UciDialect:
    """The UCI protocol of chess engines; `docs/bot-protocol.md` describes it."""

    farewell = "quit"

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        """Use the dialect for this game, whose positions have a text."""
        place = envs_of(game.name).uci_position
        assert place is not None, f"expected a game with positions in one line, got {game.name}"
        self._game, self._budget = game, budget
        self._uci_position_text: Callable[[Any], str] = load(place)

    def greet(self, program: Program, deadline: float) -> None:
        """Send `uci` and wait for `uciok`."""
        program.send_line("uci", deadline)
        _await(program, "uciok", deadline)

    def begin(self, program: Program, start: DealStart, deadline: float) -> None:
        """Announce a new game, send `isready` and wait for `readyok`."""
        program.send_line("ucinewgame", deadline)
        program.send_line("isready", deadline)
        _await(program, "readyok", deadline)

    def ask(self, program: Program, question: ProgramQuestion, deadline: float) -> Any:
        """Send the position and the time to think; the answer is the line that begins with `bestmove`."""
        program.send_line(f"position {self._uci_position_text(question.view)}", deadline)
        nodes = "" if self._budget.nodes is None else f" nodes {self._budget.nodes}"
        program.send_line(f"go movetime {round(1000 * question.seconds)}{nodes}", deadline)
        best = _await(program, "bestmove", deadline)
        try:
            move = self._game.parse_move(best[1] if len(best) > 1 else "")
        except InvalidText:
            raise InvalidAnswer("rubbish") from None
        if move not in question.moves:
            raise InvalidAnswer("illegal")
        return move

    def finish(self, program: Program, result: Result, deadline: float) -> None:
        """Send nothing."""


def _await(program: Program, word: str, deadline: float) -> list[str]:
    while (answer := program.read_line(deadline).split())[:1] != [word]:
        pass
    return answer


DIALECTS: Final[Mapping[str, Callable[[AnyGame, Budget], Dialect]]] = {"exec": JsonDialect, "uci": UciDialect}
"""The dialects by the prefix of an external player."""


def is_outside(player: str) -> bool:
    """Does this text name an external program?"""
    return player.partition(":")[0] in DIALECTS and ":" in player


def outside_player(game: AnyGame, player: str, budget: Budget) -> OutsidePlayer:
    """The program that a text such as `exec:./mybot.py` names, or `InvalidOption`."""
    kind, _, command = player.partition(":")
    if kind not in envs_of(game.name).dialects:
        games = ", ".join(name for name, envs in ENVS.items() if kind in envs.dialects)
        raise InvalidOption(f"expected exec:COMMAND at {game.name}, got {player}: the {kind} dialect is for {games}")
    return OutsidePlayer(parse_command(command), DIALECTS[kind](game, budget))
