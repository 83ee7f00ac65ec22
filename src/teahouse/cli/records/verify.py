"""`teahouse verify RECORD`: recompute a record and name the wrong line."""

import argparse
import json

from teahouse.cli.shared.files import BadRecord, read_record
from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidRecord, TeahouseError
from teahouse.core.game import AnyGame
from teahouse.core.record import Record, record_seed, verify_record


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "verify",
        "Recompute deal, moves, result and digest of a record. An invalid record is refused with the line "
        "that is wrong and exit code 2.",
        "  teahouse verify record.jsonl\n  teahouse verify --json - < record.jsonl",
    )
    command.add_argument("record", metavar="RECORD", help="a file, or - for the standard input")
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Verify and print the result, also as JSON."""
    try:
        game, record = _verified(args.record)
    except TeahouseError as error:
        if args.json:
            print(json.dumps(_failure(error)))
        raise
    result = record.ending.result
    verdicts = {
        "verified": True,
        "game": game.name,
        "moves": len(record.moves),
        "seed": record_seed(record).hex(),
        "scores": None if result is None else result.scores,
        "ending": "unfinished" if result is None else result.ending,
    }
    if args.json:
        print(json.dumps(verdicts))
        return
    scores = "no result yet" if result is None else f"scores {', '.join(map(str, result.scores))} ({result.ending})"
    print(f"{args.record}: verified: {game.name}, {len(record.moves)} moves, {scores}")


def _verified(name: str) -> tuple[AnyGame, Record]:
    game, record = read_record(name)
    try:
        verify_record(game, record)
    except InvalidRecord as error:
        raise BadRecord(name, error) from None
    return game, record


def _failure(error: TeahouseError) -> dict[str, object]:
    """What is wrong and in which line; no line if the file cannot be read."""
    if isinstance(error, InvalidRecord):
        return {"verified": False, "line": error.line, "error": error.complaint}
    return {"verified": False, "line": None, "error": str(error)}
