"""`teahouse advise RECORD`: what the engine would have played, at one ply or in a whole deal of Classic."""

import argparse
import json
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from teahouse.cli.by_game import commands_of
from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.engine import compile_engine
from teahouse.cli.shared.files import read_record
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, InvalidRecord, InvalidText
from teahouse.core.game import AnyGame
from teahouse.core.loading import load
from teahouse.core.record import Record, record_seed, replay
from teahouse.core.seats import Seat
from teahouse.players.player import Budget

if TYPE_CHECKING:
    from teahouse.players.advice import Advice

SECONDS: Final = 1.0


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "advise",
        "Show what the engine would have played: with --ply at one position, every move with its reasons; without "
        "--ply, every choice of a deal of Classic with the expected points it gave away. It uses only what the seat "
        "could see.",
        "  teahouse advise record.jsonl --ply 12\n"
        "  teahouse advise record.jsonl\n"
        "  teahouse advise --json - --ply 3 < record.jsonl",
    )
    command.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")
    command.add_argument("--ply", metavar="N", type=int, help="the position before this move, counted from 0")
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Advise at one ply, or on every choice of a deal."""
    game, record = read_record(args.record)
    states, moves = _played(args.record, game, record)
    if args.ply is not None:
        _advise(args, game, states, moves)
    elif (advise_deal := commands_of(game.name).advise_deal) is not None:
        load(advise_deal)(args, game, record, states, moves)
    else:
        raise InvalidOption(f"advise: expected --ply for a record of {game.name} (analyse judges a whole one)")


def _played(name: str, game: AnyGame, record: Record) -> tuple[list[Any], list[tuple[Seat, Any]]]:
    """The states of a game and the moves between them."""
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
    compile_engine(game.name)
    from teahouse.players import advise
    from teahouse.players.advice import AdviceContext

    context = AdviceContext(game.rules, Budget(seconds=SECONDS), Random(args.ply))
    advice = advise(game.name, game.view(state, seat), legal, context)
    if args.json:
        print(json.dumps({"ply": args.ply, "played": game.move_text(played)} | msgspec.to_builtins(advice)))
    else:
        print("\n".join(advice_lines(advice, game.move_text(played), args.ply)))


def advice_lines(advice: "Advice", played: str, ply: int) -> list[str]:
    """The ranked moves as lines, with a mark for the one that was played."""
    rows = [("", "move", "points", "reasons")]
    for each in advice.moves:
        value = "" if each.value is None else f"{each.value:+.1f}"
        after = "" if each.discard is None or str(each.discard) == each.text else f" (then {each.discard})"
        rows.append((">" if each.text == played else "", each.text + after, value, each.reason))
    head = f"ply {ply}, seat {advice.seat}: played {played}"
    return [head, *columns(rows, left=("", "move", "reasons"))]
