"""The process that judges one finished game: it reads a record and writes the judgement as JSON."""

import argparse
import sys

import msgspec

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.players.memory import COMPILER_MB, lacks_memory, limit_memory
from teahouse.service.engines.analysis import JUDGE, ONLY_MOVES, OUT_OF_MEMORY, Opinion
from teahouse.service.engines.worker import stand_back
from teahouse.service.replays import read_record


def main() -> None:
    """Read a record, judge it, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--task", choices=(JUDGE, ONLY_MOVES), default=JUDGE)
    parser.add_argument("--memory-mb", type=int, default=COMPILER_MB)
    parser.add_argument("--seconds", type=float, required=True)
    args = parser.parse_args()
    stand_back(0)
    limit_memory(args.memory_mb)
    try:
        data = sys.stdin.buffer.read()
        is_judging = args.task == JUDGE
        said = judged(data, args.seconds) if is_judging else counted(data, Seat(args.seat), args.seconds)
    except Exception as error:
        if not lacks_memory(error):
            raise
        sys.exit(OUT_OF_MEMORY)
    sys.stdout.buffer.write(said)


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
