"""Saved matches of the terminal: a record of every deal, and what is needed to resume the match.

A saved match is a small file in the folder `saved` of the user's data. It is written once, when the person has made a
move, and removed when the match is over; it names the record of the first deal. The record of the deal in play is
rewritten after every move of the person, completely or not at all.
"""

import secrets
import tempfile
from datetime import UTC, datetime
from glob import escape
from pathlib import Path
from typing import Any, Final

import msgspec

from teahouse.cli.shared.files import STDOUT, FileTrouble, make_folder, read_record, write_record, write_whole
from teahouse.core.errors import InvalidText, TeahouseError, plain
from teahouse.core.match import Match, Setup
from teahouse.core.play import AnyPlay
from teahouse.core.record import Record, verify_record
from teahouse.core.shuffle import parse_seed
from teahouse.games import make_game, make_match
from teahouse.games.description import ONE_DEAL

SAVED_FORMAT: Final = 1
SUFFIX: Final = ".json"
LONGEST_SAVED: Final = 1 << 17


class SavedMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match that can be resumed: game, seed, seating, and the files of its records.

    bots: the level at each seat, None for the person's. record: the file of the first deal's record.
    """

    format: int = SAVED_FORMAT
    game: str
    options: dict[str, Any]
    match: str
    seed: str
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    record: str
    begun: str

    def new_match(self) -> Match:
        """The match before its first deal."""
        return Match(make_match(make_game(self.game, self.options), self.match), parse_seed(self.seed))

    def path(self, deal: int) -> Path:
        """The record of the n-th deal, counted from 1."""
        first = Path(self.record)
        return first if deal == 1 else first.with_stem(f"{first.stem}-{deal}")

    def paths(self) -> list[Path]:
        """The file of the first record, and files that exist where those of later deals would go."""
        first = Path(self.record)
        if self.record == STDOUT:
            return []
        if self.match == ONE_DEAL:
            return [first]
        return [first, *sorted(first.parent.glob(f"{escape(first.stem)}-[0-9]*{escape(first.suffix)}"))]


class Resumed(msgspec.Struct, frozen=True):
    """A match as it was saved: its results so far and the moves of the unfinished deal."""

    saved: SavedMatch
    file: Path
    match: Match
    begun_deal: Record | None


class MatchSaver:
    """Saves one match: its records, and the file to resume it from while it is not over."""

    def __init__(self, saved: SavedMatch, file: Path | None, *, is_resumable: bool, is_named: bool) -> None:
        """Save a match. file: where it was resumed from, or None. is_named: did the person name the record's file?"""
        self.saved: Final = saved
        self.trouble = ""
        self._file = file
        self._is_resumable: Final = is_resumable
        self._is_named: Final = is_named

    @property
    def is_saved(self) -> bool:
        """Can the match be resumed in its current state?"""
        return self._file is not None and not self.trouble

    def save(self, play: AnyPlay, deal: int) -> None:
        """Write what has been played so far; play goes on when writing fails."""
        if not self._is_resumable or self.saved.record == STDOUT:
            return
        try:
            make_folder(self.saved.path(deal).parent)
            write_record(self.saved.path(deal), play.record())
            if self._file is None:
                self._file = _new_file(self.saved)
            self.trouble = ""
        except FileTrouble as error:
            self.trouble = str(error)

    def is_worth_saving(self, play: AnyPlay) -> bool:
        """Was the record's file named, or a move made?"""
        return self._is_named or (self._is_resumable and play.plies > 0)

    def close(self, play: AnyPlay, deal: int) -> Path:
        """Write a finished or unfinished deal, to another file when its own cannot be written, and return the file."""
        path = self.saved.path(deal)
        try:
            if str(path) != STDOUT:
                make_folder(path.parent)
            write_record(path, play.record())
        except FileTrouble as error:
            self.trouble = str(error)
            path = Path(tempfile.mkdtemp(prefix="teahouse-")) / path.name
            write_record(path, play.record())
        return path

    def remove(self) -> None:
        """Remove the saved match, because it is over; its records stay."""
        if self._file is not None:
            self._file.unlink(missing_ok=True)
            self._file = None


def data_folder(name: str) -> Path:
    """A folder in the user's data, which may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("teahouse", appauthor=False) / name


def fresh_name(game: str) -> str:
    """A unique name for a file."""
    return f"{game}-{datetime.now(UTC).strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"


def _new_file(saved: SavedMatch) -> Path:
    folder = data_folder("saved")
    make_folder(folder)
    file = folder / f"{fresh_name(saved.game)}{SUFFIX}"
    write_whole(file, msgspec.json.format(msgspec.json.encode(saved)))
    return file


def saved_files(game: str | None = None) -> list[Path]:
    """The files of saved matches, of one game or all, the newest first."""
    try:
        saved = [path for path in data_folder("saved").iterdir() if path.suffix == SUFFIX]
        mine = [path for path in saved if game is None or path.name.startswith(f"{game}-")]
        return sorted(mine, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []


def read_saved(file: Path) -> Resumed:
    """A saved match with every deal verified; an error names the damaged file, and nothing is changed."""
    saved = _parse(file)
    try:
        match, begun = _replayed(saved)
    except TeahouseError as error:
        raise InvalidText(f"cannot resume the match saved in {file}: {error}; nothing was changed") from None
    return Resumed(saved, file, match, begun)


def _parse(file: Path) -> SavedMatch:
    try:
        with file.open("rb") as opened:
            saved = msgspec.json.decode(opened.read(LONGEST_SAVED), type=SavedMatch)
    except OSError as error:
        raise FileTrouble(f"cannot read {file}: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidText(f"cannot resume the match saved in {file}: {plain(error)}; nothing was changed") from None
    if saved.format != SAVED_FORMAT:
        raise InvalidText(
            f"cannot resume the match saved in {file}: expected format {SAVED_FORMAT}, got {saved.format}"
        )
    return saved


def _replayed(saved: SavedMatch) -> tuple[Match, Record | None]:
    """The match after its finished deals, and the record of the unfinished one."""
    match = saved.new_match()
    while (setup := match.setup) is not None:
        record = _deal_record(saved, match, setup)
        if record is None or record.ending.result is None:
            return match, record
        match = match.add(record.ending.result)
    return match, None


def _deal_record(saved: SavedMatch, match: Match, setup: Setup) -> Record | None:
    deal = len(match.results) + 1
    path = saved.path(deal)
    if deal > 1 and not path.exists():
        return None
    game, record = read_record(str(path))
    others = {
        "another game": game.name != saved.game,
        "another seed": record.header.seed != match.deal_seed(setup).hex(),
        "other options": game.rules != setup.game.rules,
        "other names": record.header.names != saved.names,
    }
    for other, is_other in others.items():
        if is_other:
            raise InvalidText(f"{path}: expected the record of the saved match, got one with {other}")
    verify_record(game, record)
    return record


def continued(play: AnyPlay, record: Record) -> AnyPlay:
    """Play the moves of a verified record again."""
    for moved in record.moves:
        play.apply(moved.seat, msgspec.convert(moved.move, play.game.types.move), ms=moved.ms)
    return play


def described(resumed: Resumed) -> str:
    """A saved match in one line."""
    saved, record = resumed.saved, resumed.begun_deal
    others = ", ".join(name for name, bot in zip(saved.names, saved.bots, strict=True) if bot is not None)
    moves = 0 if record is None else len(record.moves)
    deal = f", deal {len(resumed.match.results) + 1}" if resumed.match.results else ""
    against = f" with {others}" if others else ""
    return f"{saved.game}{against}{deal}, {moves} move{'s' * (moves != 1)} played, started {saved.begun}"
