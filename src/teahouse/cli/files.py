"""Records and pictures as files: read within bounds, written whole or not at all."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from teahouse.core.errors import InvalidRecord, InvalidText, TeahouseError
from teahouse.core.game import AnyGame
from teahouse.core.record import LONGEST_LINE, Record, parse_record, record_lines
from teahouse.games import make_game

STDIN: Final = "-"


class FileTrouble(TeahouseError):
    """A file that cannot be read or written."""


def read_record(name: str) -> tuple[AnyGame, Record]:
    """The record in a file (`-` is the standard input) and the game it was played with."""
    try:
        record = _parse_file(name)
        return _game_of(record), record
    except InvalidRecord as error:
        raise InvalidText(f"{name}: {error}") from None
    except OSError as error:
        raise FileTrouble(f"cannot read {name}: {error.strerror}") from None


def _parse_file(name: str) -> Record:
    if name == STDIN:
        return parse_record(_lines(sys.stdin.buffer))
    with Path(name).open("rb") as file:
        return parse_record(_lines(file))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    while line := file.readline(LONGEST_LINE + 2):
        yield line.rstrip(b"\r\n")


def _game_of(record: Record) -> AnyGame:
    try:
        return make_game(record.header.game, record.header.options)
    except TeahouseError as error:
        raise InvalidRecord(1, str(error)) from None


def write_record(path: Path, record: Record) -> None:
    """Write a record."""
    write_whole(path, b"".join(line + b"\n" for line in record_lines(record)))


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there with all its bytes or not at all."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}-") as folder:
            part = Path(folder) / path.name
            part.write_bytes(data)
            part.replace(path)
    except OSError as error:
        raise FileTrouble(f"cannot write {path}: {error.strerror}") from None
