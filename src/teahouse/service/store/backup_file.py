"""The file of a backup: gzipped JSON lines with a checksum.

A header comes first; for each table its name and columns, then its rows; at the end the number of rows and the SHA-256
of all lines before.
"""

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, assert_never

import msgspec

from teahouse import __version__
from teahouse.core.errors import InvalidOption, InvalidText, plain, shown
from teahouse.service.store.migrate import NEWEST
from teahouse.service.store.schema import metadata, names_of

FORMAT: Final = 1
LONGEST_LINE: Final = 16 * 1024 * 1024
EARLY: Final = "expected a whole backup, got one that ends too early"
OLDEST: Final = "0000"
KNOWN_NAMES: Final = frozenset(name for table in metadata.sorted_tables for name in names_of(table))


class BackupHeader(msgspec.Struct, frozen=True, tag="backup", tag_field="is"):
    """The first line: which format, which schema the rows have, which program wrote it and when."""

    format: int
    schema: str
    program: str
    made: int


class TableHead(msgspec.Struct, frozen=True, tag="table", tag_field="is"):
    """The first line of a table; its rows follow as lists in the order of these columns."""

    name: str
    columns: tuple[str, ...]


class BackupEnding(msgspec.Struct, frozen=True, tag="end", tag_field="is"):
    """The last line."""

    rows: dict[str, int]
    sha256: str


class BackupSummary(msgspec.Struct, frozen=True):
    """A summary of a backup. made: when it was written. rows: their number in each table."""

    schema: str
    made: int
    rows: dict[str, int]
    sha256: str


BackupRow = list[str | int | float | bool | None]
BackupLine = BackupHeader | TableHead | BackupEnding | BackupRow
HEADS: Final = msgspec.json.Decoder(BackupHeader | TableHead | BackupEnding)
ROWS: Final = msgspec.json.Decoder(BackupRow)


def encoded(line: BackupLine) -> bytes:
    """A line in its written form."""
    raw = msgspec.json.encode(line) + b"\n"
    assert len(raw) <= LONGEST_LINE, "no row is as long as that"
    return raw


def check_backup(path: Path) -> BackupSummary:
    """Read a backup to its end, and return its summary or raise what is wrong with it."""
    lines = BackupLines(path)
    try:
        for _ in lines:
            pass
    except OSError as error:
        raise InvalidOption(f"cannot read {path}: {error.strerror}") from None
    return lines.summary()


class BackupLines:
    """The tables and rows of a backup, checked while they are read; the digest is known at the end."""

    def __init__(self, path: Path) -> None:
        """Read from this file."""
        self._path = path
        self._number = 0
        self._digest = hashlib.sha256()
        self._rows: dict[str, int] = {}
        self._header: BackupHeader | None = None
        self._ending: BackupEnding | None = None

    def __iter__(self) -> Iterator[BackupHeader | TableHead | BackupRow]:
        """Every line but the last, which is compared with what was read."""
        with gzip.open(self._path) as file:
            head: TableHead | None = None
            while self._ending is None:
                line = self._next(file)
                match line:
                    case BackupHeader():
                        self._begin(line)
                    case TableHead():
                        head = self._table(line)
                    case BackupEnding():
                        self._end(line, file)
                        return
                    case list():
                        self._row(line, head)
                    case _:
                        assert_never(line)
                yield line

    def summary(self) -> BackupSummary:
        """The summary of the backup after it was read to its end."""
        assert self._header is not None
        assert self._ending is not None
        return BackupSummary(self._header.schema, self._header.made, self._ending.rows, self._ending.sha256)

    def _next(self, file: gzip.GzipFile) -> BackupLine:
        self._number += 1
        raw = self._raw(file)
        if not raw.endswith(b"\n"):
            raise self._wrong(f"expected a line of at most {LONGEST_LINE} bytes" if len(raw) == LONGEST_LINE else EARLY)
        try:
            line: BackupLine = ROWS.decode(raw) if raw.startswith(b"[") else HEADS.decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self._wrong(plain(error)) from None
        if (self._number == 1) != isinstance(line, BackupHeader):
            raise self._wrong("expected the header of a backup first, and once")
        if not isinstance(line, BackupEnding):
            self._digest.update(raw)
        return line

    def _raw(self, file: gzip.GzipFile) -> bytes:
        try:
            return file.readline(LONGEST_LINE)
        except gzip.BadGzipFile:
            raise self._wrong("expected a backup of teahouse, got something else or a damaged one") from None
        except EOFError:
            raise self._wrong(EARLY) from None
        except zlib.error:
            raise self._wrong("expected an undamaged backup") from None

    def _begin(self, header: BackupHeader) -> None:
        known = re.fullmatch(r"[0-9]{4}", header.schema) is not None and header.schema > OLDEST
        if header.format > FORMAT or (known and header.schema > NEWEST):
            raise self._wrong(f"a newer teahouse ({shown(header.program)}) wrote this; this one is {__version__}")
        if header.format < 1 or not known:
            raise self._wrong(f"expected a format and a schema, got {header.format} and {shown(header.schema)}")
        self._header = header

    def _table(self, head: TableHead) -> TableHead:
        if head.name not in KNOWN_NAMES or head.name in self._rows:
            raise self._wrong(f"expected another table, got {shown(head.name)}")
        self._rows[head.name] = 0
        return head

    def _row(self, row: BackupRow, head: TableHead | None) -> None:
        if head is None or len(row) != len(head.columns):
            raise self._wrong(f"expected a row of {len(head.columns) if head else 'a table'}, got {len(row)} values")
        self._rows[head.name] += 1

    def _end(self, ending: BackupEnding, file: gzip.GzipFile) -> None:
        if self._raw(file):
            raise self._wrong("expected nothing after the end")
        if ending.rows != self._rows or ending.sha256 != self._digest.hexdigest():
            raise self._wrong("expected the backup as it was written, got a changed one")
        self._ending = ending

    def _wrong(self, complaint: str) -> InvalidText:
        return InvalidText(f"{self._path}: line {self._number}: {complaint}")
