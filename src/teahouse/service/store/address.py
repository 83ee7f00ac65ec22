"""The address of a database for error messages, never with its password."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import make_url

from teahouse.service.errors import StoreTrouble

POSTGRES_PORT: Final = 5432


@contextmanager
def with_address(url: str) -> Generator[None]:
    """Add the address of the database to its errors."""
    try:
        yield
    except StoreTrouble as error:
        raise StoreTrouble(error.code, f"{error} ({database_address(url)})") from error


def database_address(url: str) -> str:
    """The file of a database, or its host and port.

    >>> database_address("sqlite:///tea/house.db"), database_address("postgresql://tea:secret@db/tea")
    ('tea/house.db', 'db:5432')
    >>> database_address("postgresql:///tea?host=/run/postgresql")
    '/run/postgresql'
    """
    parts = make_url(url)
    if parts.get_backend_name() == "sqlite":
        return parts.database or ""
    host = parts.host or str(parts.query.get("host", "localhost"))
    return host if host.startswith("/") else f"{host}:{parts.port or POSTGRES_PORT}"
