"""`teahouse restore FILE`: restore a backup into an empty database."""

import argparse
from pathlib import Path

from teahouse.cli.house.stores import tell
from teahouse.cli.shared.database import add_database, chosen_settings
from teahouse.cli.shared.parser import CommandParser


def parser() -> CommandParser:
    """The command's arguments."""
    made = CommandParser(
        "restore",
        "Restore a backup into an empty database, completely or not at all. A file that is incomplete, changed or from "
        "a newer teahouse is refused.",
        "  teahouse restore tea-2026-01-31.jsonl.gz\n"
        "  teahouse restore tea.jsonl.gz --database postgresql://localhost/teahouse",
    )
    made.add_argument("file", metavar="FILE", type=Path, help="a file that `teahouse backup` wrote")
    add_database(made)
    made.add_argument("--json", action="store_true", help="one JSON object")
    return made


def run(args: argparse.Namespace) -> None:
    """Read the file into the database, and print a summary."""
    import asyncio

    from teahouse.service.store.backup import restore

    made = asyncio.run(restore(chosen_settings(args).database_url, args.file))
    tell(f"{args.file}: restored", made, as_json=args.json)
