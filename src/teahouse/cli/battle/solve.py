"""`teahouse solve battle`: the exact value of a position, the best move, and the moves of best play."""

import argparse
import json
from typing import TYPE_CHECKING, Any, Final

import msgspec

from teahouse.cli.battle.search import ProgressLine, chosen_engine
from teahouse.cli.shared.files import FileTrouble, numbered_lines, opened, parse_line
from teahouse.core.errors import InvalidOption, InvalidText, TeahouseError
from teahouse.games.battle import Battle, Board, parse_board, parse_slot

if TYPE_CHECKING:
    from teahouse.players.battle.engine import Engine
    from teahouse.players.battle.solution import MoveValue, Solution
    from teahouse.players.player import SearchLimits

LARGEST_FILE: Final = 100_000


class PositionLine(msgspec.Struct):
    """A line of a file of positions; other fields are ignored."""

    rows: list[str]


def solve_battle(args: argparse.Namespace) -> None:
    """Solve one board, or many positions."""
    if args.deals is not None or args.seed is not None:
        raise InvalidOption("solve battle: expected a BOARD or --positions FILE; --deals and --seed are for Solitaire")
    if (args.position is None) == (args.positions is None):
        raise InvalidOption("solve: expected either a BOARD or --positions FILE")
    if args.position is not None:
        _solve_board(args, read_board(args.position))
        return
    engine, limits = chosen_engine(args)
    for place, line in numbered_lines(args.positions):
        print(json.dumps(_answer(args, engine, limits, _position(place, line))), flush=True)


def read_board(name: str) -> Board:
    """The board in a file, or in the standard input."""
    try:
        with opened(name) as file:
            text = file.read(LARGEST_FILE).decode()
        return parse_board(text)
    except OSError as error:
        raise FileTrouble(f"cannot read {name}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidText(f"{name}: expected a board, got bytes that are not text") from None
    except TeahouseError as error:
        raise InvalidText(f"{name}: {error}") from None


def _position(place: str, line: bytes) -> Board:
    position_line = parse_line(place, line, PositionLine, '{"rows": [nine strings]}')
    try:
        return parse_board("\n".join(position_line.rows))
    except TeahouseError as error:
        raise InvalidText(f"{place}: {error}") from None


def _answer(args: argparse.Namespace, engine: "Engine", limits: "SearchLimits", board: Board) -> dict[str, Any]:
    progress = ProgressLine()
    solution = engine.solve(board, limits, progress)
    answer = solution_json(solution)
    if args.moves:
        values = engine.values(board, limits, progress)
        answer["moves"] = [move_json(value) for value in values]
    if args.line:
        answer["line"] = [Battle().move_text(move) for move in engine.line(board, limits)]
    progress.wipe()
    return answer


def solution_json(solution: "Solution") -> dict[str, Any]:
    """A solution for programs."""
    return {
        "value": solution.value,
        "exact": solution.exact,
        "lower": solution.lower,
        "upper": solution.upper,
        "best": None if solution.best is None else Battle().move_text(solution.best),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }


def move_json(value: "MoveValue") -> dict[str, Any]:
    """A move and its value for programs."""
    exact = value.lower == value.upper
    return {
        "move": Battle().move_text(value.move),
        "value": value.lower if exact else None,
        "lower": value.lower,
        "upper": value.upper,
    }


def _solve_board(args: argparse.Namespace, board: Board) -> None:
    engine, limits = chosen_engine(args)
    answer = _answer(args, engine, limits, board)
    if args.json:
        print(json.dumps(answer))
        return
    print(f"value   {worth(answer)} for the player to move")
    print(f"best    {move_name(board, answer['best']) if answer['best'] else 'no pair is free'}")
    speed = answer["nodes"] / max(answer["seconds"], 1e-9) / 1e6
    print(f"search  {answer['nodes']:,} nodes in {answer['seconds']:.3f} s ({speed:.1f} million a second)")
    if answer["value"] is None:
        print("        stopped before the value was known: more --time or --memory, or fewer tiles, may solve it")
    if args.line:
        print(f"line    {line_text(board, answer)}")
    for each in sorted(answer.get("moves", ()), key=lambda move: (-move["lower"], -move["upper"])):
        print(f"  {move_name(board, each['move'])}  {worth(each)}")


def worth(answer: dict[str, Any]) -> str:
    """A value for people, or its bounds."""
    if answer["value"] is not None:
        return f"{answer['value']:+}"
    return f"{answer['lower']:+} to {answer['upper']:+}"


def line_text(board: Board, answer: dict[str, Any]) -> str:
    """The moves of best play for people."""
    moves = " ".join(move_name(board, move) for move in answer["line"])
    return moves or ("no pair is free" if answer["exact"] else "not known")


def move_name(board: Board, text: str) -> str:
    """A move with the tile it takes."""
    return f"{text} ({board.at(parse_slot(text[:2]))})"
