"""`teahouse play GAME`: play in the terminal, against bots or watching them."""

import argparse
import secrets
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from teahouse.cli.console import house_console
from teahouse.cli.engine import announce_compiling
from teahouse.cli.files import FileTrouble, check_writable, make_folder, write_record
from teahouse.cli.options import CommandParser, add_deal, add_game, chosen_game, chosen_seed, seed_bytes
from teahouse.cli.seating import seating
from teahouse.cli.terminal import Sitting, play_out
from teahouse.core.match import Match
from teahouse.core.play import Play
from teahouse.games import make_match
from teahouse.games.description import ONE_DEAL
from teahouse.players import PLAYERS, make_player

if TYPE_CHECKING:
    from rich.console import Console

AnyPlay = Play[Any, Any, Any, Any]


def parser() -> CommandParser:
    """What the command takes."""
    made = CommandParser(
        "play",
        "Play in the terminal, against bots or watching them. The record is kept.",
        "  teahouse play battle\n"
        "  teahouse play battle --seed tea --against greedy --match double\n"
        "  teahouse play battle --seed tea --auto --record out.jsonl\n"
        "  teahouse play classic --match session --option ruleset=bmja\n"
        "  teahouse play solitaire --layout turtle --level gentle",
    )
    add_game(made, optional=True)
    add_deal(made)
    made.add_argument("--against", metavar="BOTS", help="the bots at the other seats: one name, or one a seat: a,b,c")
    made.add_argument("--seat", metavar="N", type=int, default=0, help="the seat you take (usual: 0)")
    made.add_argument("--match", metavar="KIND", help="what is played, such as single or double (usual: one deal)")
    made.add_argument("--auto", metavar="BOT", nargs="?", const="", help="let a bot play your seat too")
    made.add_argument("--record", metavar="FILE", type=Path, help="where to keep the record (usual: your data folder)")
    return made


def run(args: argparse.Namespace) -> None:
    """Play a match, deal after deal."""
    console = house_console()
    if args.record is not None:
        check_writable(args.record)
    game = chosen_game(args)
    names, levels = seating(game, args.seat, args.against, args.auto)
    if not set(PLAYERS[game.name].searching).isdisjoint(levels.values()):
        announce_compiling(game.name)
    bots = {seat: make_player(game.name, level, game.rules) for seat, level in levels.items()}
    seed = chosen_seed(args)
    match = Match(make_match(game, args.match or ONE_DEAL), seed_bytes(seed))
    console.print(f"{game.name}, seed {seed}", style="dim", markup=False)
    while (setup := match.setup) is not None:
        play: AnyPlay = Play(setup.game, match.deal_seed(setup), names=names)
        play_out(Sitting(play, bots, []), console)
        _keep(args, play, len(match.results) + 1, console)
        if play.result is None:
            return
        match = match.add(play.result)
    if len(match.results) > 1:
        _sum_up(match, names, console)
    if match.ledger.entries:
        _pay(match, names, console)


def _keep(args: argparse.Namespace, play: AnyPlay, deal: int, console: "Console") -> None:
    record = play.record()
    if args.record is None and (args.auto is not None or not record.moves):
        return
    path: Path = args.record if args.record is not None else _usual_place(play)
    if deal > 1:
        path = path.with_stem(f"{path.stem}-{deal}")
    try:
        write_record(path, record)
    except FileTrouble as error:
        console.print(f" {error}", style="red", markup=False)
        path = Path(tempfile.mkdtemp(prefix="teahouse-")) / path.name
        write_record(path, record)
    console.print(f" record: {path}", style="dim", markup=False, soft_wrap=True)


def _usual_place(play: AnyPlay) -> Path:
    from platformdirs import user_data_path

    folder = user_data_path("teahouse", appauthor=False) / "records"
    make_folder(folder)
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return folder / f"{play.game.name}-{now}-{secrets.token_hex(3)}.jsonl"


def _sum_up(match: Match, names: Sequence[str], console: "Console") -> None:
    totals = ", ".join(f"{name} {points}" for name, points in zip(names, match.points, strict=True))
    best = [name for name, points in zip(names, match.points, strict=True) if points == max(match.points)]
    outcome = f"{best[0]} wins" if len(best) == 1 else "a draw"
    console.print(f" together: {totals}: {outcome}", style="bold", markup=False)


def _pay(match: Match, names: Sequence[str], console: "Console") -> None:
    """Say what everybody has, or, where nobody was given tallies to start with, what they gained."""
    balances = match.ledger.balances()
    sign = "" if balances.get("house", 0) < 0 else "+"
    told = ", ".join(f"{name} {balances.get(f'seat {seat}', 0):{sign}d}" for seat, name in enumerate(names))
    console.print(f" tallies: {told}", style="bold", markup=False)
