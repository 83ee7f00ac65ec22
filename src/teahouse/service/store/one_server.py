"""One server at a time on a database file: a second one is refused, and the error says where the first one runs."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Final

from sqlalchemy import make_url

from teahouse.core.errors import InvalidOption

LONGEST_ADDRESS: Final = 200


@contextmanager
def held_by_one_server(database: str, address: str) -> Generator[None]:
    """Hold a lock beside the file of a SQLite database; it ends with the process in any case.

    For PostgreSQL see `postgres_lock.py`.
    """
    with ExitStack() as stack:
        file = make_url(database).database
        if database.startswith("sqlite") and file is not None:
            with suppress(OSError):  # if the folder cannot be written, the database raises the error
                lock = stack.enter_context(Path(f"{file}.lock").open("a+", encoding="utf-8"))
                _take(lock, file)
                lock.truncate(0)
                lock.write(address)
                lock.flush()
        yield


def _take(lock: IO[str], file: str) -> None:
    """Take the lock, or refuse with the address of the server that has it."""
    try:
        import fcntl
    except ImportError:  # if there are no such locks, as on Windows, nothing is held
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        other = lock.read(LONGEST_ADDRESS) or "another server"
        raise InvalidOption(
            f"expected a database that no other server uses, got {file!r}: {other} has it; "
            "open that address, or choose another folder with --data"
        ) from None
