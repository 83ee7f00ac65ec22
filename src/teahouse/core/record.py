"""Records: one deal as JSON lines. The moves are authoritative; everything else is recomputed from them.

The first line is the header, then one line for each move, then the result. Every line ends in a checksum: the first
digits of the running SHA-256 over all lines up to and including it, so that a changed line is found exactly; the last
line's checksum is the whole digest. A line is hashed as it is written, up to the comma before its checksum, and a line
feed. The names follow the header's checksum: no digest covers them, so that a name can be replaced and the digests
stay. In format 1 they stand before it.

Only the exact form is accepted: writing a parsed record gives the same bytes, down to the order of options and of a
move's fields. So every deal has exactly one record except for the names, and all readers understand it in the same way.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final, Generic, TypeGuard, TypeVar

import msgspec
from msgspec import Meta

from teahouse.core.errors import IllegalMove, InvalidOption, InvalidRecord, check_kind, cut, plain, shown
from teahouse.core.fair import commitment, fair_seed
from teahouse.core.game import E, Game, M, Result, S, V
from teahouse.core.seats import Seat
from teahouse.core.text import is_visible_text

RECORD_FORMAT: Final = 2
NAMES_COVERED: Final = 1
"""The format whose digests cover the names."""
LONGEST_LINE: Final = 1 << 16
MOST_MOVES: Final = 20_000
LONGEST_NAME: Final = 64
LONGEST_MS: Final = 10**12
CHECK_DIGITS: Final = 8

RecordLine = TypeVar("RecordLine", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was played: game, options, names by seat, and the seed, or the house's commitment and a share by seat.

    A bot adds no share; its place holds None.
    """

    format: int
    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    seed: str | None = None
    commitment: str | None = None
    shares: tuple[str | None, ...] = ()


class RecordedMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One move: its seat, the move, and the milliseconds it took."""

    seat: Seat
    move: dict[str, Any]
    ms: Annotated[int, Meta(ge=0, le=LONGEST_MS)] = 0


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How it ended: the result (None for an unfinished game) and, at a fair table, the server's secret."""

    result: Result | None
    secret: str | None = None


class Record(msgspec.Struct, frozen=True):
    """One deal, from the header to the result."""

    header: Header
    moves: tuple[RecordedMove, ...]
    ending: Ending


class Step(msgspec.Struct, Generic[S, M, E], frozen=True):
    """A move as it was replayed: the state after it and what happened."""

    seat: Seat
    move: M
    ms: int
    state: S
    events: Sequence[E]


class Chain:
    """The running digest over the lines of a record."""

    def __init__(self) -> None:
        """Start before the first line."""
        self._sha = hashlib.sha256()

    def add(self, body: bytes) -> str:
        """Add a line, without its checksum, and return the digest so far."""
        self._sha.update(body.removesuffix(b"}") + b"\n")
        return self._sha.hexdigest()


def record_lines(record: Record) -> Iterator[bytes]:
    """Write a record, a line at a time, without line ends."""
    chain = Chain()
    for line in (record.header, *record.moves):
        body = _body(line)
        yield _with_checksum(line, body, chain.add(body)[:CHECK_DIGITS])
    body = _body(record.ending)
    yield _with_checksum(record.ending, body, chain.add(body))


def record_bytes(record: Record) -> bytes:
    """Write a record as a file holds it: every line ended by a line feed."""
    return b"".join(line + b"\n" for line in record_lines(record))


def record_digest(record: Record) -> str:
    """The digest of a whole record; in format 2 the names do not change it."""
    chain, digest = Chain(), ""
    for line in (record.header, *record.moves, record.ending):
        digest = chain.add(_body(line))
    return digest


def _body(line: msgspec.Struct) -> bytes:
    """The part of a line that the digest covers."""
    if not _is_named_outside(line):
        return msgspec.json.encode(line)
    fields: dict[str, Any] = msgspec.to_builtins(line)
    return msgspec.json.encode({name: value for name, value in fields.items() if name != "names"})


def _is_named_outside(line: msgspec.Struct) -> TypeGuard[Header]:
    return isinstance(line, Header) and line.format != NAMES_COVERED


def _with_checksum(line: msgspec.Struct, body: bytes, digest: str) -> bytes:
    names = b',"names":' + msgspec.json.encode(line.names) if _is_named_outside(line) else b""
    return body.removesuffix(b"}") + f',"{_checksum_name(type(line))}":"{digest}"'.encode() + names + b"}"


def _checksum_name(kind: type[msgspec.Struct]) -> str:
    return "digest" if kind is Ending else "check"


def without_line_feeds(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file for `parse_record`, or `InvalidRecord` at one that does not end in a line feed."""
    for number, line in enumerate(lines, 1):
        if not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
            raise InvalidRecord(number, "expected a line feed at the end of the line, got the end of the file")
        yield line.removesuffix(b"\n")


def parse_record(lines: Iterable[bytes]) -> Record:
    """Read a record from its lines without line feeds and check its digests, or `InvalidRecord` with the wrong line."""
    chain = Chain()
    header: Header | None = None
    moves: list[RecordedMove] = []
    number = 0
    numbered = enumerate(lines, 1)
    for number, line in numbered:
        raw = _decoded(number, line)
        if header is None:
            header = _parse_header(number, line, raw, chain)
        elif "result" in raw:
            ending = _parse_line(number, line, raw, Ending, chain)
            if next(numbered, None) is not None:
                raise InvalidRecord(number + 1, "expected the end of the record after its result, got another line")
            return Record(header, tuple(moves), ending)
        elif len(moves) == MOST_MOVES:
            raise InvalidRecord(number, f"expected at most {MOST_MOVES} moves")
        else:
            moves.append(_parse_line(number, line, raw, RecordedMove, chain))
    expected = "a header" if header is None else "a move or the result"
    raise InvalidRecord(number + 1, f"expected {expected}, got the end of the file")


def _decoded(number: int, line: bytes) -> dict[str, Any]:
    check_kind(line, bytes, "a line as bytes", partial(InvalidRecord, number))
    if len(line) > LONGEST_LINE:
        raise InvalidRecord(number, f"expected at most {LONGEST_LINE} bytes, got more")
    try:
        return msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        text = line[:100].decode("utf-8", "replace").strip()
        raise InvalidRecord(number, f"expected a JSON object, got {shown(text)} ({plain(error)})") from None


def _parse_header(number: int, line: bytes, raw: dict[str, Any], chain: Chain) -> Header:
    form: Any = raw.get("format")
    if isinstance(form, int) and form > RECORD_FORMAT:
        newer = f"expected a record of format {RECORD_FORMAT} or older, got the newer format {shown(form)}"
        raise InvalidRecord(number, newer)
    if type(form) is not int or form not in (NAMES_COVERED, RECORD_FORMAT):
        raise InvalidRecord(number, f"expected a record of format {RECORD_FORMAT}, got {shown(form)}")
    header = _parse_line(number, line, raw, Header, chain)
    for name in header.names:
        if not is_visible_text(name) or len(name) > LONGEST_NAME:
            expected = f"expected names of at most {LONGEST_NAME} printable characters"
            raise InvalidRecord(number, f"{expected}, got {shown(name)}")
    return header


def _parse_line(number: int, line: bytes, raw: dict[str, Any], kind: type[RecordLine], chain: Chain) -> RecordLine:
    """Read a line that must be exactly as `record_lines` writes it, so that it has one reading only."""
    name = _checksum_name(kind)
    checksum = raw.pop(name, None)
    try:
        parsed = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise InvalidRecord(number, plain(error)) from None
    body = _body(parsed)
    digest = chain.add(body)
    due = digest if kind is Ending else digest[:CHECK_DIGITS]
    if checksum != due:
        raise InvalidRecord(
            number, f"the record was changed here after it was written: expected {name} {due}, got {shown(checksum)}"
        )
    if line != _with_checksum(parsed, body, due):
        raise InvalidRecord(number, "expected the line in its exact form: fields in their order, once each, no spaces")
    return parsed


def record_seed(record: Record) -> bytes:
    """The seed of the deal, recomputed from the secret if the house committed to one."""
    header, secret = record.header, record.ending.secret
    last = len(record.moves) + 2
    if header.commitment is None:
        if header.shares or secret is not None:
            raise InvalidRecord(1, "expected a commitment beside shares and a secret, got none")
        return _hex(1, "seed", header.seed)
    opened = _hex(last, "secret", secret)
    shares = [_hex(1, "share", share) for share in header.shares if share is not None]
    if not shares or len(header.shares) != len(header.names):
        raise InvalidRecord(1, f"expected a share or null for each of {len(header.names)} seats, one share at least")
    try:
        shown_before, seed = commitment(opened), fair_seed(opened, shares)
    except InvalidOption as error:
        raise InvalidRecord(last, str(error)) from None
    if shown_before != header.commitment:
        raise InvalidRecord(last, f"expected a secret with commitment {shown(header.commitment)}, got {shown_before}")
    if header.seed is not None and header.seed != seed.hex():
        follows = f"expected the seed {seed.hex()} that follows from secret and shares"
        raise InvalidRecord(1, f"{follows}, got {shown(header.seed)}")
    return seed


def _hex(line: int, what: str, value: str | None) -> bytes:
    data = b""
    with suppress(ValueError):
        data = bytes.fromhex(value or "")
    if not data or data.hex() != value:
        raise InvalidRecord(line, f"expected a {what} in hexadecimal digits, got {shown(value)}")
    return data


def replay(game: Game[S, M, E, V], record: Record, deal: S | None = None) -> Iterator[Step[S, M, E]]:
    """Play a record again from its deal, move by move, or `InvalidRecord` at the first illegal one.

    deal: the record's first state, if the caller has it already.
    """
    state = record_deal(game, record) if deal is None else deal
    for number, moved in enumerate(record.moves, 2):
        move = _parse_move(number, game, moved)
        try:
            state, events = game.apply(state, moved.seat, move)
        except IllegalMove as error:
            raise InvalidRecord(number, str(error)) from None
        yield Step(moved.seat, move, moved.ms, state, events)


def record_deal(game: Game[S, M, E, V], record: Record) -> S:
    """The first state of a record, or `InvalidRecord` if its header does not fit the game."""
    _check_header(game, record.header)
    try:
        return game.deal(record_seed(record))
    except InvalidOption as error:
        raise InvalidRecord(1, str(error)) from None


def _check_header(game: Game[S, M, E, V], header: Header) -> None:
    names, due, given = len(header.names), msgspec.json.encode(game.rules), msgspec.json.encode(header.options)
    if names != len(game.seats):
        raise InvalidRecord(1, f"expected {len(game.seats)} names, one a seat, got {names}")
    if given != due:
        expected = f"expected all options of {game.name} in their exact form"
        raise InvalidRecord(1, f"{expected}, {cut(due.decode())}, got {cut(given.decode())}")


def _parse_move(number: int, game: Game[S, M, E, V], moved: RecordedMove) -> M:
    if moved.seat not in game.seats:
        raise InvalidRecord(number, f"expected a seat from 0 to {len(game.seats) - 1}, got {moved.seat}")
    try:
        move: M = msgspec.convert(moved.move, game.types.move)
    except msgspec.ValidationError as error:
        raise InvalidRecord(number, plain(error)) from None
    due, given = msgspec.json.encode(move), msgspec.json.encode(moved.move)
    if given != due:
        raise InvalidRecord(
            number, f"expected the move in its exact form {cut(due.decode())}, got {cut(given.decode())}"
        )
    return move


def verify_record(game: Game[S, M, E, V], record: Record) -> S:
    """Recompute deal, moves and result; the last state, or `InvalidRecord` with the line that is wrong."""
    state = record_deal(game, record)
    for step in replay(game, record, state):
        state = step.state
    result, claimed = game.result(state), record.ending.result
    if msgspec.json.encode(claimed) != msgspec.json.encode(result):
        raise InvalidRecord(len(record.moves) + 2, f"expected {_said(result)}, got {_said(claimed)}")
    return state


def _said(result: Result | None) -> str:
    return "no result" if result is None else f"the result {msgspec.json.encode(result).decode()}"
