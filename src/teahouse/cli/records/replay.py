"""`teahouse replay RECORD`: step through a record, in text or as pictures."""

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from teahouse.cli.shared.console import house_console
from teahouse.cli.shared.files import make_folder, read_record, write_whole
from teahouse.cli.shared.options import add_faces, chosen_faces
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption, InvalidRecord, InvalidText
from teahouse.core.game import AnyGame
from teahouse.core.record import Record, Step, record_deal, replay
from teahouse.pictures import PICTURES, Faces

AnyStep = Step[Any, Any, Any]


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "replay",
        "Step through a record: every move with what happened, and the table at the end or after any move.",
        "  teahouse replay record.jsonl\n"
        "  teahouse replay record.jsonl --ply 10\n"
        "  teahouse replay record.jsonl --svg pictures --faces contrast",
    )
    command.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")
    command.add_argument("--ply", metavar="N", type=int, help="stop after N moves")
    command.add_argument("--svg", metavar="DIR", type=Path, help="write a picture of the table after every move")
    add_faces(command)
    command.add_argument("--json", action="store_true", help="one JSON object for each move, with its events")
    return command


def run(args: argparse.Namespace) -> None:
    """Replay, and show what happens."""
    faces = chosen_faces(args)
    game, record = read_record(args.record)
    try:
        start = record_deal(game, record)
        steps: list[AnyStep] = list(replay(game, record))
    except InvalidRecord as error:
        raise InvalidText(f"{args.record}: {error}") from None
    if args.ply is not None:
        if not 0 <= args.ply <= len(steps):
            raise InvalidOption(f"expected --ply from 0 to {len(steps)}, got {args.ply}")
        steps = steps[: args.ply]
    states = [start, *(step.state for step in steps)]
    if args.svg is not None:
        _draw(args.svg, game, states, faces)
    elif args.json:
        for number, step in enumerate(steps, 1):
            print(_line(game, number, step))
    else:
        _print_steps(game, record, steps, states[-1])


def _draw(folder: Path, game: AnyGame, states: list[Any], faces: Faces) -> None:
    pictures = [PICTURES[game.name].svg(game.view(state, None), faces).encode() for state in states]
    make_folder(folder)
    for number, picture in enumerate(pictures):
        write_whole(folder / f"{number:03}.svg", picture)
    print(f"{len(states)} pictures in {folder}")


def _line(game: AnyGame, number: int, step: AnyStep) -> str:
    events = msgspec.to_builtins(list(step.events))
    return json.dumps({"ply": number, "seat": step.seat, "move": game.move_text(step.move), "events": events})


def _print_steps(game: AnyGame, record: Record, steps: list[AnyStep], last: Any) -> None:
    console = house_console()
    picture = PICTURES[game.name]
    for number, step in enumerate(steps, 1):
        texts = [picture.event(event, record.header.names) for event in step.events]
        if any(texts):
            console.print(f"{number:4}  {'; '.join(filter(None, texts))}", markup=False, soft_wrap=True)
    console.print(picture.text(game.view(last, None), (), record.header.names))
