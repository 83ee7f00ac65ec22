"""A judgement as commands print it: the same object for every game."""

from collections.abc import Iterator
from typing import Any

import msgspec

from teahouse.core.record import Record
from teahouse.players.judgement import FEWEST_CHOICES, Judgement, SeatJudgement


def judgement_report(judgement: Judgement, record: Record) -> dict[str, Any]:
    """The engine, every seat under its name, and the turning points."""
    return {
        "engine": judgement.engine,
        "seats": [
            {"name": name} | msgspec.to_builtins(seat)
            for name, seat in zip(record.header.names, judgement.seats, strict=True)
        ],
        "turning": msgspec.to_builtins(judgement.turning),
    }


def seat_lines(judgement: Judgement, record: Record) -> Iterator[str]:
    """One line for each seat."""
    for name, seat in zip(record.header.names, judgement.seats, strict=True):
        yield f"{name}: {_seat_text(seat)}"


def _seat_text(seat: SeatJudgement) -> str:
    lost = f"{seat.choices} choices, {seat.lost:.0f} points given away"
    few = f"no accuracy, because that takes {FEWEST_CHOICES} choices"
    accuracy = few if seat.accuracy is None else f"accuracy {seat.accuracy:.1f}"
    like = f", like {seat.like}" if seat.like else ""
    luck = "" if seat.luck is None else f", luck brought {seat.luck:+.0f} points"
    return f"{lost}, {accuracy}{like}{luck}"
