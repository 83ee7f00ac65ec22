#!/usr/bin/env python3
"""A bot for any game in 40 lines: teahouse arena battle --players "exec:./examples/template_bot.py",greedy

It is asked on its standard input and answers on its standard output; docs/bot-protocol.md describes every message.
"""

import json
import random
import sys
from typing import Any


def choose(message: dict[str, Any], rng: random.Random) -> int:
    """Put your idea here: the number of a move. This one takes the best pair of Battle, otherwise any move."""
    if "board" not in message["view"] or "columns" not in (message["view"]["board"] or {}):
        return rng.randrange(len(message["moves"]))
    board = message["view"]["board"]

    def rank(move: dict[str, int]) -> int:
        column, row = divmod(move["first"], 9)
        return int(board["columns"][column][row - board["tops"][column]][0])

    return max(range(len(message["moves"])), key=lambda number: rank(message["moves"][number]))


def main() -> None:
    """Answer messages until the input ends."""
    rng = random.Random()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print(json.dumps({"type": "hello", "name": "template"}), flush=True)
        elif message["type"] == "deal":
            rng.seed(message["luck"])
        elif message["type"] == "choose":
            print(json.dumps({"type": "choice", "id": message["id"], "move": choose(message, rng)}), flush=True)


if __name__ == "__main__":
    main()
