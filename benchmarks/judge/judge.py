"""How well the judge tells the house's levels apart, what it costs, and whether it delays play.

Games of the levels are played and judged into files of `TEAHOUSE_BENCH_JUDGE` (a folder; without it a few games each
are judged from scratch), for at most `TEAHOUSE_BENCH_MINUTES` (2) a game; another run goes on where the last one ended.
`TEAHOUSE_BENCH_PIN=1` writes what was measured into the games' `scale.json`. `TEAHOUSE_BENCH_DELAY=1` measures
only how far it delays play.
"""

import math
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.judge import delay
from benchmarks.judge.games import LEVELS, JudgedSeat, judged
from benchmarks.measure import Figure
from teahouse.players import PLAYERS
from teahouse.players.judgement import SCALE_FILE, LevelAccuracy, Scale, read_scale

FOLDER = os.environ.get("TEAHOUSE_BENCH_JUDGE", "")
MINUTES = float(os.environ.get("TEAHOUSE_BENCH_MINUTES", "2"))
DELAY_ALONE = "TEAHOUSE_BENCH_DELAY" in os.environ
PIN = "TEAHOUSE_BENCH_PIN" in os.environ
DEALS: Mapping[str, int] = {"battle": 104, "classic": 600, "solitaire": 120}
FEW: Mapping[str, int] = {"battle": 8, "classic": 24, "solitaire": 8}
LEVEL_PAIRS: Mapping[str, tuple[str, str, int]] = {
    "battle": ("medium", "easy", 10),
    "classic": ("medium", "easy", 40),
    "solitaire": ("careful", "hint", 40),
}
"""Two neighbouring levels, and in how many judged deals their difference must be clear."""
DRIFTING = ("classic",)
"""Games in which luck is measured by an engine's expectations, which may be wrong on average."""
SURE = 1.96


class Measured(NamedTuple):
    """A level's accuracy, the variance of one deal around it, and how many deals and choices there were."""

    accuracy: float
    variance: float
    deals: int
    choices: int

    @property
    def interval(self) -> float:
        """Half of the 95 % interval."""
        return SURE * math.sqrt(self.variance / self.deals)


def figures() -> Iterator[Figure]:
    """Every level's accuracy, the deals needed to separate two levels, the cost of a game, and the delay of play."""
    if not DELAY_ALONE:
        yield from accuracies()
    yield from delay.figures()


def accuracies() -> Iterator[Figure]:
    """Every level's accuracy, the deals needed to separate two levels, and the cost of a game."""
    with ExitStack() as stack:
        folder = Path(FOLDER or stack.enter_context(tempfile.TemporaryDirectory()))
        for game in LEVELS:
            deals = DEALS[game] if FOLDER else FEW[game]
            yield from figures_of(game, judged(folder / f"{game}.jsonl", game, deals, MINUTES))


def figures_of(game: str, rows: Sequence[JudgedSeat]) -> Iterator[Figure]:
    """The figures from the judged deals of one game."""
    scale = read_scale(f"teahouse.players.{game}")
    found = {level: measured([row for row in rows if row.level == level], scale) for level in LEVELS[game]}
    for level, one in found.items():
        note = f"± {one.interval:.1f} (95 %), {one.deals} deals, {one.choices} choices"
        yield Figure(f"judge, {game}: accuracy of the level {level}", "%", one.accuracy, note=note)
    upper, lower, aim = LEVEL_PAIRS[game]
    met = {
        level: measured([row for row in meeting(rows, upper, lower) if row.level == level], scale) for level in found
    }
    needed = deals_needed(met[upper], met[lower])
    yield Figure(
        f"judge, {game}: deals needed to tell {upper} from {lower}", "deals", needed, note=f"lower is better; aim {aim}"
    )
    games = len({row.number for row in rows})
    cost = sum(row.seconds for row in rows) / games
    yield Figure(f"judge, {game}: processor time to judge a game", "s", cost, note=f"lower is better; {games} games")
    if PIN:
        drift = usual_luck(rows) if game in DRIFTING else 0.0
        pin(game, msgspec.structs.replace(scale, drift=round(drift, 2)), found, games)


def measured(rows: Sequence[JudgedSeat], scale: Scale) -> Measured:
    """The accuracy of a level over all its choices, and how far single deals lie from it."""
    sums = [(sum(map(scale.merit, row.lost)), len(row.lost)) for row in rows if row.lost]
    choices = sum(count for _, count in sums)
    if not choices:
        return Measured(math.nan, math.nan, 1, 0)
    mean, usual = sum(merit for merit, _ in sums) / choices, choices / len(sums)
    variance = sum((merit - mean * count) ** 2 for merit, count in sums) / len(sums) / usual**2
    return Measured(mean, variance, len(sums), choices)


def meeting(rows: Sequence[JudgedSeat], one: str, other: str) -> Sequence[JudgedSeat]:
    """The deals with these two levels only, because a level plays better against a weaker one; or all deals."""
    sitting: dict[int, set[str]] = {}
    for row in rows:
        sitting.setdefault(row.number, set()).add(row.level)
    return [row for row in rows if sitting[row.number] == {one, other}] or rows


def usual_luck(rows: Sequence[JudgedSeat]) -> float:
    """The luck of one choice on average."""
    return sum(row.luck or 0.0 for row in rows) / max(1, sum(len(row.lost) for row in rows))


def deals_needed(one: Measured, other: Measured) -> float:
    """The deals of each level until the 95 % interval of their difference excludes zero; infinite if they are equal."""
    if one.accuracy == other.accuracy:
        return math.inf
    return SURE**2 * (one.variance + other.variance) / (one.accuracy - other.accuracy) ** 2


def pin(game: str, scale: Scale, found: Mapping[str, Measured], deals: int) -> None:
    """Write the levels' accuracies beside the judge, with what they were measured from."""
    judge = PLAYERS[game].judge
    assert judge is not None, f"somebody judges {game}"
    levels = tuple(LevelAccuracy(level, round(one.accuracy, 1), one.choices) for level, one in found.items())
    new = msgspec.structs.replace(scale, engine=judge.version, deals=deals, seed="judge/", levels=levels)
    file = Path(__file__).parents[2] / "src" / "teahouse" / "players" / game / SCALE_FILE
    file.write_bytes(msgspec.json.format(msgspec.json.encode(new)) + b"\n")
