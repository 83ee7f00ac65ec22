"""`teahouse analyse --game GAME POSITION`: what the house's engine thinks of any position."""

import argparse
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.engine import compile_engine
from teahouse.cli.shared.files import FileTrouble, opened
from teahouse.core.errors import InvalidOption, InvalidText, TeahouseError, shown
from teahouse.core.seats import Seat
from teahouse.games import GAMES
from teahouse.games.positions import LONGEST_POSITION, Position
from teahouse.players import PLAYERS
from teahouse.players.exploring import Explored, ExploredMove, ExploredPosition

MOST_MOVES: Final = 12
LINE_MOVES: Final = 8
STDIN: Final = "-"


def analyse_position(args: argparse.Namespace) -> None:
    """Analyse a position and print the result."""
    name, game, state = args.game, *read_position(args.game, args.record)
    explore = PLAYERS[name].explore
    assert explore is not None, f"no engine thinks about {name}"
    deciding = [seat for seat in game.to_move(state) if len(game.legal_moves(state, seat)) > 1]
    seat = (deciding or [*game.to_move(state), Seat(0)])[0]
    compile_engine(name)
    explored = explore(ExploredPosition(game, state, seat), args.time, lambda _known: None)
    print(msgspec.json.encode(explored).decode() if args.json else "\n".join(position_lines(explored)))


def read_position(game: str, argument: str) -> Position:
    """The position in a file, in the standard input, or in the argument itself."""
    known = GAMES.get(game)
    if known is None or known.positions is None:
        games = ", ".join(name for name, each in GAMES.items() if each.positions is not None)
        raise InvalidOption(f"expected a game ({games}), got {shown(game)}")
    is_file = argument == STDIN or _exists(argument)
    try:
        return known.positions.parse(_text(argument) if is_file else argument)
    except FileTrouble:
        raise
    except TeahouseError as error:
        nor = "" if is_file or any(map(str.isspace, argument)) else f"; there is no file {shown(argument)} either"
        raise InvalidText(f"position of {game}: {error}{nor}") from None


def _exists(argument: str) -> bool:
    with suppress(OSError, ValueError):  # the text is too long for a file name, or has other characters
        return Path(argument).exists()
    return False


def _text(argument: str) -> str:
    try:
        with opened(argument) as file:
            return file.read(LONGEST_POSITION + 1).decode()
    except OSError as error:
        raise FileTrouble(f"cannot read {argument}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InvalidText(f"{argument}: expected a position, got bytes that are not text") from None


def position_lines(explored: Explored) -> list[str]:
    """The analysis of a position, for people."""
    about = "exact" if explored.exact else "the house's opinion"
    lines = [f"seat {explored.seat} to move"]
    if explored.value is not None:
        lines.append(f"value   {explored.value:+g} ({about})")
    if explored.lower is not None and not explored.exact:
        lines.append(f"bounds  {explored.lower:+} to {explored.upper:+}")
    if explored.clearable is not None:
        lines.append(f"cleared {'it can be, proven' if explored.clearable else 'it cannot be, proven'}")
    lines.append(f"search  {explored.nodes:,} nodes in {explored.seconds:.1f} s")
    rows = [("move", "value", "", "then"), *map(_row, explored.moves[:MOST_MOVES])]
    return (
        [*lines, *columns(rows, left=("move", "", "then"))] if explored.moves else [*lines, "there is nothing to play"]
    )


def _row(move: ExploredMove) -> tuple[str, str, str, str]:
    value = "" if move.value is None else f"{move.value:+g}"
    proven = {True: "clears", False: "dead", None: "exact" if move.exact else ""}[move.clearable]
    then = move.advised.reason if move.advised is not None else " ".join(move.line[:LINE_MOVES])
    return move.text, value, proven, then
