"""Records that people upload: verified, and stepped through for a replay."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidRecord, TeahouseError
from teahouse.core.game import AnyGame, Result, seen_events
from teahouse.core.record import (
    Record,
    parse_record,
    record_deal,
    record_seed,
    replay,
    verify_record,
    without_line_feeds,
)
from teahouse.core.seats import Seat
from teahouse.games import make_game
from teahouse.service.errors import refused

MOST_BYTES: Final = 32 << 20
"""The longest replay."""
RECORD_SECONDS: Final = 10.0
"""Processor time to verify a record, or to step through it."""

_json: Final = msgspec.json.encode


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a record is valid: what was played, or the wrong line and why."""

    verified: bool
    game: str = ""
    moves: int = 0
    names: tuple[str, ...] = ()
    seed: str = ""
    commitment: str | None = None
    result: Result | None = None
    line: int | None = None
    error: str = ""


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a replay: the move, what an onlooker saw of it, and the table afterwards. Ply 0 is the deal."""

    ply: int
    seat: Seat | None
    move: Any
    text: str
    ms: int
    events: tuple[Any, ...]
    view: Any


class Replay(msgspec.Struct, frozen=True):
    """A record, step by step, as a seat or an onlooker saw it. dealt: the deal as each seat saw it."""

    game: str
    options: dict[str, Any]
    names: tuple[str, ...]
    result: Result | None
    steps: tuple[ReplayStep, ...]
    dealt: tuple[Any, ...]
    seat: Seat | None = None


def record_verdict(data: bytes) -> Verdict:
    """Recompute a record."""
    try:
        game, record = read_record(data)
        verify_record(game, record)
    except InvalidRecord as error:
        return Verdict(verified=False, line=error.line, error=error.complaint)
    return Verdict(
        verified=True,
        game=game.name,
        moves=len(record.moves),
        names=record.header.names,
        seed=record_seed(record).hex(),
        commitment=record.header.commitment,
        result=record.ending.result,
    )


def replay_parts(data: bytes, seat: Seat | None = None) -> Iterator[bytes]:
    """The JSON of a `Replay` in parts, or `InvalidRecord`: as that seat, or an onlooker, would have seen it."""
    game, record = read_record(data)
    if seat is not None and seat not in game.seats:
        raise InvalidRecord(1, f"expected a seat from 0 to {len(game.seats) - 1}, got {seat}")
    deal, header = record_deal(game, record), record.header
    dealt = tuple(game.view(deal, one) for one in game.seats)
    frame = Replay(game.name, header.options, header.names, record.ending.result, (), dealt, seat)
    for number, field in enumerate(msgspec.structs.fields(Replay)):
        yield (b"," if number else b"{") + f'"{field.encode_name}":'.encode()
        steps = _step_list(game, record, deal, seat)
        yield from steps if field.name == "steps" else [_json(getattr(frame, field.name))]
    yield b"}"


def write_replay(data: bytes, seat: Seat | None, file: Path) -> None:
    """Write the JSON of a `Replay` into a new file."""
    size = 0
    with file.open("xb") as output:
        for part in replay_parts(data, seat):
            size += len(part)
            if size > MOST_BYTES:
                raise refused("work/large")
            output.write(part)


def _step_list(game: AnyGame, record: Record, deal: Any, seat: Seat | None) -> Iterator[bytes]:
    for step in _steps(game, record, deal, seat):
        yield (b"," if step.ply else b"[") + _json(step)
    yield b"]"


def _steps(game: AnyGame, record: Record, deal: Any, seat: Seat | None) -> Iterator[ReplayStep]:
    yield ReplayStep(0, None, None, "", 0, (), game.view(deal, seat))
    for ply, step in enumerate(replay(game, record, deal), 1):
        events = seen_events(game, step.events, seat)
        view = game.view(step.state, seat)
        yield ReplayStep(ply, step.seat, step.move, game.move_text(step.move), step.ms, events, view)


def read_record(data: bytes) -> tuple[AnyGame, Record]:
    """A record and its game, or `InvalidRecord`."""
    record = parse_record(without_line_feeds(BytesIO(data)))
    try:
        return make_game(record.header.game, record.header.options), record
    except TeahouseError as error:
        raise InvalidRecord(1, str(error)) from None
