"""The process that judges one finished game: a record comes in, what the engines think of it goes out as JSON."""

import argparse
import os
import resource
import sys
from typing import Final

import msgspec

from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.service.replays import read_record

NICE: Final = 10
MEMORY_MB: Final = 2048


def main() -> None:
    """Read a record, judge it, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seat", type=int, default=0)
    parser.add_argument("--seconds", type=float, required=True)
    args = parser.parse_args()
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MB << 20, MEMORY_MB << 20))
    game, record = read_record(sys.stdin.buffer.read())
    judge = PLAYERS[game.name].judge
    assert judge is not None, f"no engine judges {game.name}"
    judged = judge.judge(game, record, Seat(args.seat), args.seconds)
    sys.stdout.buffer.write(msgspec.json.encode(judged))


if __name__ == "__main__":
    main()
