"""Solitaire: proving whether Turtle deals can be cleared, dealing at the level classic, best lines, and the expert.

The peer of the prover is its own source run as plain Python, with the same answers. `python -m
benchmarks.solitaire.solver 20` looks for the best lines of twenty deals alone, which takes some seven minutes; `python
-m benchmarks.solitaire.solver expert 96` compares the expert with the careful player on more deals, in as many.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.measure import Figure
from teahouse.core.seats import Seat
from teahouse.core.tiles import parse_tiles
from teahouse.games.solitaire import Solitaire, SolitaireRules, deal_layout, find_layout, shape_of
from teahouse.games.solitaire.deals.proof import BUDGET, PLAIN, ProofKernels, prove
from teahouse.games.solitaire.sets import faces_of
from teahouse.players import Budget, make_player
from teahouse.players.solitaire.oracle import best_line
from teahouse.players.solitaire.prover import quick_engine
from teahouse.players.solitaire.shuffles import Start, best_play

DEALS = 1000
PLAIN_DEALS = 20
PLAIN_BUDGET = 1000
CLASSIC_DEALS = 60
HARD = Path(__file__).parents[2] / "tests" / "tables" / "solitaire-hard.txt"
HARD_DEALS = 100
BEST_DEALS = 4
BEST_SECONDS = 10
GAMES = 12
YOU = Seat(0)
TURTLE = find_layout("turtle")


def figures() -> Iterator[Figure]:
    """Milliseconds to decide and to deal, points of the best lines, points of the expert."""
    engine = quick_engine()
    decided = [_timed(faces, BUDGET, engine) for faces in _boards(DEALS)]
    times = sorted(seconds for _, seconds in decided)
    unknown = sum(answer is None or seconds > 5 for answer, seconds in decided)
    yield Figure(
        "Solitaire, deciding whether a Turtle deal can be cleared, median",
        "ms",
        1000 * statistics.median(times),
        note="aim 1 ms",
    )
    yield Figure(
        "Solitaire, deciding whether a Turtle deal can be cleared, mean",
        "ms",
        1000 * statistics.mean(times),
        note="aim 15 ms",
    )
    yield Figure("Solitaire, deciding whether a Turtle deal can be cleared, p99", "ms", 1000 * times[DEALS * 99 // 100])
    yield Figure("Solitaire, Turtle deals not decided within 5 s", "in 1000", 1000 * unknown / DEALS, note="aim 1")
    yield Figure(
        "Solitaire, Turtle deals that cannot be cleared",
        "in 1000",
        1000 * sum(answer is False for answer, _ in decided) / DEALS,
    )
    hard = [_timed(_dealt_faces(b"hard %d" % number), BUDGET, engine) for number in _hard()]
    decided_hard = 100 * statistics.mean(answer is not None and seconds < 10 for answer, seconds in hard)
    slowest = max(seconds for _, seconds in hard)
    note = f"{len(hard)} deals from the slowest 1 % of 100,000; the slowest took {slowest:.1f} s"
    yield Figure("Solitaire, hard Turtle deals decided within 10 s", "%", decided_hard, note=note)
    yield _ratio(engine)
    classic = [_dealt(number) for number in range(CLASSIC_DEALS)]
    yield Figure(
        "Solitaire, dealing the Turtle at the level classic, median",
        "ms",
        1000 * statistics.median(classic),
        note="aim 50 ms",
    )
    yield from _scores()


def _boards(count: int) -> Iterator[bytes]:
    return (_dealt_faces(b"bench %d" % number) for number in range(count))


def _dealt_faces(seed: bytes) -> bytes:
    return faces_of(parse_tiles(deal_layout(TURTLE, "wild", seed).tiles))


def _hard() -> list[int]:
    """Numbers of hard deals, spread over all that are known."""
    numbers = [int(number) for number in HARD.read_text(encoding="utf-8").split()]
    return numbers[:: len(numbers) // HARD_DEALS]


def _dealt(number: int) -> float:
    started = time.process_time()
    deal_layout(TURTLE, "classic", b"bench %d" % number)
    return time.process_time() - started


def _timed(faces: Sequence[int], budget: int, engine: ProofKernels) -> tuple[bool | None, float]:
    started = time.process_time()
    proof = prove(shape_of(TURTLE), faces, None, budget, engine)
    return proof.clearable, time.process_time() - started


def _ratio(engine: ProofKernels) -> Figure:
    """Steps a second on the same boards with the same small budget."""
    rates: list[float] = []
    for each in (engine, PLAIN):
        boards = list(_boards(PLAIN_DEALS))
        started = time.process_time()
        nodes = sum(prove(shape_of(TURTLE), faces, None, PLAIN_BUDGET, each).nodes for faces in boards)
        rates.append(nodes / (time.process_time() - started))
    return Figure(
        "Solitaire, search steps of the prover", "steps/s", rates[0], rates[1], "the same source as plain Python", 10.0
    )


def _scores() -> Iterator[Figure]:
    yield from best_lines(BEST_DEALS)
    yield experts(GAMES)


def experts(deals: int) -> Figure:
    """The expert's score on this many deals beside the careful player's, with the interval of the difference."""
    expert, careful = ([_played(name, number) for number in range(deals)] for name in ("expert", "careful"))
    ahead = [mine - other for mine, other in zip(expert, careful, strict=True)]
    error = 1.96 * statistics.stdev(ahead) / deals**0.5
    more = sum(points > 0 for points in ahead)
    lead = f"ahead by {statistics.mean(ahead):,.0f} ± {error:,.0f} points, in {more} of them"
    note = f"{deals} Turtle deals at the level wild; {lead}; aim 5 %"
    return Figure(
        "Solitaire, mean score of the expert",
        "points",
        statistics.mean(expert),
        statistics.mean(careful),
        "the careful player",
        1.01,
        note,
    )


def best_lines(deals: int) -> Iterator[Figure]:
    """The mean total of the best lines on this many deals, without help and with a shuffle."""
    game = Solitaire(SolitaireRules(level="wild"))
    states = [game.deal(b"bench %d" % number) for number in range(deals)]
    lines = [best_line(game.shape, state.boards[0].faces, BEST_SECONDS) for state in states]
    plays = [best_play(Start(game.shape, state.boards[0], state.key), BEST_SECONDS) for state in states]
    for name, found, aim in (("without help", lines, ""), ("with a shuffle", plays, "; aim 8,300")):
        score, gap = (statistics.mean(values) for values in ([f.score for f in found], [f.gap for f in found]))
        note = f"{deals} deals, {BEST_SECONDS} s each; {gap:,.0f} points below the proven upper bound on average{aim}"
        yield Figure(f"Solitaire, best line found with all faces known, {name}", "points", score, note=note)


def _played(name: str, number: int) -> int:
    game, rng, bot = Solitaire(SolitaireRules(level="wild")), random.Random(number), make_player("solitaire", name)
    state = game.deal(b"bench %d" % number)
    while game.to_move(state):
        move = bot.choose(game.view(state, YOU), game.legal_moves(state, YOU), Budget(), rng)
        state, _ = game.apply(state, YOU, move)
    return state.boards[0].score


if __name__ == "__main__":
    *asked, count = sys.argv[1:]
    for figure in [experts(int(count))] if asked == ["expert"] else best_lines(int(count)):
        print(f"{figure.name}: {figure.ours:,.0f} {figure.unit} ({figure.note})")
