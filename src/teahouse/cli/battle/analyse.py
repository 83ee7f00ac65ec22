"""`teahouse analyse` for Battle: what each move gave away, what was best, who was heading to win."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from teahouse.cli.battle.search import chosen_engine
from teahouse.cli.shared.engine import counter
from teahouse.cli.shared.files import write_whole
from teahouse.cli.shared.judgement import judgement_report, seat_lines
from teahouse.core.errors import InvalidRecord, InvalidText
from teahouse.core.record import Record
from teahouse.games.battle import Battle, BattleState
from teahouse.pictures.battle.curve import curve_svg

if TYPE_CHECKING:
    from teahouse.players.battle.analysis import Analysis, JudgedPly


def analyse_battle(args: argparse.Namespace, game: Battle, record: Record) -> None:
    """Judge a game and print the result."""
    from teahouse.players.battle.analysis import analyse, played
    from teahouse.players.battle.judge import judgement_of

    try:
        states, moves = played(game, record)
    except InvalidRecord as error:
        raise InvalidText(f"{args.record}: {error}") from None
    engine, limits = chosen_engine(args)
    with counter(len(moves), "moves judged") as on_progress:
        judged = analyse(states, moves, engine, limits, on_progress)
    if args.svg is not None:
        marks = [each.mark for each in judged.moves]
        names = record.header.names
        write_whole(args.svg, curve_svg(judged.curve, judged.exact_from, marks, names).encode())
    judgement = judgement_of(game, states, judged, engine)
    if args.json:
        print(json.dumps(judgement_report(judgement, record) | _report(game, judged)))
    else:
        _print_analysis(game, record, states, judged)
        print(*seat_lines(judgement, record), sep="\n")


def _report(game: Battle, judged: "Analysis") -> dict[str, Any]:
    return {
        "exact_from": judged.exact_from,
        "curve": judged.curve,
        "moves": [_move(game, ply, each) for ply, each in enumerate(judged.moves)],
    }


def _move(game: Battle, ply: int, each: "JudgedPly") -> dict[str, Any]:
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


def _print_analysis(game: Battle, record: Record, states: list[BattleState], judged: "Analysis") -> None:
    names = record.header.names
    for ply, each in enumerate(judged.moves):
        tile = states[ply].board.at(each.move.first)
        about = "exact" if each.exact else "looks"
        better = "" if not each.lost or each.best is None else f"   lost {each.lost}, best {game.move_text(each.best)}"
        print(
            f"{ply:3}  {names[each.seat]:<12} {game.move_text(each.move)} ({tile}) {each.mark:<2}  "
            f"{names[0]} {each.ahead:+} ({about}){better}"
        )
    if judged.given_up is not None and (forfeit := states[-1].forfeit) is not None:
        print(f"{len(judged.moves):3}  {names[forfeit.seat]:<12} gives up       {names[0]} {judged.given_up:+}")
    print(f"end  {names[0]} {judged.final:+}")
    if judged.exact_from is None:
        print("nothing could be solved exactly: give it more --time")
    else:
        print(f"exact from move {judged.exact_from} on ({len(judged.moves) - judged.exact_from} moves)")
