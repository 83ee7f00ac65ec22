"""What the commands for a server's database share."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from teahouse.cli.shared.parser import CommandParser
from teahouse.service.settings import Settings, read_settings

if TYPE_CHECKING:
    from teahouse.service.store.backup_file import Summary


def add_database(parser: CommandParser) -> None:
    """Add the arguments for the database: its address, its folder, or the settings file."""
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://… (default: the database of the settings)"
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="where the embedded database is kept (default: your data folder)"
    )
    parser.add_argument(
        "--config", metavar="FILE", type=Path, help="the file with the settings (default: teahouse.toml)"
    )


def chosen_settings(args: argparse.Namespace) -> Settings:
    """The settings of the file and the environment, with the database that the arguments name."""
    given = {"database": args.database, "data": args.data}
    return read_settings(args.config, given={name: value for name, value in given.items() if value is not None})


def tell(what: str, made: "Summary", *, as_json: bool) -> None:
    """Print the summary of a backup."""
    if as_json:
        print(json.dumps({"schema": made.schema, "made": made.made, "rows": made.rows, "sha256": made.sha256}))
    else:
        people, events = made.rows.get("person", 0), made.rows.get("event", 0)
        print(f"{what}: {sum(made.rows.values())} rows ({people} people, {events} events), schema {made.schema}")
