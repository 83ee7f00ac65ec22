"""`teahouse advise RECORD`: what the house would have played, at one moment or in a whole deal of Classic."""

import argparse
import json
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from teahouse.cli.columns import columns
from teahouse.cli.engine import announce_compiling, counter
from teahouse.cli.files import read_record
from teahouse.cli.options import CommandParser
from teahouse.core.errors import InvalidOption, InvalidRecord, InvalidText
from teahouse.core.game import AnyGame
from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic
from teahouse.players.player import Budget

if TYPE_CHECKING:
    from teahouse.players.advice import Advice
    from teahouse.players.classic.analysis import Judged

SECONDS: Final = 1.0


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "advise",
        "Tell what the house would have played: with --ply at one moment, every move with its reasons; without, every "
        "choice of a deal of Classic with the expected points it gave away. It knows what the seat at turn saw.",
        "  teahouse advise record.jsonl --ply 12\n"
        "  teahouse advise record.jsonl\n"
        "  teahouse advise --json - --ply 3 < record.jsonl",
    )
    made.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")
    made.add_argument("--ply", metavar="N", type=int, help="the moment before this move, counted from 0")
    made.add_argument("--json", action="store_true", help="one JSON object")
    return made


def run(args: argparse.Namespace) -> None:
    """Advise at one moment, or judge a deal."""
    game, record = read_record(args.record)
    states, moves = _played(args.record, game, record)
    if args.ply is not None:
        _advise(args, game, states, moves)
    elif isinstance(game, Classic):
        _judge(args, game, record, states, moves)
    else:
        raise InvalidOption(f"advise: expected --ply for a record of {game.name} (analyse judges a whole one)")


def _played(name: str, game: AnyGame, record: Record) -> tuple[list[Any], list[tuple[Seat, Any]]]:
    """The states of a playing and the moves between them."""
    try:
        states: list[Any] = [game.deal(record_seed(record))]
        moves: list[tuple[Seat, Any]] = []
        for step in replay(game, record):
            states.append(step.state)
            moves.append((step.seat, step.move))
    except InvalidRecord as error:
        raise InvalidText(f"{name}: {error}") from None
    return states, moves


def _advise(args: argparse.Namespace, game: AnyGame, states: list[Any], moves: list[tuple[Seat, Any]]) -> None:
    if not 0 <= args.ply < len(moves):
        raise InvalidOption(f"expected --ply from 0 to {len(moves) - 1}, got {args.ply}")
    ply: int = args.ply
    state, (seat, played) = states[ply], moves[ply]
    legal = game.legal_moves(state, seat)
    if not legal:
        raise InvalidOption(f"expected a ply at which seat {seat} had a choice, got {args.ply}")
    announce_compiling(game.name)
    from teahouse.players import advise
    from teahouse.players.advice import AdviceContext

    context = AdviceContext(game.rules, Budget(seconds=SECONDS), Random(args.ply))
    advice = advise(game.name, game.view(state, seat), legal, context)
    if args.json:
        print(json.dumps({"ply": args.ply, "played": game.move_text(played)} | msgspec.to_builtins(advice)))
    else:
        print("\n".join(told(advice, game.move_text(played), args.ply)))


def told(advice: "Advice", played: str, ply: int) -> list[str]:
    """The ranked moves as lines; the one that was played is marked."""
    rows = [("", "move", "points", "reasons")]
    for each in advice.moves:
        value = "" if each.value is None else f"{each.value:+.1f}"
        after = "" if each.discard is None or str(each.discard) == each.text else f" (then {each.discard})"
        rows.append((">" if each.text == played else "", each.text + after, value, each.reason))
    head = f"ply {ply}, seat {advice.seat}: played {played}"
    return [head, *columns(rows, left=("", "move", "reasons"))]


def _judge(
    args: argparse.Namespace, game: Classic, record: Record, states: list[Any], moves: list[tuple[Seat, Any]]
) -> None:
    announce_compiling(game.name)
    from teahouse.players.classic.analysis import judge

    found: list[Judged] = []
    with counter(len(moves), "moves looked at") as tell:
        for each in judge(game, states, moves):
            found.append(each)
            tell(len(moves) - each.ply)
    if args.json:
        print(json.dumps({"moves": [_row(game, each) for each in found], "lost": _lost(game, found)}))
    else:
        print("\n".join(_lines(game, record, found)))


def _row(game: Classic, each: "Judged") -> dict[str, Any]:
    return {
        "ply": each.ply,
        "seat": each.seat,
        "move": game.move_text(each.move),
        "best": each.best.text,
        "lost": round(each.lost, 1),
        "mark": each.mark,
        "reason": each.best.reason,
    }


def _lost(game: Classic, found: "list[Judged]") -> list[float]:
    return [round(sum(each.lost for each in found if each.seat == seat), 1) for seat in game.seats]


def _lines(game: Classic, record: Record, found: "list[Judged]") -> list[str]:
    names = record.header.names
    rows = [("ply", "who", "move", "", "lost", "better")]
    for each in found:
        if each.mark:
            better = f"{each.best.text}: {each.best.reason}"
            rows.append(
                (str(each.ply), names[each.seat], game.move_text(each.move), each.mark, f"{each.lost:.0f}", better)
            )
    lines = list(columns(rows, left=("who", "move", "", "better"))) if len(rows) > 1 else ["no mistakes to speak of"]
    for name, lost in zip(names, _lost(game, found), strict=True):
        lines.append(f"{name} gave away {lost:.0f} expected points")
    return lines
