"""The place of a database for error messages, never with its password."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import make_url

from teahouse.service.errors import StoreTrouble

POSTGRES_PORT: Final = 5432


@contextmanager
def named(url: str) -> Generator[None]:
    """Add the place of the database to its errors."""
    try:
        yield
    except StoreTrouble as error:
        raise StoreTrouble(error.code, f"{error} ({place_of(url)})") from error


def place_of(url: str) -> str:
    """The file of a database, or its host and port.

    >>> place_of("sqlite:///tea/house.db"), place_of("postgresql://tea:secret@db/tea")
    ('tea/house.db', 'db:5432')
    >>> place_of("postgresql:///tea?host=/run/postgresql")
    '/run/postgresql'
    """
    parts = make_url(url)
    if parts.get_backend_name() == "sqlite":
        return parts.database or ""
    host = parts.host or str(parts.query.get("host", "localhost"))
    return host if host.startswith("/") else f"{host}:{parts.port or POSTGRES_PORT}"
