"""Real databases for the tests of the service: a fresh SQLite file or a fresh PostgreSQL database each."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from teahouse.service.store.store import Store, open_store
from tests.quick_folder import quick_folder
from tests.service.databases import build_schema, prepared

NUMBERS = count()

# Databases of tests need not survive a power cut: no commit waits for the disk.
QUICK = (
    "ALTER SYSTEM SET fsync = off",
    "ALTER SYSTEM SET synchronous_commit = off",
    "ALTER SYSTEM SET full_page_writes = off",
    "SELECT pg_reload_conf()",
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server for the whole run, because it takes a second to start."""
    folder = tempfile.mkdtemp(prefix="teahouse-pg-", dir=quick_folder())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        server = import_module("pgserver").get_server(f"{folder}/data", cleanup_mode=None)
    for line in QUICK:
        server.psql(line)
    yield server
    stop = ["-w", "-m", "immediate", "stop"]  # stopped without cleaning up, because its data is deleted
    import_module("pgserver._commands").pg_ctl(stop, pgdata=server.pgdata, user=server.system_user, timeout=60)
    server.cleanup()
    shutil.rmtree(folder)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/teahouse.db"


@pytest.fixture
def postgres_url(postgres: Any) -> str:
    """The address of an empty database."""
    return _made(postgres, "template1")


def _made(postgres: Any, template: str) -> str:
    name = f"teahouse_{next(NUMBERS)}"
    postgres.psql(f"CREATE DATABASE {name} TEMPLATE {template}")
    return str(postgres.get_uri(name))


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database of either kind, without a schema."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(scope="session")
def postgres_template(postgres: Any) -> str:
    postgres.psql("CREATE DATABASE empty_house")
    build_schema(str(postgres.get_uri("empty_house")))
    return "empty_house"


@pytest.fixture
def prepared_postgres_url(postgres: Any, postgres_template: str) -> str:
    """The address of a database with the schema in it."""
    return _made(postgres, postgres_template)


@pytest.fixture
def prepared_sqlite_url(tmp_path: Path) -> str:
    """The address of a file with the schema in it."""
    return prepared(tmp_path / "teahouse.db")


@pytest.fixture
async def sqlite_store(prepared_sqlite_url: str) -> AsyncIterator[Store]:
    store = await open_store(prepared_sqlite_url)
    yield store
    await store.close()


@pytest.fixture
async def postgres_store(prepared_postgres_url: str) -> AsyncIterator[Store]:
    store = await open_store(prepared_postgres_url)
    yield store
    await store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest) -> Store:
    """A store on each of the databases, one after the other."""
    opened: Store = request.getfixturevalue(f"{request.param}_store")
    return opened


class FakeClock:
    """A clock that advances only when a test moves it."""

    def __init__(self, now: int = 1_760_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_(self, *, days: float = 0, minutes: float = 0) -> None:
        self.now += int((days * 24 * 60 + minutes) * 60_000)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()
