"""`teahouse play GAME`: play in the terminal, against bots or watching them."""

import argparse
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from teahouse.cli.deals import add_deal, chosen_game
from teahouse.cli.play.match import play_match
from teahouse.cli.play.resuming import accepted, last_saved
from teahouse.cli.play.saved_matches import MatchSaver, Resumed, SavedMatch, data_folder, fresh_name
from teahouse.cli.play.seating import seating
from teahouse.cli.shared.console import house_console
from teahouse.cli.shared.files import STDOUT, check_new, check_writable
from teahouse.cli.shared.levels import levels_text
from teahouse.cli.shared.options import chosen_seed
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption
from teahouse.games import GAMES
from teahouse.games.description import ONE_DEAL

USUAL_GAME: Final = next(iter(GAMES))
DUMB: Final = ("", "dumb", "unknown")
LEAST_COLUMNS: Final = 60
LEAST_ROWS: Final = 18
FRESH: Final = ("seed", "option", "layout", "board", "level", "against", "match", "auto", "record")
"""The arguments that ask for a new game instead of a saved one."""


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "play",
        "Play in the terminal, against bots or watching them. The record is kept, and a game that was quit can be "
        f"resumed.\n\n{_bots()}",
        "  teahouse play battle\n"
        "  teahouse play --resume\n"
        "  teahouse play battle --seed tea --against greedy --match double\n"
        "  teahouse play battle --seed tea --auto --record out.jsonl\n"
        "  teahouse play classic --match session --option ruleset=bmja\n"
        "  teahouse play solitaire --layout turtle --level gentle",
    )
    command.add_argument("game", nargs="?", metavar="GAME", help=f"{', '.join(GAMES)} (default: {USUAL_GAME})")
    add_deal(command)
    command.add_argument(
        "--against", metavar="BOTS", help="the bots at the other seats: one name, or one for each seat: a,b,c"
    )
    command.add_argument("--seat", metavar="N", type=int, default=0, help="the seat you take (default: 0)")
    command.add_argument(
        "--match", metavar="KIND", help="the kind of match, such as single or double (default: one deal)"
    )
    command.add_argument("--auto", metavar="BOT", nargs="?", const="", help="let a bot play your seat too")
    command.add_argument(
        "--record", metavar="FILE", type=Path, help="the file for the record (default: your data folder)"
    )
    command.add_argument("--resume", action="store_true", help="continue the game you played last")
    command.add_argument(
        "--plain", action="store_true", help="plain lines instead of a full screen, as for screen readers"
    )
    return command


def _bots() -> str:
    """The bots of every game: the names to type, and the names on screen."""
    rows = (f"  {game}: {levels_text(game)}" for game in GAMES)
    return "\n".join(["bots for --against and --auto, and what the app calls them:", *rows])


def run(args: argparse.Namespace) -> None:
    """Play a match, deal after deal, from its beginning or from where it was saved."""
    console = house_console(goes_on=args.record is not None and str(args.record) != STDOUT)
    resumed = _resumed(args)
    saved = _new(args) if resumed is None else resumed.saved
    file = None if resumed is None else resumed.file
    saver = MatchSaver(saved, file, is_resumable=args.auto is None, is_named=args.record is not None)
    is_full_screen = args.auto is None and not args.plain and can_fill_screen()
    match, begun = (saved.new_match(), None) if resumed is None else (resumed.match, resumed.begun_deal)
    play_match(saver, match, begun, console, is_full_screen=is_full_screen)


def _resumed(args: argparse.Namespace) -> Resumed | None:
    """The match to resume: the last one, if the arguments ask for it or the person agrees."""
    if args.game is not None and args.game not in GAMES:
        return None
    wants_new = any(getattr(args, name) not in (None, []) for name in FRESH) or args.seat != 0
    if not args.resume:
        return None if wants_new or not is_person_there() else accepted(args.game)
    if wants_new:
        raise InvalidOption("expected --resume alone or with a game, because a resumed game keeps its options")
    return last_saved(args.game)


def _new(args: argparse.Namespace) -> SavedMatch:
    """A new match from the arguments."""
    if args.record is not None:
        check_writable(args.record)
    args.game = args.game or USUAL_GAME
    game = chosen_game(args)
    names, levels = seating(game, args.seat, args.against, args.auto)
    saved = SavedMatch(
        game=game.name,
        options=msgspec.json.decode(msgspec.json.encode(game.rules)),
        match=args.match or ONE_DEAL,
        seed=chosen_seed(args),
        names=names,
        bots=tuple(levels.get(seat) for seat in game.seats),
        record=_record_file(args.record, game.name),
        begun=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
    )
    saved.new_match()
    for path in saved.paths():
        check_new(path)
    return saved


def _record_file(file: Path | None, game: str) -> str:
    if file is None:
        return str(data_folder("records") / f"{fresh_name(game)}.jsonl")
    return STDOUT if str(file) == STDOUT else str(file.absolute())


def is_person_there() -> bool:
    """Are input and output a terminal?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def can_fill_screen() -> bool:
    """Is there a terminal with cursor control, and is it large enough?"""
    if not is_person_there() or os.environ.get("TERM", "" if os.name != "nt" else "windows") in DUMB:
        return False
    columns, rows = os.get_terminal_size(sys.stdout.fileno())
    return columns >= LEAST_COLUMNS and rows >= LEAST_ROWS
