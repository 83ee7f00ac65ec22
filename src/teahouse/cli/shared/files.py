"""Records and pictures as files: read within bounds, written whole or not at all."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from teahouse.core.errors import InvalidRecord, TeahouseError
from teahouse.core.game import AnyGame
from teahouse.core.record import LONGEST_LINE, Record, parse_record, record_bytes, without_line_feeds
from teahouse.games import make_game

STDIN: Final = "-"
STDOUT: Final = "-"


class FileTrouble(TeahouseError):
    """A file that cannot be read or written."""


class BadRecord(InvalidRecord):
    """A record in a file that is unreadable or invalid; the error names the file too."""

    def __init__(self, name: str, error: InvalidRecord) -> None:
        """Keep the place of the error."""
        super().__init__(error.line, error.complaint)
        self.name = name

    def __str__(self) -> str:
        """The file, the line and the complaint."""
        return f"{self.name}: {super().__str__()}"


def read_record(name: str) -> tuple[AnyGame, Record]:
    """The record in a file (`-` is the standard input) and the game it was played with."""
    try:
        record = _parse_file(name)
        return _game_of(record), record
    except InvalidRecord as error:
        raise BadRecord(name, error) from None
    except OSError as error:
        raise FileTrouble(f"cannot read {name}: {error.strerror}") from None


def _parse_file(name: str) -> Record:
    if name == STDIN:
        return parse_record(_lines(sys.stdin.buffer))
    with Path(name).open("rb") as file:
        return parse_record(_lines(file))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return without_line_feeds(iter(lambda: file.readline(LONGEST_LINE + 2), b""))


def _game_of(record: Record) -> AnyGame:
    try:
        return make_game(record.header.game, record.header.options)
    except TeahouseError as error:
        raise InvalidRecord(1, str(error)) from None


def write_record(path: Path, record: Record) -> None:
    """Write a record."""
    write_whole(path, record_bytes(record))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all; `-` is the standard output."""
    if str(path) == STDOUT:
        sys.stdout.write(data.decode())
        return
    target = check_writable(path)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".teahouse-") as folder:
            part = Path(folder) / "part"
            part.write_bytes(data)
            part.replace(target)
    except OSError as error:
        raise FileTrouble(f"cannot write {path}: {error.strerror}") from None


def check_writable(path: Path) -> Path:
    """The regular file at a path, existing or not; `FileTrouble` when it cannot be written."""
    try:
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise FileTrouble(f"cannot write {path}: it is there and is no plain file")
        if not target.parent.is_dir():
            raise FileTrouble(f"cannot write {path}: there is no folder {target.parent}")
        with tempfile.TemporaryFile(dir=target.parent):
            return target
    except OSError as error:
        raise FileTrouble(f"cannot write {path}: {error.strerror}") from None


def make_folder(path: Path) -> None:
    """Create a folder unless it exists."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileTrouble(f"cannot make the folder {path}: {error.strerror}") from None
