"""Surveys of played deals: the first player's advantage in Battle, and what wins in Classic."""

import argparse
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from teahouse.cli.by_game import GAME_COMMANDS
from teahouse.cli.deals import chosen_options
from teahouse.cli.game_commands import OwnSurvey
from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.engine import compile_engine
from teahouse.cli.shared.files import write_whole
from teahouse.cli.shared.workers import chosen_workers, shown_bar
from teahouse.core.errors import InvalidOption
from teahouse.players import PLAYERS

if TYPE_CHECKING:
    from teahouse.lab.surveys import Subject
    from teahouse.lab.surveys.tables import SurveySummary


def survey_played(args: argparse.Namespace) -> None:
    """Play deals and print the summary."""
    for owner, survey in own_surveys().items():
        for name in survey.arguments:
            if getattr(args, name) is not None:
                raise InvalidOption(f"survey {args.game}: --{name} is for {owner}")
    subject = chosen_subject(args)
    if subject.player in PLAYERS[args.game].searching:
        compile_engine(args.game)
    from teahouse.lab.surveys import Surveyor, survey_of

    workers = chosen_workers(args, args.threads)
    deals: list[Any] = list(shown_bar(workers(partial(Surveyor, subject), range(args.deals)), args.deals, args.game))
    game_survey = survey_of(args.game)
    summary = game_survey.together(deals)
    if args.plot is not None:
        from teahouse.lab.plots import plot_form

        write_whole(args.plot, game_survey.plot(summary, deals, plot_form(args.plot)))
    if args.json:
        print(msgspec.json.encode(summary).decode())
    else:
        print("\n\n".join(_table_texts(summary)))


def own_surveys() -> dict[str, OwnSurvey]:
    """The games whose deals are surveyed without being played."""
    return {name: commands.survey for name, commands in GAME_COMMANDS.items() if commands.survey is not None}


def chosen_subject(args: argparse.Namespace) -> "Subject":
    """The survey from the arguments, checked."""
    from teahouse.lab.contestants import Allowance
    from teahouse.lab.surveys import Subject, make_subject, survey_of

    player = args.player or survey_of(args.game).player
    options = chosen_options(args)
    allowance = Allowance(nodes=args.nodes)
    return make_subject(Subject(game=args.game, player=player, seed=args.seed, options=options, allowance=allowance))


def _table_texts(summary: "SurveySummary") -> Iterator[str]:
    for table in summary.tables():
        yield "\n".join([table.title, *columns([table.header, *table.rows], left=("",))])
