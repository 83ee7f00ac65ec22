"""`teahouse analyse RECORD`: a Battle game judged move by move, or a Solitaire game with every face seen."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from teahouse.cli.analyse_solitaire import analyse_solitaire
from teahouse.cli.engine import add_engine, chosen_engine, counter
from teahouse.cli.files import read_record, write_whole
from teahouse.cli.options import CommandParser
from teahouse.core.errors import InvalidOption, InvalidRecord, InvalidText
from teahouse.core.record import Record
from teahouse.games.battle import Battle, BattleState
from teahouse.games.solitaire import Solitaire
from teahouse.pictures.battle.curve import curve_svg

if TYPE_CHECKING:
    from teahouse.players.battle.analysis import Analysis, Judged

USUAL_TIME: Final = 2.0


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "analyse",
        "Judge every move of a recorded Battle game: what it gave away, what was best, who was heading to win. From "
        "some move on everything is exact, and it says from which; before that it is how things looked. Of a Solitaire "
        "game: how hard the deal was, which move lost it, and how much more the best line scores.",
        "  teahouse analyse record.jsonl\n"
        "  teahouse analyse record.jsonl --time 20 --memory 2048 --svg curve.svg\n"
        "  teahouse analyse --json - < record.jsonl",
    )
    made.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")
    made.add_argument("--seat", metavar="N", type=int, default=0, help="Solitaire: whose board of a contest")
    made.add_argument("--svg", metavar="FILE", type=Path, help="Battle: draw the course of the game")
    add_engine(made, time=USUAL_TIME)
    made.add_argument("--json", action="store_true", help="one JSON object")
    return made


def run(args: argparse.Namespace) -> None:
    """Judge a game and tell."""
    game, record = read_record(args.record)
    if isinstance(game, Solitaire):
        analyse_solitaire(args, game, record)
    elif isinstance(game, Battle):
        _analyse_battle(args, game, record)
    else:
        raise InvalidOption(f"expected a record of battle or solitaire, got one of {game.name}")


def _analyse_battle(args: argparse.Namespace, game: Battle, record: Record) -> None:
    from teahouse.players.battle.analysis import analyse, played

    try:
        states, moves = played(game, record)
    except InvalidRecord as error:
        raise InvalidText(f"{args.record}: {error}") from None
    engine, limits = chosen_engine(args)
    with counter(len(moves), "moves judged") as told:
        judged = analyse(states, moves, engine, limits, told)
    if args.svg is not None:
        marks = [each.mark for each in judged.moves]
        names = record.header.names
        write_whole(args.svg, curve_svg(judged.curve, judged.exact_from, marks, names).encode())
    if args.json:
        print(json.dumps(_report(game, judged)))
    else:
        _tell(game, record, states, judged)


def _report(game: Battle, judged: "Analysis") -> dict[str, Any]:
    return {
        "exact_from": judged.exact_from,
        "curve": judged.curve,
        "moves": [_move(game, ply, each) for ply, each in enumerate(judged.moves)],
    }


def _move(game: Battle, ply: int, each: "Judged") -> dict[str, Any]:
    return {
        "ply": ply,
        "seat": each.seat,
        "move": game.move_text(each.move),
        "best": None if each.best is None else game.move_text(each.best),
        "ahead": each.ahead,
        "exact": each.exact,
        "lost": each.lost,
        "mark": each.mark,
    }


def _tell(game: Battle, record: Record, states: list[BattleState], judged: "Analysis") -> None:
    names = record.header.names
    for ply, each in enumerate(judged.moves):
        tile = states[ply].board.at(each.move.first)
        about = "exact" if each.exact else "looks"
        better = "" if not each.lost or each.best is None else f"   lost {each.lost}, best {game.move_text(each.best)}"
        print(
            f"{ply:3}  {names[each.seat]:<12} {game.move_text(each.move)} ({tile}) {each.mark:<2}  "
            f"{names[0]} {each.ahead:+} ({about}){better}"
        )
    print(f"end  {names[0]} {judged.final:+}")
    for seat, name in enumerate(names):
        lost = sum(each.lost or 0 for each in judged.moves if each.seat == seat)
        print(f"{name} gave away {lost} points in the exact part")
    if judged.exact_from is None:
        print("nothing could be solved exactly: give it more --time")
    else:
        print(f"exact from move {judged.exact_from} on ({len(judged.moves) - judged.exact_from} moves)")
