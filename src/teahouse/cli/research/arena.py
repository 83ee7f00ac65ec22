"""`teahouse arena GAME`: let bots meet on the same deals in every seat, and print the standings with intervals."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from teahouse.cli.deals import add_deal, chosen_options
from teahouse.cli.shared.columns import columns
from teahouse.cli.shared.engine import compile_engine, count, seconds
from teahouse.cli.shared.files import FileTrouble, check_writable, write_whole
from teahouse.cli.shared.options import add_game
from teahouse.cli.shared.parser import CommandParser
from teahouse.cli.shared.workers import add_workers, chosen_workers, shown_bar
from teahouse.core.errors import InvalidOption, shown
from teahouse.players import PLAYERS

if TYPE_CHECKING:
    from teahouse.lab.arena import Arena, ArenaGame
    from teahouse.lab.standings import Standings

USUAL_DEALS: Final = 100
USUAL_SEED: Final = "arena"
UNKNOWN: Final = "± ?"


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "arena",
        "Let bots meet on the same deals, each of them in every seat, and print the standings: Elo in "
        "Battle, points in Classic and Solitaire, with 95 % confidence intervals over the deals. The same seed gives "
        "the same results on any machine with any number of jobs, unless --time is given.",
        "  teahouse arena battle --players medium,greedy --deals 200\n"
        "  teahouse arena battle --players easy,medium,hard --round-robin --out levels.jsonl --plot levels.svg\n"
        "  teahouse arena classic --players simple,random --deals 50 --option ruleset=bmja\n"
        "  teahouse arena solitaire --players careful,hint,random --layout moat\n"
        '  teahouse arena battle --players "exec:./mybot.py",greedy',
    )
    add_game(command)
    command.add_argument(
        "--players", metavar="A,B,…", required=True, help="as `teahouse games` lists them, or exec:PROGRAM"
    )
    command.add_argument("--deals", metavar="N", type=count, default=USUAL_DEALS, help=f"default: {USUAL_DEALS}")
    command.add_argument("--round-robin", action="store_true", help="with more players than seats: let all groups meet")
    command.add_argument(
        "--time", metavar="SECONDS", type=seconds, help="for a move; the results depend on the machine"
    )
    command.add_argument(
        "--nodes", metavar="N", type=count, help="for a move of a player that searches (default: 100,000)"
    )
    add_workers(command, "--jobs")
    command.add_argument(
        "--out", metavar="FILE", type=Path, help="write every game as a JSON line; continue where it ends"
    )
    command.add_argument("--plot", metavar="FILE", type=Path, help="draw the standings: .svg, .png or .pdf (extra lab)")
    command.add_argument("--json", action="store_true", help="one JSON object")
    add_deal(command)
    return command


def run(args: argparse.Namespace) -> None:
    """Play and print the standings."""
    arena = chosen_arena(args)
    if args.plot is not None:
        from teahouse.lab.plots import check_plot

        check_plot(args.plot)
        check_writable(args.plot)
    if not set(PLAYERS[arena.game].searching).isdisjoint(arena.players):
        compile_engine(arena.game)
    games = _played(args, arena)
    from teahouse.lab.standings import standings

    results = standings(arena, games)
    if args.plot is not None:
        from teahouse.lab.plots import arena_plot, plot_form

        write_whole(args.plot, arena_plot(results, games, plot_form(args.plot)))
    if args.json:
        print(msgspec.json.encode(results).decode())
    else:
        _print_standings(results)


def chosen_arena(args: argparse.Namespace) -> "Arena":
    """The arena that the arguments describe, checked."""
    from teahouse.lab.arena import Arena, make_arena
    from teahouse.lab.contestants import Allowance

    players = tuple(name.strip() for name in args.players.split(","))
    if not all(players):
        raise InvalidOption(f"expected players as A,B,…, got {shown(args.players)}")
    allowance = Allowance(seconds=args.time, nodes=args.nodes)
    arena = Arena(
        game=args.game,
        players=players,
        seed=USUAL_SEED if args.seed is None else args.seed,
        options=chosen_options(args),
        allowance=allowance,
        round_robin=args.round_robin,
    )
    return make_arena(arena)


def _played(args: argparse.Namespace, arena: "Arena") -> "list[ArenaGame]":
    """Every game of the first deals: the games in the results file, and the rest."""
    from teahouse.lab.running import played

    out = None if args.out is None else check_writable(args.out)
    try:
        deals = played(arena, args.deals, chosen_workers(args, args.jobs), out)
        return [game for deal in shown_bar(deals, args.deals, "deals") for game in deal]
    except OSError as error:
        raise FileTrouble(f"cannot keep the results in {args.out}: {error.strerror}") from None


def _print_standings(results: "Standings") -> None:
    from teahouse.lab.contestants import FAULTS

    print(results.title)
    cells = list(results.cells())
    print("\n".join(columns([results.header(), *cells], left=("player", "lost moves"))))
    if any(cell.endswith(UNKNOWN) for row in cells for cell in row):
        print(f"{UNKNOWN}: the results are too few, or all the same, to tell how sure this is; play more deals")
    for fault, meaning in FAULTS.items():
        if any(fault in row.faults for row in results.rows):
            print(f"{fault}: {meaning}")
