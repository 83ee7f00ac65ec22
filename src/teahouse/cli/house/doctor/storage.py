"""Checks of stored data: the database, the bus beside it, and backups."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, text

from teahouse.cli.house.doctor.finding import Finding, fault, ok, warning
from teahouse.cli.house.doctor.machine import database_file
from teahouse.core.errors import TeahouseError
from teahouse.service.errors import StoreTrouble
from teahouse.service.settings import Settings, without_password
from teahouse.service.store.backup_file import check_backup
from teahouse.service.store.migrate import NEWEST, SCHEMAS, version
from teahouse.service.store.store import open_store

SECONDS: Final = 5.0
SKEW: Final = 5.0
NATS_PORT: Final = 4222
OLD_DAYS: Final = 7
CHECKED: Final = 512 * 1024 * 1024  # a larger file takes too long to be read whole
BACKUPS: Final = "*.gz"
AWAY: Final = "start PostgreSQL, or correct database in the settings"
RESTORE: Final = "stop the server, move the file away, and put a backup in its place with teahouse restore"


def database(settings: Settings) -> Iterator[Finding]:
    """The database answers, has a schema that this program knows, and is whole."""
    if settings.database_url.startswith("sqlite"):
        yield _sqlite(database_file(settings))
    else:
        yield from asyncio.run(_postgres(settings.database_url))


def _sqlite(file: Path) -> Finding:
    if not file.exists():
        return ok("database", f"{file} is made at the first start")
    try:
        connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=SECONDS)
        try:
            schema = str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])
            size = file.stat().st_size
            result = connection.execute("PRAGMA quick_check(1)").fetchone()[0] if size <= CHECKED else "ok"
        finally:
            connection.close()
    except (sqlite3.Error, TypeError) as error:
        return fault("database", f"{file} cannot be read: {error}", RESTORE)
    if result != "ok":
        return fault("database", f"{file} is damaged: {result}", RESTORE)
    return _schema(str(file), schema)


def _schema(place: str, schema: str) -> Finding:
    if schema not in SCHEMAS:
        remedy = "install that version of teahouse again, or use another database"
        return fault("database", f"{place} has schema {schema}: a newer teahouse has used it", remedy)
    if schema != NEWEST:
        return ok("database", f"{place}, schema {schema}; the next start brings it up to {NEWEST}")
    return ok("database", f"{place}, schema {schema}, whole")


async def _postgres(url: str) -> list[Finding]:
    place = without_password(url)
    store = await open_store(url, as_it_is=True)
    try:
        return await asyncio.wait_for(store.read(lambda connection: _asked(connection, place)), SECONDS)
    except StoreTrouble as error:
        why = "" if error.code == "store/away" else f": {error}"
        return [fault("database", f"{place} does not answer{why}", AWAY)]
    except (OSError, TimeoutError) as error:
        return [fault("database", f"{place} does not answer: {str(error) or 'it takes too long'}", AWAY)]
    finally:
        await store.close()


def _asked(connection: Connection, place: str) -> list[Finding]:
    if connection.execute(text("SELECT pg_is_in_recovery()")).scalar_one():
        return [fault("database", f"{place} is a replica and takes no writes", "name the primary in database")]
    schema = version(connection)
    findings = [_schema(place, schema) if schema else ok("database", f"{place}, empty; the first start fills it")]
    skew = abs(connection.execute(text("SELECT extract(epoch FROM now())::float8")).scalar_one() - time.time())
    if skew > SKEW:
        differs = f"it differs from the database's by {skew:.0f} seconds"
        findings.append(warning("clock", differs, "synchronise the clocks of both machines (timedatectl set-ntp true)"))
    return findings


def bus(settings: Settings) -> Iterator[Finding]:
    """The bus answers, if there is one."""
    if settings.bus:
        yield asyncio.run(_bus(settings.bus))


async def _bus(url: str) -> Finding:
    from nats.aio.client import Client
    from nats.errors import Error as NatsError

    place, started = without_password(url), time.monotonic()

    async def silent(_error: Exception) -> None:
        """Report nothing: the exception that follows is reported."""

    try:
        async with asyncio.timeout(SECONDS):
            await _reach(url)  # the client would try again and again
            client = Client()
            await client.connect(url, allow_reconnect=False, max_reconnect_attempts=0, error_cb=silent)
            await client.flush()
            await client.close()
    except (OSError, TimeoutError, NatsError, ValueError) as error:
        trouble = f"{place} does not answer: {str(error) or type(error).__name__}"
        return fault(
            "bus", trouble, "start NATS, or correct bus in the settings; copies cannot share tables without it"
        )
    return ok("bus", f"{place} answers in {(time.monotonic() - started) * 1000:.0f} ms")


async def _reach(url: str) -> None:
    parts = urlsplit(url)
    _, writer = await asyncio.open_connection(parts.hostname, parts.port or NATS_PORT)
    writer.close()


def backup(settings: Settings, place: Path | None) -> Iterator[Finding]:
    """There is a backup that can be read, and it is not old."""
    place = place or settings.data_folder
    try:
        kept = sorted((file.stat().st_mtime, file) for file in [*place.glob(BACKUPS), *place.glob(f"*/{BACKUPS}")])
    except OSError as error:
        yield fault("backup", f"{place} cannot be read: {error.strerror}", "name a folder that is there with --backups")
        return
    command = "teahouse backup FILE works while the server runs; run it every night"
    if not kept:
        yield warning("backup", f"none in {place}", f"{command}, and name the folder with --backups")
        return
    file = kept[-1][1]
    try:
        days = (time.time() - check_backup(file).made / 1000) / 86_400
    except TeahouseError as error:
        yield fault("backup", f"the newest cannot be restored: {error}", command)
        return
    if days > OLD_DAYS:
        yield warning("backup", f"the newest is {days:.0f} days old: {file}", command)
    else:
        yield ok("backup", f"{file}, {days:.1f} days old")
