"""`teahouse survey solitaire`: decide many uniform deals and tell how many can be cleared."""

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.cli.engine import announce_compiling, count, seconds
from teahouse.cli.files import check_writable, write_whole
from teahouse.cli.options import CommandParser, chosen_layout, seed_bytes
from teahouse.core.errors import InvalidOption, shown
from teahouse.games.solitaire import LAYOUT_NAMES, find_layout
from teahouse.pictures.survey_svg import Bar, survey_svg

if TYPE_CHECKING:
    from teahouse.players.solitaire_survey import Summary, Surveyed, Task

ALL: Final = "all"
USUAL_DEALS: Final = 1000
USUAL_PLAYS: Final = 200
USUAL_SEED: Final = "survey"


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "survey",
        "Deal a layout uniformly many times and decide each deal: the share that can be cleared with its 95 % "
        "confidence interval, how long deciding takes, and how hard the deals are.",
        "  teahouse survey solitaire --layout turtle --deals 10000\n"
        "  teahouse survey solitaire --layout all --deals 200 --svg survey.svg",
    )
    made.add_argument("game", metavar="GAME", help="solitaire")
    made.add_argument("--layout", metavar="LAYOUT", default="turtle", help="a layout, or all of them: all")
    made.add_argument("--deals", metavar="N", type=count, default=USUAL_DEALS, help=f"usual: {USUAL_DEALS}")
    made.add_argument("--seed", metavar="WORD", default=USUAL_SEED, help="which deals: the same word, the same deals")
    made.add_argument("--plays", metavar="N", type=count, default=USUAL_PLAYS, help="plays that measure difficulty")
    made.add_argument("--time", metavar="SECONDS", type=seconds, help="stop after so many seconds a deal")
    made.add_argument("--nodes", metavar="N", type=count, help="stop after so many nodes a deal")
    made.add_argument("--threads", metavar="N", type=count, default=os.cpu_count() or 1, help="usual: every core")
    made.add_argument("--svg", metavar="FILE", type=Path, help="draw the shares and the difficulty")
    made.add_argument("--json", action="store_true", help="one JSON object a layout")
    return made


def run(args: argparse.Namespace) -> None:
    """Survey and tell."""
    if args.game != "solitaire":
        raise InvalidOption(f"expected a game whose deals can be surveyed (solitaire), got {shown(args.game)}")
    layouts = LAYOUT_NAMES if args.layout == ALL else (chosen_layout(args.layout),)
    for layout in layouts:
        find_layout(layout)
    if args.svg is not None:
        check_writable(args.svg)
    announce_compiling("solitaire")
    summaries = [_surveyed(args, layout) for layout in layouts]
    if args.svg is not None:
        write_whole(args.svg, survey_svg([_bar(each) for each in summaries], args.deals).encode())
    if args.json:
        for each in summaries:
            print(json.dumps(msgspec.to_builtins(each)))
    else:
        print("\n".join(_lines(summaries)))


def _surveyed(args: argparse.Namespace, layout: str) -> "Summary":
    from teahouse.players.solitaire_prover import Limits
    from teahouse.players.solitaire_survey import Task, summary, survey

    task = Task(layout, args.deals, seed_bytes(args.seed), Limits(args.time, args.nodes), args.plays)
    return summary(layout, list(_shown(task, survey(task, args.threads))))


def _shown(task: "Task", found: "Iterator[Surveyed]") -> "Iterator[Surveyed]":
    """The same, with a bar on the screen that grows."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        yield from progress.track(found, total=task.deals, description=_name(task.layout))


def _lines(summaries: "list[Summary]") -> Iterator[str]:
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


def _bar(each: "Summary") -> Bar:
    stars = [count / each.deals for count in each.stars]
    return Bar(_name(each.layout), each.clearable / each.deals, each.low, each.high, each.unknown / each.deals, stars)
