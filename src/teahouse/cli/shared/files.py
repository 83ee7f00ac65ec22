"""Records, lines of JSON and pictures as files: read within bounds, written whole or not at all."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO, Final, TypeVar

import msgspec

from teahouse.core.errors import InvalidRecord, InvalidText, TeahouseError
from teahouse.core.game import AnyGame
from teahouse.core.record import LONGEST_LINE, Record, parse_record, record_bytes, without_line_feeds
from teahouse.games import make_game

STDIN: Final = "-"
STDOUT: Final = "-"
LONGEST_JSON: Final = 100_000
"""The longest line of JSON that is read, in bytes."""

T = TypeVar("T")


class FileTrouble(TeahouseError):
    """A file that cannot be read or written."""


class BadRecord(InvalidRecord):
    """A record in a file that is unreadable or invalid; the error names the file too."""

    def __init__(self, name: str, error: InvalidRecord) -> None:
        """Add the file to an error."""
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
    with opened(name) as file:
        return parse_record(_lines(file))


def opened(name: str) -> AbstractContextManager[BinaryIO]:
    """A file, or the standard input, which stays open."""
    return nullcontext(sys.stdin.buffer) if name == STDIN else Path(name).open("rb")


def _lines(file: BinaryIO) -> Iterator[bytes]:
    return without_line_feeds(iter(lambda: file.readline(LONGEST_LINE + 2), b""))


def _game_of(record: Record) -> AnyGame:
    try:
        return make_game(record.header.game, record.header.options)
    except TeahouseError as error:
        raise InvalidRecord(1, str(error)) from None


def numbered_lines(name: str) -> Iterator[tuple[str, bytes]]:
    """The lines of a file that are not blank, each with its place, such as `deals.jsonl: line 3`."""
    try:
        with opened(name) as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST_JSON), b""), 1):
                if line.strip():
                    yield f"{name}: line {number}", line
    except OSError as error:
        raise FileTrouble(f"cannot read {name}: {error.strerror}") from None


def parse_line(place: str, line: bytes, kind: type[T], expected: str) -> T:
    """A line of JSON as a struct; the error names the place and what was expected."""
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        complaint = str(error).replace("`", "")
        raise InvalidText(f"{place}: expected {expected}, got a line that says: {complaint}") from None


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


def check_new(path: Path) -> None:
    """Refuse a file that exists, so that nothing is overwritten."""
    if path.exists():
        raise FileTrouble(f"expected a new file, got {str(path)!r}, which already exists")


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Create a folder unless it exists; mode: its permissions."""
    try:
        path.mkdir(mode, parents=True, exist_ok=True)
    except OSError as error:
        raise FileTrouble(f"cannot make the folder {path}: {error.strerror}") from None
