"""`teahouse restore FILE`: restore a backup into an empty database."""

import argparse
from pathlib import Path

from teahouse.cli.house.backup_summary import print_summary
from teahouse.cli.shared.database import add_database, chosen_settings
from teahouse.cli.shared.parser import CommandParser


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "restore",
        "Restore a backup into an empty database, completely or not at all. A file that is incomplete, changed or from "
        "a newer teahouse is refused.",
        "  teahouse restore tea-2026-01-31.jsonl.gz\n"
        "  teahouse restore tea.jsonl.gz --database postgresql://localhost/teahouse",
    )
    command.add_argument("file", metavar="FILE", type=Path, help="a file that `teahouse backup` wrote")
    add_database(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Read the file into the database, and print a summary."""
    import asyncio

    from teahouse.service.store.backup import restore

    summary = asyncio.run(restore(chosen_settings(args).database_url, args.file))
    print_summary(f"{args.file}: restored", summary, as_json=args.json)
