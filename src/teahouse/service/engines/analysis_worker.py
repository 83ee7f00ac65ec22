"""The process that judges one finished game, or finds positions to train on: it reads a record and writes JSON."""

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import islice
from typing import Final

import msgspec

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.players.memory import COMPILER_MB, lacks_memory, limit_memory
from teahouse.players.weighing import Exercise, clear_exercises, exercises
from teahouse.service.engines.analysis import EXERCISES, JUDGE, ONLY_MOVES, OUT_OF_MEMORY, SET_UP, Opinion
from teahouse.service.engines.worker import stand_back
from teahouse.service.replays import read_record

SET_UP_AT_ONCE: Final = 8
MOST_DEALS: Final = 40


def main() -> None:
    """Read, think, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--task", choices=(JUDGE, ONLY_MOVES, EXERCISES, SET_UP), default=JUDGE)
    parser.add_argument("--steps", default="")
    parser.add_argument("--game", default="")
    parser.add_argument("--memory-mb", type=int, default=COMPILER_MB)
    parser.add_argument("--seconds", type=float, required=True)
    args = parser.parse_args()
    stand_back(0)
    limit_memory(args.memory_mb)
    try:
        said = done(args, sys.stdin.buffer.read())
    except Exception as error:
        if not lacks_memory(error):
            raise
        sys.exit(OUT_OF_MEMORY)
    sys.stdout.buffer.write(said)


def done(args: argparse.Namespace, data: bytes) -> bytes:
    """What the task finds out, as JSON."""
    match args.task:
        case "exercises":
            return weighed(data, [int(step) for step in args.steps.split(",") if step], args.seconds)
        case "set-up":
            return set_up(args.game, data, args.seconds)
        case "only-moves":
            return counted(data, Seat(args.seat), args.seconds)
        case _:
            return judged(data, args.seconds)


def weighed(data: bytes, steps: Sequence[int], seconds: float) -> bytes:
    """The positions before slips of a record, as JSON."""
    game, record = read_record(data)
    trainer = PLAYERS[game.name].trainer
    assert trainer is not None, f"nobody trains on {game.name}"
    return msgspec.json.encode(exercises(game, record, steps, trainer.weigh, seconds))


def set_up(game: str, seed: bytes, seconds: float) -> bytes:
    """New positions to train on, one of each of several deals, as JSON; without a seed those of the first set."""
    trainer = PLAYERS[game].trainer
    assert trainer is not None, f"nobody trains on {game}"
    assert trainer.late is not None, f"no positions of {game} are set up"
    seeds = [seed + number.to_bytes(2, "big") for number in range(MOST_DEALS)] if seed else trainer.first
    most = SET_UP_AT_ONCE if seed else len(seeds)
    found: list[Exercise] = []
    until = time.monotonic() + seconds
    for one in seeds:
        made = clear_exercises(trainer.late(one), trainer.weigh, seconds / MOST_DEALS, opinions=trainer.opinions)
        found += islice(made, 1)
        if len(found) >= most or time.monotonic() > until:
            break
    return msgspec.json.encode(found)


def judged(data: bytes, seconds: float) -> bytes:
    """The opinion on a record, as JSON."""
    game, record = read_record(data)
    judge = PLAYERS[game.name].judge
    assert judge is not None, f"no engine judges {game.name}"
    made = judge.judge(game, record, seconds)
    return msgspec.json.encode(Opinion(made.judgement, made.analysis))


def counted(data: bytes, seat: Seat, seconds: float) -> bytes:
    """The only-moves of a seat in a record, as JSON."""
    game, record = read_record(data)
    counter = PLAYERS[game.name].only_moves
    assert counter is not None, f"no exact engine plays {game.name}"
    return msgspec.json.encode(counter.count(game, record, seat, seconds))


if __name__ == "__main__":
    main()
