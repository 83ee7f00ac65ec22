"""Functions for another process: they judge finished games and find positions to train on."""

import time
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, Union

import msgspec

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.players.judgement import Judgement
from teahouse.players.weighing import Exercise, clear_exercises, exercises
from teahouse.service.replays import read_record

SET_UP_AT_ONCE: Final = 8
MOST_DEALS: Final = 40

if TYPE_CHECKING:
    AnyAnalysis = msgspec.Struct
else:
    AnyAnalysis = Union[tuple(each.judge.analysis for each in PLAYERS.values() if each.judge is not None)]  # noqa: UP007
"""The result of a game's judge; in JSON the game's name distinguishes the types."""


class JudgedRecord(msgspec.Struct, frozen=True):
    """A judged record: the judgement, and the details of its own game."""

    judgement: Judgement
    analysis: AnyAnalysis


def judge_record(data: bytes, seconds: float) -> bytes:
    """A judged record, as JSON."""
    game, record = read_record(data)
    judge = PLAYERS[game.name].judge
    assert judge is not None, f"no engine judges {game.name}"
    judged_game = judge.judge(game, record, seconds)
    return msgspec.json.encode(JudgedRecord(judged_game.judgement, judged_game.analysis))


def count_only_moves(data: bytes, seconds: float, seat: Seat) -> bytes:
    """The only-moves of a seat in a record, as JSON."""
    game, record = read_record(data)
    counter = PLAYERS[game.name].only_moves
    assert counter is not None, f"no exact engine plays {game.name}"
    return msgspec.json.encode(counter.count(game, record, seat, seconds))


def weigh_slips(data: bytes, seconds: float, steps: Sequence[int]) -> bytes:
    """The positions before slips of a record, as JSON."""
    game, record = read_record(data)
    trainer = PLAYERS[game.name].trainer
    assert trainer is not None, f"nobody trains on {game.name}"
    return msgspec.json.encode(exercises(game, record, steps, trainer.weigh, seconds))


def find_positions(seed: bytes, seconds: float, game: str) -> bytes:
    """New positions to train on, one from each of several deals, as JSON; without a seed the first set."""
    trainer = PLAYERS[game].trainer
    assert trainer is not None, f"nobody trains on {game}"
    assert trainer.late is not None, f"no positions of {game} are set up"
    seeds = [seed + number.to_bytes(2, "big") for number in range(MOST_DEALS)] if seed else trainer.first
    most = SET_UP_AT_ONCE if seed else len(seeds)
    positions: list[Exercise] = []
    until = time.monotonic() + seconds
    for one in seeds:
        clear = clear_exercises(trainer.late(one), trainer.weigh, seconds / MOST_DEALS, unproven=trainer.unproven)
        positions += islice(clear, 1)
        if len(positions) >= most or time.monotonic() > until:
            break
    return msgspec.json.encode(positions)
