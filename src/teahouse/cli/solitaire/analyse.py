"""`teahouse analyse` for Solitaire: where a game was lost, and the points left on the table."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from teahouse.cli.shared.engine import compile_engine, counter
from teahouse.cli.shared.judgement import judgement_report, seat_lines
from teahouse.core.errors import InvalidOption, InvalidRecord, InvalidText
from teahouse.core.record import Record
from teahouse.core.seats import Seat
from teahouse.games.solitaire import Move, Solitaire

if TYPE_CHECKING:
    from teahouse.players.judgement import Judgement
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.analysis import Analysis
    from teahouse.players.solitaire.oracle import BestLine


def analyse_solitaire(args: argparse.Namespace, game: Solitaire, record: Record) -> None:
    """Judge one player's game and print the result."""
    if args.svg is not None:
        raise InvalidOption("analyse: --svg draws the course of a Battle game, not of Solitaire")
    if args.seat not in game.seats:
        raise InvalidOption(f"expected --seat from 0 to {len(game.seats) - 1}, got {args.seat}")
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.analysis import USUAL_SECONDS, analyse, played

    try:
        boards, moves = played(game, record, Seat(args.seat))
    except InvalidRecord as error:
        raise InvalidText(f"{args.record}: {error}") from None
    compile_engine("solitaire")
    limits = SearchLimits(args.time, args.nodes)
    with counter(len(boards), "positions judged") as on_progress:
        judged = analyse(game.shape, boards, limits, limits.seconds or USUAL_SECONDS, on_progress)
    judgement = _judgement(game, record, judged.best, limits)
    if args.json:
        print(json.dumps(judgement_report(judgement, record) | _report(judged)))
    else:
        _print_analysis(game, record.header.names[Seat(args.seat)], moves, judged)
        print(*seat_lines(judgement, record), sep="\n")


def _judgement(game: Solitaire, record: Record, best: "BestLine", limits: "SearchLimits") -> "Judgement":
    """Every seat's choices against the best lines known."""
    from teahouse.players.solitaire.analysis import course_of
    from teahouse.players.solitaire.judge import judgement_of, played_game

    courses = ((seat, course_of(game, record, seat)) for seat in game.seats)
    return judgement_of(game, [played_game(game, seat, course, best, limits) for seat, course in courses], best)


def _report(judged: "Analysis") -> dict[str, Any]:
    return {
        "clearable": judged.clearable,
        "lost_at": judged.lost_at,
        "score": judged.score,
        "best": {"score": judged.best.score, "bound": judged.best.bound, "line": judged.best.line},
        "left": judged.left,
        "stars": judged.difficulty.stars,
        "share": judged.difficulty.share,
    }


def _print_analysis(game: Solitaire, name: str, moves: list[Move], judged: "Analysis") -> None:
    hard = judged.difficulty
    print(
        f"difficulty  {'★' * hard.stars}{'☆' * (5 - hard.stars)}  careful plays clear it {hard.share:.1%} of the time"
    )
    first = {True: "it could be cleared", False: "it could not be cleared", None: "nobody knows if it could be cleared"}
    print(f"the deal    {first[judged.clearable[0]]}")
    if judged.lost_at is not None:
        move = game.move_text(moves[judged.lost_at - 1])
        print(f"lost        by move {judged.lost_at}, {move}: before it everything could still go")
    print(f"score       {name} {judged.score:,}")
    print(f"best line   {judged.best.score:,} without help; {judged.left:,} points were left on the table")
