"""The Battle engine as a program that speaks the commands of chess engines (UCI)."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from teahouse.core.errors import InvalidOption, InvalidText, TeahouseError, shown
from teahouse.core.shuffle import parse_seed
from teahouse.games.battle import Battle, BattleState, Board, TakePair
from teahouse.games.battle.board import COLUMNS, parse_board
from teahouse.players import Budget

if TYPE_CHECKING:
    from teahouse.players.battle.engine import Engine
    from teahouse.players.battle.solution import Progress, Solution
    from teahouse.players.battle.thinking import DepthReport

USUAL_SECONDS: Final = 1.0
ENDLESS: Final = 1e9
HASH: Final = (1, 256, 65536)
"""The lowest, the default and the highest number of megabytes of the table."""
THREADS: Final = (1, 1, 256)
PV_NODES: Final = 5_000
"""Nodes for finding one more move of the best line; most of it is in the table."""
LONGEST_PV: Final = 12
DEEPEST: Final = 54
WARM_SEED: Final = b"warm"
CELL: Final = 2

Say = Callable[[str], None]


class SearchStopped(Exception):
    """The search must end now."""


class UciEngine:
    """Answers lines of UCI. It searches in its own thread, so that `stop` works."""

    def __init__(self, say: Say, version: str) -> None:
        """Send lines through `say`, which must be thread-safe."""
        self._say, self._version = say, version
        self._options = {"Hash": HASH[1], "Threads": THREADS[1]}
        self._engine: Engine | None = None
        self._game = Battle()
        self._state: BattleState | None = None
        self._thinking: threading.Thread | None = None
        self._stop = threading.Event()

    def serve(self, lines: Iterable[str]) -> None:
        """Answer lines until `quit` or the end."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                break
            if words:
                self.answer(words)
        self._halt()

    def answer(self, words: Sequence[str]) -> None:
        """Answer one line; an unknown command is reported and changes nothing."""
        answers: dict[str, Callable[[Sequence[str]], None]] = {
            "uci": self._hello,
            "isready": self._ready,
            "ucinewgame": self._forget,
            "setoption": self._set,
            "position": self._place,
            "go": self._go,
            "stop": self._end,
        }
        try:
            if words[0] not in answers:
                raise InvalidText(f"expected a command ({', '.join(answers)}, quit), got {shown(words[0])}")
            answers[words[0]](words[1:])
        except TeahouseError as error:
            self._say(f"info string {error}")

    def _hello(self, _: Sequence[str]) -> None:
        self._say(f"id name Teahouse Battle {self._version}")
        self._say("id author the Teahouse authors")
        for name, (least, usual, most) in (("Hash", HASH), ("Threads", THREADS)):
            self._say(f"option name {name} type spin default {usual} min {least} max {most}")
        self._say("uciok")

    def _ready(self, _: Sequence[str]) -> None:
        """Create the engine, with compiled kernels, before the answer `readyok`."""
        self._made()
        self._say("readyok")

    def _forget(self, _: Sequence[str]) -> None:
        self._halt()
        self._state = None

    def _set(self, words: Sequence[str]) -> None:
        match list(words):
            case ["name", ("Hash" | "Threads") as name, "value", value]:
                least, _, most = HASH if name == "Hash" else THREADS
                self._options[name] = _number(name, value, least, most)
                self._halt()
                self._engine = None
            case _:
                raise InvalidOption(f"expected name Hash|Threads value N, got {shown(' '.join(words))}")

    def _place(self, words: Sequence[str]) -> None:
        self._halt()
        self._state = read_position(self._game, words)

    def _go(self, words: Sequence[str]) -> None:
        self._halt()
        if self._state is None:
            raise InvalidText("expected a position before go, got none")
        limits = read_go(words)
        self._stop.clear()
        self._thinking = threading.Thread(target=self._think, args=(self._state.board, limits), daemon=True)
        self._thinking.start()

    def _end(self, _: Sequence[str]) -> None:
        self._halt()

    def _halt(self) -> None:
        """Stop the search, if one runs, and report the best move so far."""
        if self._thinking is not None:
            self._stop.set()
            self._thinking.join()
            self._thinking = None

    def _made(self) -> "Engine":
        """The engine, after a first search, so that loading and compiling do not count as thinking time."""
        if self._engine is None:
            from teahouse.players.battle.engine import Engine

            self._engine = Engine(self._options["Hash"], self._options["Threads"])
            self._engine.look(self._game.deal(WARM_SEED).board, 1)
        return self._engine

    def _think(self, board: Board, limits: "GoLimits") -> None:
        from teahouse.players.battle.thinking import think

        moves = [TakePair(*slots) for slots in board.pairs()]
        best, deepest = moves[0] if moves else None, 0
        engine = self._made()
        started = time.perf_counter()

        def report_depth(depth: int, found: "Solution") -> None:
            nonlocal best, deepest
            best = found.best or best
            if depth > deepest:
                deepest = depth
                self._inform(board, depth, found, time.perf_counter() - started)
            self._look_up()

        with suppress(SearchStopped):
            if moves:
                if limits.depth is None:
                    think(engine, board, limits.budget, report_depth, self._watch)
                else:
                    self._deepen(board, limits, report_depth)
        if limits.is_endless:
            self._stop.wait()
        self._say(f"bestmove {'(none)' if best is None else self._game.move_text(best)}")

    def _deepen(self, board: Board, limits: "GoLimits", report_depth: "DepthReport") -> None:
        """Search deeper and deeper, until the depth, the end of play or a limit is reached."""
        from teahouse.players.player import SearchLimits

        assert limits.depth is not None
        nodes = limits.budget.nodes
        for depth in range(1, min(limits.depth, board.left() // 2) + 1):
            found = self._made().deepen(board, depth, SearchLimits(limits.budget.seconds, nodes), self._watch)
            if not found.exact:
                break
            nodes = None if nodes is None else max(nodes - found.nodes, 1)
            report_depth(depth, found)

    def _watch(self, _: "Progress") -> None:
        self._look_up()

    def _look_up(self) -> None:
        if self._stop.is_set():
            raise SearchStopped

    def _inform(self, board: Board, depth: int, found: "Solution", seconds: float) -> None:
        """Report a finished search: its depth, the expected margin, nodes, time, and the best line."""
        line = " ".join(self._game.move_text(move) for move in self._line(board, depth, found))
        speed = round(found.nodes / max(found.seconds, 1e-6))
        figures = f"score points {found.lower} nodes {found.nodes} nps {speed} time {round(1000 * seconds)}"
        self._say(f"info depth {depth} {figures} pv {line}")

    def _line(self, board: Board, depth: int, found: "Solution") -> list[TakePair]:
        """The best line, as far as the table still has it."""
        from teahouse.players.player import SearchLimits

        line: list[TakePair] = []
        while found.best is not None and found.exact and len(line) < min(depth, LONGEST_PV):
            line.append(found.best)
            board = board.without(found.best.first, found.best.second)
            left = depth - len(line)
            if left <= 0 or not board.has_pair():
                break
            found = self._made().deepen(board, left, SearchLimits(None, PV_NODES))
        return line


class GoLimits:
    """The limits of a search, from the words after `go`."""

    def __init__(self, budget: Budget, depth: int | None, *, is_endless: bool) -> None:
        """Store the limits; with a depth the engine searches deeper and deeper instead of for an exact solution."""
        self.budget, self.depth, self.is_endless = budget, depth, is_endless


def read_go(words: Sequence[str]) -> GoLimits:
    """Read the words after `go`: movetime, nodes, depth, infinite; without any, the time is a second."""
    given: dict[str, int] = {}
    rest = [word for word in words if word != "infinite"]
    for name, value in zip(rest[::2], [*rest[1::2], ""], strict=False):
        if name not in ("movetime", "nodes", "depth"):
            raise InvalidText(f"expected movetime, nodes, depth or infinite, got {shown(name)}")
        given[name] = _number(name, value, 1, 1 << 40)
    is_endless = "infinite" in words
    is_free = is_endless or ("movetime" not in given and given)
    seconds = ENDLESS if is_free else given.get("movetime", 1000 * USUAL_SECONDS) / 1000
    budget = Budget(seconds=seconds, nodes=given.get("nodes"))
    return GoLimits(budget, given.get("depth", DEEPEST if is_endless else None), is_endless=is_endless)


def read_position(game: Battle, words: Sequence[str]) -> BattleState:
    """Read the words after `position`: `seed WORD` or `board ROWS`, then optional `scores A B` and `moves a1c9 …`."""
    parts = list(words)
    if len(parts) < 2 or parts[0] not in ("seed", "board"):
        raise InvalidText(f"expected seed WORD or board ROWS, got {shown(' '.join(words))}")
    kind, text, *rest = parts
    state = game.deal(parse_seed(text)) if kind == "seed" else game.start(read_rows(text))
    if rest[:1] == ["scores"]:
        own, other = (_number("scores", value, 0, 1000) for value in [*rest[1:3], "", ""][:2])
        state = BattleState(state.board, (own, other), state.mover)
        rest = rest[3:]
    if rest and rest[0] != "moves":
        raise InvalidText(f"expected scores or moves, got {shown(rest[0])}")
    for move in rest[1:]:
        state, _ = game.apply(state, state.mover, game.parse_move(move))
    return state


def read_rows(text: str) -> Board:
    """Read a board written in one line: nine rows of twelve cells, a slash between rows."""
    rows = text.split("/")
    for number, row in enumerate(rows, 1):
        if len(row) != CELL * COLUMNS:
            raise InvalidText(f"row {number}: expected {COLUMNS} cells of two letters, got {shown(row)}")
    return parse_board(
        "\n".join(" ".join(row[start : start + CELL] for start in range(0, len(row), CELL)) for row in rows)
    )


def _number(name: str, text: str, least: int, most: int) -> int:
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
    if not least <= value <= most:
        raise InvalidText(f"expected {name} from {least} to {most}, got {shown(text)}")
    return value
