"""The results of an arena as JSON lines: the arena, then every game in order, so that it can be continued."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from teahouse.core.errors import InvalidText, TeahouseError, plain
from teahouse.lab.arena import Arena, ArenaGame

RESULTS_FORMAT: Final = 1

ResultLine = TypeVar("ResultLine")


class ResultsHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the arena of these results."""

    arena: Arena
    format: int = RESULTS_FORMAT


class OtherArena(TeahouseError):
    """A results file that belongs to another arena."""


class Results:
    """A file of results. It has whole deals only: an interrupted one is played again."""

    def __init__(self, path: Path, arena: Arena, tables: int) -> None:
        """Open the file or create it; `tables` is how many games a deal has."""
        self._path, self._arena, self._tables = path, arena, tables
        self.games: list[ArenaGame] = list(self._kept()) if path.exists() and path.stat().st_size else []
        del self.games[len(self.games) // tables * tables :]

    @property
    def deals(self) -> int:
        """How many deals are played already."""
        return len(self.games) // self._tables

    def _kept(self) -> Iterator[ArenaGame]:
        *lines, rest = self._path.read_bytes().split(b"\n")
        if not lines:
            lines, rest = [rest], b""
        head = self._read(1, lines[0], ResultsHead)
        if head.format != RESULTS_FORMAT:
            raise InvalidText(f"{self._path}: line 1: expected format {RESULTS_FORMAT}, got {head.format}")
        if head.arena != self._arena:
            raise OtherArena(
                f"{self._path}: expected the results of this arena, got those of another: {self._other(head)}"
            )
        for number, line in enumerate(lines[1:], 2):
            game = self._read(number, line, ArenaGame)
            if game.deal != (number - 2) // self._tables:
                due = (number - 2) // self._tables
                raise InvalidText(f"{self._path}: line {number}: expected deal {due}, got {game.deal}")
            yield game

    def _other(self, head: ResultsHead) -> str:
        """The first field in which the arenas differ."""
        there, here = msgspec.to_builtins(head.arena), msgspec.to_builtins(self._arena)
        field = next(name for name in here if there[name] != here[name])
        return f"its {field} is {msgspec.json.encode(there[field]).decode()[:100]}"

    def _read(self, number: int, line: bytes, kind: type[ResultLine]) -> ResultLine:
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InvalidText(f"{self._path}: line {number}: not the results of an arena: {plain(error)}") from None

    def begin(self) -> None:
        """Write a new file with the results so far."""
        lines = [ResultsHead(self._arena), *self.games]
        part = self._path.with_name(f".{self._path.name}.part")
        part.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        part.replace(self._path)

    def add(self, games: list[ArenaGame]) -> None:
        """Add the games of one more deal."""
        self.games += games
        with self._path.open("ab") as file:
            file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
