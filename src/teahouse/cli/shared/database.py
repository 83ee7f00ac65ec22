"""The database of a house, as commands name and open it."""

import argparse
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from teahouse.cli.shared.parser import CommandParser
from teahouse.core.errors import InvalidOption
from teahouse.service.settings import Settings, read_settings

if TYPE_CHECKING:
    from teahouse.service.store.store import Store


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
    options = {"database": args.database, "data": args.data}
    return read_settings(args.config, given={name: value for name, value in options.items() if value is not None})


@asynccontextmanager
async def opened(args: argparse.Namespace) -> AsyncGenerator["Store"]:
    """The store of a house that exists and has this version's schema; its server may run meanwhile."""
    from teahouse.service.store.backup import sqlite_file
    from teahouse.service.store.migrate import NEWEST, version
    from teahouse.service.store.store import open_store

    url = chosen_settings(args).database_url
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise InvalidOption(f"expected a database, got {str(file)!r}, which does not exist")
    store = await open_store(url, as_it_is=True)
    try:
        schema = await store.read(version)
        if schema != NEWEST:
            raise InvalidOption(
                f"expected a database of schema {NEWEST}, got {schema}: start this version's server once"
            )
        yield store
    finally:
        await store.close()
