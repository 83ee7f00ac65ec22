"""`teahouse survey solitaire`: how many deals of a layout can be cleared, and how hard they are."""

import argparse
import json
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.cli.shared.engine import compile_engine
from teahouse.cli.shared.files import check_writable, write_whole
from teahouse.cli.shared.options import seed_bytes
from teahouse.cli.shared.workers import chosen_workers, shown_bar
from teahouse.cli.solitaire.layout_files import chosen_layout
from teahouse.core.errors import InvalidOption
from teahouse.games.solitaire import LAYOUT_NAMES, find_layout
from teahouse.pictures.solitaire.survey import Bar, survey_svg

if TYPE_CHECKING:
    from teahouse.players.solitaire.survey import LayoutSummary

ALL: Final = "all"
USUAL_LAYOUT: Final = "turtle"
USUAL_PLAYS: Final = 200


def survey_solitaire(args: argparse.Namespace) -> None:
    """Decide deals and print a summary."""
    for name in ("player", "option"):
        if getattr(args, name):
            raise InvalidOption(f"survey solitaire: --{name} is for battle and classic")
    layout = args.layout or USUAL_LAYOUT
    layouts = LAYOUT_NAMES if layout == ALL else (chosen_layout(layout),)
    for layout in layouts:
        find_layout(layout)
    if args.svg is not None:
        check_writable(args.svg)
    compile_engine("solitaire")
    summaries = [_surveyed(args, layout) for layout in layouts]
    if args.svg is not None:
        write_whole(args.svg, survey_svg([_bar(each) for each in summaries], args.deals).encode())
    if args.plot is not None:
        from teahouse.lab.plots import plot_form
        from teahouse.lab.surveys.solitaire import solitaire_plot

        named = [msgspec.structs.replace(each, layout=_name(each.layout)) for each in summaries]
        write_whole(args.plot, solitaire_plot(named, plot_form(args.plot)))
    if args.json:
        for each in summaries:
            print(json.dumps(msgspec.to_builtins(each)))
    else:
        print("\n".join(_lines(summaries)))


def _surveyed(args: argparse.Namespace, layout: str) -> "LayoutSummary":
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.survey import SurveyTask, summary, survey

    plays = args.plays or USUAL_PLAYS
    task = SurveyTask(layout, args.deals, seed_bytes(args.seed), SearchLimits(args.time, args.nodes), plays)
    if args.ray is None:
        return summary(layout, list(shown_bar(survey(task, args.threads), task.deals, _name(layout))))
    from teahouse.lab.surveys.solitaire import SolitaireSurveyor

    results = chosen_workers(args, args.threads)(partial(SolitaireSurveyor, task), range(task.deals))
    return summary(layout, list(shown_bar(results, task.deals, _name(layout))))


def _lines(summaries: "list[LayoutSummary]") -> Iterator[str]:
    yield (
        f"{'layout':<13}{'deals':>6}{'clearable':>10}{'95 % interval':>17}{'unknown':>8}"
        f"{'median':>9}{'99 %':>9}{'mean':>9}{'careful':>8}  stars 1/2/3/4/5"
    )
    for each in summaries:
        decided = each.clearable + each.dead
        share = f"{each.clearable / decided:.1%}" if decided else "?"
        median, _, late, _ = (f"{1000 * time:.1f} ms" for time in each.times)
        interval = f"{each.low:.1%} – {each.high:.1%}"
        yield (
            f"{_name(each.layout):<13}{each.deals:>6}{share:>10}{interval:>17}{each.unknown:>8}"
            f"{median:>9}{late:>9}{f'{1000 * each.mean_seconds:.1f} ms':>9}{each.share:>8.1%}  "
            + "/".join(map(str, each.stars))
        )


def _name(layout: str) -> str:
    return layout if layout in LAYOUT_NAMES else "own layout"


def _bar(each: "LayoutSummary") -> Bar:
    stars = [count / each.deals for count in each.stars]
    return Bar(_name(each.layout), each.clearable / each.deals, each.low, each.high, each.unknown / each.deals, stars)
