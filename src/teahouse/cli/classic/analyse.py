"""`teahouse analyse` for Classic: every choice of every seat, what it gave away, accuracy and luck."""

import argparse
import json

from teahouse.cli.classic.advise import judged_choices, report, report_lines
from teahouse.cli.shared.judgement import judgement_report, seat_lines
from teahouse.core.errors import InvalidOption, InvalidRecord, InvalidText
from teahouse.core.record import Record, record_seed, replay
from teahouse.games.classic import Classic


def analyse_classic(args: argparse.Namespace, game: Classic, record: Record) -> None:
    """Judge a deal and print the result."""
    if args.svg is not None:
        raise InvalidOption("analyse: --svg draws the course of a Battle game, not of Classic")
    try:
        steps = list(replay(game, record))
        states = [game.deal(record_seed(record)), *(step.state for step in steps)]
    except InvalidRecord as error:
        raise InvalidText(f"{args.record}: {error}") from None
    plies = judged_choices(game, states, [(step.seat, step.move) for step in steps])
    from teahouse.players.classic.judge import judgement_of

    judgement = judgement_of(game, states, plies)
    if args.json:
        print(json.dumps(judgement_report(judgement, record) | report(game, plies)))
    else:
        print(*report_lines(game, record, plies), *seat_lines(judgement, record), sep="\n")
