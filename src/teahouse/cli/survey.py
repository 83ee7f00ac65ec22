"""`teahouse survey GAME`: many deals decided or played, and what was found."""

import argparse
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.cli.engine import announce_compiling, count, seconds
from teahouse.cli.files import check_writable, write_whole
from teahouse.cli.hands import add_hands, chosen_hands, shown_bar
from teahouse.cli.options import CommandParser, chosen_layout, seed_bytes
from teahouse.cli.survey_played import survey_played
from teahouse.core.errors import InvalidOption, shown
from teahouse.games.solitaire import LAYOUT_NAMES, find_layout
from teahouse.lab.envs import ENVS, envs_of
from teahouse.pictures.survey_svg import Bar, survey_svg

if TYPE_CHECKING:
    from teahouse.players.solitaire.survey import Summary

ALL: Final = "all"
USUAL_LAYOUT: Final = "turtle"
USUAL_DEALS: Final = 1000
USUAL_PLAYS: Final = 200
USUAL_SEED: Final = "survey"


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "survey",
        "Solitaire: deal a layout uniformly many times and decide each deal: the share that can be cleared with its "
        "95 % confidence interval, how long deciding takes, and how hard the deals are. Battle: play deals, and tell "
        "what beginning is worth. Classic: play deals, and tell how they end, what wins and what that scores.",
        "  teahouse survey solitaire --layout turtle --deals 10000\n"
        "  teahouse survey solitaire --layout all --deals 200 --svg survey.svg\n"
        "  teahouse survey battle --deals 1000 --player hard --plot battle.svg\n"
        "  teahouse survey classic --deals 1000 --option ruleset=bmja --plot classic.svg",
    )
    made.add_argument("game", metavar="GAME", help="solitaire, battle or classic")
    made.add_argument("--layout", metavar="LAYOUT", help="Solitaire: a layout, or all of them: all (usual: turtle)")
    made.add_argument("--player", metavar="BOT", help="Battle, Classic: who plays every seat")
    made.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="Battle, Classic: an option of the game"
    )
    made.add_argument("--deals", metavar="N", type=count, default=USUAL_DEALS, help=f"usual: {USUAL_DEALS}")
    made.add_argument("--seed", metavar="WORD", default=USUAL_SEED, help="which deals: the same word, the same deals")
    made.add_argument("--plays", metavar="N", type=count, help="Solitaire: plays that measure difficulty (usual: 200)")
    made.add_argument("--time", metavar="SECONDS", type=seconds, help="Solitaire: stop after so many seconds a deal")
    made.add_argument("--nodes", metavar="N", type=count, help="stop after so many nodes a deal; in Battle, a move")
    add_hands(made, "--threads")
    made.add_argument("--svg", metavar="FILE", type=Path, help="Solitaire: draw the shares and the difficulty")
    made.add_argument("--plot", metavar="FILE", type=Path, help="plot what was found: .svg, .png or .pdf (extra lab)")
    made.add_argument("--json", action="store_true", help="one JSON object; of Solitaire, one a layout")
    made.set_defaults(board=None, level=None)
    return made


def run(args: argparse.Namespace) -> None:
    """Survey and tell."""
    if args.plot is not None:
        from teahouse.lab.plots import check_plot

        check_plot(args.plot)
        check_writable(args.plot)
    if args.game == "solitaire":
        _survey_solitaire(args)
    elif envs_of(args.game).survey is not None:
        survey_played(args)
    else:
        games = ", ".join(("solitaire", *(name for name, envs in ENVS.items() if envs.survey is not None)))
        raise InvalidOption(f"expected a game whose deals can be surveyed ({games}), got {shown(args.game)}")


def _survey_solitaire(args: argparse.Namespace) -> None:
    for name in ("player", "option"):
        if getattr(args, name):
            raise InvalidOption(f"survey solitaire: --{name} is for battle and classic")
    layout = args.layout or USUAL_LAYOUT
    layouts = LAYOUT_NAMES if layout == ALL else (chosen_layout(layout),)
    for layout in layouts:
        find_layout(layout)
    if args.svg is not None:
        check_writable(args.svg)
    announce_compiling("solitaire")
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


def _surveyed(args: argparse.Namespace, layout: str) -> "Summary":
    from teahouse.players.player import SearchLimits
    from teahouse.players.solitaire.survey import Task, summary, survey

    plays = args.plays or USUAL_PLAYS
    task = Task(layout, args.deals, seed_bytes(args.seed), SearchLimits(args.time, args.nodes), plays)
    if args.ray is None:
        return summary(layout, list(shown_bar(survey(task, args.threads), task.deals, _name(layout))))
    from teahouse.lab.surveys.solitaire import SolitaireSurveyor

    found = chosen_hands(args, args.threads)(partial(SolitaireSurveyor, task), range(task.deals))
    return summary(layout, list(shown_bar(found, task.deals, _name(layout))))


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
