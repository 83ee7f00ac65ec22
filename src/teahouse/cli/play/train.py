"""`teahouse train`: positions to solve in the terminal, set up from a seed or taken from the puzzles of a house."""

import argparse
import asyncio
import secrets
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from random import Random
from typing import TYPE_CHECKING, Final

from teahouse.cli.play.person_input import HELP, QUIT
from teahouse.cli.shared.console import house_console
from teahouse.cli.shared.database import add_database, opened
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, InvalidText
from teahouse.games import GAMES
from teahouse.games.positions import Position
from teahouse.pictures import PICTURES
from teahouse.pictures.picture import NOTATION
from teahouse.players import PLAYERS
from teahouse.players.judgement import SlipReason
from teahouse.players.weighing import Exercise, WeighedMove, clear_exercises

if TYPE_CHECKING:
    from rich.console import Console

TRAINED: Final = tuple(game for game, players in PLAYERS.items() if players.trainer is not None)
MOST: Final = 100
SECONDS: Final = 2.0
"""The time limit for weighing one position."""
MOST_DEALS: Final = 400
"""The most deals that are searched for positions."""
HINT: Final = "Type the number of a move, or the move as it is written; Enter alone shows the answer, q ends."


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "train",
        "Solve positions in the terminal: what would you play? Your move is judged at once, with the better move, its "
        "line and the reason. Without a database the engine sets positions up from a seed.",
        "  teahouse train battle\n"
        "  teahouse train classic --seed tea --count 10\n"
        "  teahouse train solitaire --data FOLDER      the puzzles of a house",
    )
    command.add_argument(
        "game", metavar="GAME", nargs="?", choices=TRAINED, default=TRAINED[0], help=", ".join(TRAINED)
    )
    command.add_argument("--seed", metavar="TEXT", help="set the same positions up again (default: a random word)")
    command.add_argument("--count", metavar="N", type=int, default=5, help=f"how many, up to {MOST} (default: 5)")
    add_database(command)
    return command


def run(args: argparse.Namespace) -> None:
    """Ask one position after the other, and say how many were solved."""
    if not 1 <= args.count <= MOST:
        raise InvalidOption(f"train: expected --count from 1 to {MOST}, got {args.count}")
    is_house = bool(args.database or args.data or args.config)
    if is_house and args.seed:
        raise InvalidOption("train: expected either --seed or a database, got both")
    console, tasks = house_console(), _of_house(args) if is_house else _set_up(args)
    answers = list(_answers(islice(tasks, args.count), console, args.count))
    console.print(f"\n {sum(answers)} of {len(answers)} solved" if answers else "\n no position was answered")


def _answers(tasks: Iterable[Exercise], console: "Console", most: int) -> Iterator[bool]:
    """Was each position solved, until the person ends?"""
    for number, task in enumerate(tasks, 1):
        right = _solved(task, console, f"{number} of {most}")
        if right is None:
            return
        yield right


def _set_up(args: argparse.Namespace) -> Iterator[Exercise]:
    """Positions that the engine finds on deals of a seed, one of each deal."""
    trainer, seed = PLAYERS[args.game].trainer, args.seed or secrets.token_hex(4)
    assert trainer is not None, "only games that people train on are offered"
    if trainer.late is None:
        raise InvalidOption(f"train: no positions of {args.game} are set up: expected a database with puzzles")
    print(f" seed {seed}")
    first = () if args.seed else Random(seed).sample(trainer.first, len(trainer.first))
    for one in chain(first, (f"{seed}/{number}".encode() for number in range(MOST_DEALS))):
        positions = trainer.late(one)
        yield from islice(clear_exercises(positions, trainer.weigh, SECONDS, unproven=trainer.unproven), 1)


def _of_house(args: argparse.Namespace) -> Iterator[Exercise]:
    """The public puzzles of a house, in random order."""
    import time

    from teahouse.service.training.puzzles import random_puzzles

    async def read() -> list[Exercise]:
        now = time.time_ns() // 1_000_000
        async with opened(args) as store:
            return await store.read(lambda connection: random_puzzles(connection, args.game, args.count, now))

    yield from asyncio.run(read())


def _solved(task: Exercise, console: "Console", place: str) -> bool | None:
    """Show a position, and judge the answer; None if the person ends."""
    texts = GAMES[task.game].positions
    assert texts is not None, "positions to train on have a text"
    position = texts.parse(task.position)
    _show(task, position, console, place)
    while True:
        try:
            word = console.input("\n your move (? for help): ", markup=False).strip().lower()
        except EOFError:
            return None
        if word in QUIT:
            return None
        if word in HELP:
            console.print(f" {HINT}\n{NOTATION}", markup=False, highlight=False)
            continue
        try:
            return _judged(task, None if not word else read_answer(task, position, word), console)
        except InvalidText as error:
            console.print(f" {error}", style="red", markup=False)


def _show(task: Exercise, position: Position, console: "Console", place: str) -> None:
    from rich.columns import Columns
    from rich.text import Text

    game, picture = position.game, PICTURES[task.game]
    view = game.view(position.state, task.seat)
    names = ["you" if seat == task.seat else f"seat {seat + 1}" for seat in game.seats]
    console.print()
    moves = [game.parse_move(one.text) for one in task.weighed.moves]
    console.print(picture.text(view, moves, names))
    console.print(f" {place}: what would you play?", style="bold", markup=False)
    words = [picture.move(view, move) or game.move_text(move) for move in moves]
    rows = [Text(f" {number}  {text}") for number, text in enumerate(words, 1)]
    console.print(Columns(rows, column_first=True, padding=(0, 3)))


def read_answer(task: Exercise, position: Position, word: str) -> WeighedMove:
    """The move that was typed, by its number or as the game writes it, or `InvalidText`."""
    moves = task.weighed.moves
    if word.isdecimal() and 1 <= int(word) <= len(moves):
        return moves[int(word) - 1]
    game, state = position
    short = [one for one in moves if word in game.shorthands(state, task.seat, game.parse_move(one.text))]
    move = short[0] if len(short) == 1 else task.weighed.answer(word)
    if move is None:
        raise InvalidText(f"expected a move of the list or its number from 1 to {len(moves)}, got {word!r}")
    return move


def _judged(task: Exercise, move: WeighedMove | None, console: "Console") -> bool:
    """Print the verdict on an answer; is the answer right?"""
    weighed = task.weighed
    is_right = move is not None and not move.mark
    if move is not None and move.mark:
        lost = f" It gives {move.lost:g} away." if move.lost else ""
        console.print(f" Not the best {move.mark}{lost}", style="red", markup=False)
        console.print(f" {move.reason}" if move.reason else "", markup=False)
    elif is_right:
        console.print(" Right.", style="green", markup=False)
    if move is None or move.text != weighed.best:
        console.print(f" best: {' '.join(weighed.line)}", markup=False)
    if weighed.why is not None and not _says(move, weighed.why):
        console.print(f" {weighed.why}", markup=False)
    console.print(f" ({'proven' if weighed.exact else 'the engine’s opinion'})", markup=False)
    return is_right


def _says(move: WeighedMove | None, why: SlipReason) -> bool:
    """Does the reason of the mistake say the same already?"""
    return move is not None and move.reason is not None and move.reason.values == why.values
