"""`teahouse backup FILE`: write a server's whole database to one file."""

import argparse
import time
from pathlib import Path

from teahouse.cli.house.backup_summary import print_summary
from teahouse.cli.shared.database import add_database, chosen_settings
from teahouse.cli.shared.parser import CommandParser


def parser() -> CommandParser:
    """The command's arguments."""
    command = CommandParser(
        "backup",
        "Write people, tables, records and coins to one new file. The server may run meanwhile: the file shows one "
        "moment. It can be brought back into any database that the server takes.",
        "  teahouse backup tea-2026-01-31.jsonl.gz\n"
        "  teahouse backup tea.jsonl.gz --database postgresql://localhost/teahouse",
    )
    command.add_argument("file", metavar="FILE", type=Path, help="a new file")
    add_database(command)
    command.add_argument("--json", action="store_true", help="one JSON object")
    return command


def run(args: argparse.Namespace) -> None:
    """Write the file, and print a summary."""
    import asyncio

    from teahouse.service.store.backup import back_up

    url = chosen_settings(args).database_url
    summary = asyncio.run(back_up(url, args.file, time.time_ns() // 1_000_000))
    print_summary(f"{args.file}: written", summary, as_json=args.json)
