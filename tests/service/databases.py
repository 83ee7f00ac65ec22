"""Empty databases with the current schema: the schema is built once, and every test gets a copy."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from teahouse.service.store.store import open_store


def prepared(file: Path) -> str:
    """The address of a SQLite file with the schema in it; an existing file stays as it is."""
    if not file.exists():
        file.touch(0o600)
        file.write_bytes(_empty_house())
    return f"sqlite:///{file}"


@cache
def _empty_house() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        build_schema(f"sqlite:///{folder}/house.db")
        return Path(folder, "house.db").read_bytes()


def build_schema(url: str) -> None:
    """Open a database once, as a server does; in a thread, since the caller may have a running loop."""

    async def build() -> None:
        await (await open_store(url)).close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(build())).result()
