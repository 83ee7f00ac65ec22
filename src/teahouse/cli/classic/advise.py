"""`teahouse advise` for a whole deal of Classic: every choice, and the expected points it gave away."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.engine import compile_engine, counter
from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.classic import Classic

if TYPE_CHECKING:
    from teahouse.players.classic.analysis import JudgedPly


def advise_deal(
    args: argparse.Namespace, game: Classic, record: Record, states: list[Any], moves: list[tuple[Seat, Any]]
) -> None:
    """Judge every choice of a deal and print the result."""
    plies = judged_choices(game, states, moves)
    if args.json:
        print(json.dumps(report(game, plies)))
    else:
        print("\n".join(report_lines(game, record, plies)))


def judged_choices(game: Classic, states: list[Any], moves: list[tuple[Seat, Any]]) -> "list[JudgedPly]":
    """Every choice of a deal, judged while a progress line counts the moves."""
    compile_engine(game.name)
    from teahouse.players.classic.analysis import judge

    plies: list[JudgedPly] = []
    with counter(len(moves), "moves looked at") as on_progress:
        for each in judge(game, states, moves):
            plies.append(each)
            on_progress(len(moves) - each.ply)
    return plies


def report(game: Classic, plies: "list[JudgedPly]") -> dict[str, Any]:
    """The choices in the form that is printed as JSON."""
    return {"moves": [_row(game, each) for each in plies], "lost": _lost(game, plies)}


def _row(game: Classic, each: "JudgedPly") -> dict[str, Any]:
    return {
        "ply": each.ply,
        "seat": each.seat,
        "move": game.move_text(each.move),
        "best": each.best.text,
        "lost": round(each.lost, 1),
        "mark": each.mark,
        "reason": each.best.reason,
    }


def _lost(game: Classic, plies: "list[JudgedPly]") -> list[float]:
    return [round(sum(each.lost for each in plies if each.seat == seat), 1) for seat in game.seats]


def report_lines(game: Classic, record: Record, plies: "list[JudgedPly]") -> list[str]:
    """The mistakes, and what each seat gave away."""
    names = record.header.names
    rows = [("ply", "who", "move", "", "lost", "better")]
    for each in plies:
        if each.mark:
            better = f"{each.best.text}: {each.best.reason}"
            rows.append(
                (str(each.ply), names[each.seat], game.move_text(each.move), each.mark, f"{each.lost:.0f}", better)
            )
    lines = list(columns(rows, left=("who", "move", "", "better"))) if len(rows) > 1 else ["no mistakes to speak of"]
    for name, lost in zip(names, _lost(game, plies), strict=True):
        lines.append(f"{name} gave away {lost:.0f} expected points")
    return lines
