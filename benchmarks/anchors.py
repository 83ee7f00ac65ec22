"""The ratings of house players from the games of an arena: `python -m benchmarks.anchors RESULTS.jsonl …` prints JSON.

    teahouse arena battle --players random,greedy,easy,medium,hard,perfect --round-robin --out battle.jsonl

With `classic` instead of a file, every group of four levels plays 300 deals in the kernel, which is much quicker.

The house player whose rank is medium has 1500. Where a game is rated by Glicko-2, two games with the seats swapped are
one match, and the scale is that of Elo; where the order at the table counts, one unit is the noise of a deal.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np

from teahouse.lab.statistics import Scores, ratings
from teahouse.players import PLAYERS
from teahouse.service.hosting import HOSTING
from teahouse.service.hosting.rules import RatedPlay
from teahouse.service.people.ratings.plackett_luce import DEAL_NOISE
from teahouse.service.people.ratings.rating import INTERVAL, LEAST, START

MIDDLE: Final = "medium"
WALLS: Final = 300
SEED: Final = 9000
Anchors = dict[str, dict[str, float]]
Line = Mapping[str, Any]


def main(files: Sequence[str]) -> None:
    """Print the ratings of every file's game."""
    found = dict[str, Anchors]()
    for file in files:
        game, lines = ("classic", _classic_lines()) if file == "classic" else _read(Path(file))
        found[game] = anchored(game, lines)
    print(json.dumps(found, indent=2))


def _read(file: Path) -> tuple[str, list[Line]]:
    head, *lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return head["arena"]["game"], lines


def _classic_lines() -> list[Line]:
    """The results of every group of four levels, each on its own walls."""
    from teahouse.players.classic.deals import play_deals

    lines = list[Line]()
    for number, group in enumerate(combinations(PLAYERS["classic"].levels, 4)):
        receipts = play_deals(WALLS, group, SEED + number).receipts
        lines += [
            {"deal": number * WALLS + deal, "players": group, "scores": row.tolist()}
            for deal, row in enumerate(receipts)
        ]
    return lines


def anchored(game: str, lines: Sequence[Line]) -> Anchors:
    """The rating and the standard error of every level."""
    rules = HOSTING[game].rating
    assert rules is not None
    levels = list(PLAYERS[game].levels)
    made = _by_order(levels, lines, rules) if rules.system == "plackett_luce" else _by_pairs(levels, lines, rules)
    middle = made[next(level for level in levels if PLAYERS[game].rank(level) == MIDDLE)][0]
    return {
        level: {"rating": round(START + mean - middle), "deviation": round(max(error, LEAST))}
        for level, (mean, error) in made.items()
    }


def _by_pairs(levels: Sequence[str], lines: Sequence[Line], rules: RatedPlay) -> dict[str, tuple[float, float]]:
    """Elo of matches: all games of two players on one deal are one match between them."""
    points = dict[int, dict[tuple[int, int], list[float]]]()
    for line in lines:
        of_deal = points.setdefault(line["deal"], defaultdict(lambda: [0.0, 0.0]))
        for (one, first), (other, second) in combinations(_seats(levels, line, rules), 2):
            if one != other:
                pair = min(one, other), max(one, other)
                of_deal[pair][pair.index(one)] += first
                of_deal[pair][pair.index(other)] += second
    deals: list[Scores] = [
        {pair: ((1 + np.sign(first - second)) / 2, 1.0) for pair, (first, second) in deal.items()}
        for deal in points.values()
    ]
    found = ratings(len(levels), deals)
    return {level: (one.mean, (one.error or 0) / INTERVAL) for level, one in zip(levels, found, strict=True)}


def _seats(levels: Sequence[str], line: Line, rules: RatedPlay) -> Iterator[tuple[int, float]]:
    """Every player of a game with their points of the deal, capped as for ratings."""
    cap = rules.cap if rules.cap is not None else float("inf")
    for player, score in zip(line["players"], line["scores"], strict=True):
        yield levels.index(player), max(-cap, min(cap, score))


def _by_order(levels: Sequence[str], lines: Sequence[Line], rules: RatedPlay) -> dict[str, tuple[float, float]]:
    """Mean points per deal by least squares, in units of the standard deviation of a deal."""
    rows, values = list[list[float]](), list[float]()
    for line in lines:
        seats = list(_seats(levels, line, rules))
        average = sum(score for _, score in seats) / len(seats)
        for own, score in seats:
            row = [0.0] * len(levels)
            row[own] += 1
            for other, _ in seats:
                row[other] -= 1 / len(seats)
            rows.append(row)
            values.append(score - average)
    design, made = np.array(rows), np.array(values)
    inverse = np.linalg.pinv(design.T @ design)
    strength = inverse @ design.T @ made
    spread = float(np.sqrt(np.mean((made - design @ strength) ** 2)))
    errors = spread * np.sqrt(np.diag(inverse))
    unit = DEAL_NOISE / spread
    return {
        level: (float(unit * one), float(unit * error))
        for level, one, error in zip(levels, strength, errors, strict=True)
    }


if __name__ == "__main__":
    main(sys.argv[1:])
