"""Solitaire by its rules in Python: random games, moves, views and deals, on 144 tiles and on 288.

The peer follows the rule book literally: after every move it checks every tile again.
"""

import random
import statistics
import time
from collections.abc import Iterator
from functools import partial

from benchmarks.measure import Figure, rates
from teahouse.core.seats import Seat
from teahouse.games.solitaire import (
    LAYOUT_NAMES,
    Layout,
    Place,
    Solitaire,
    SolitaireRules,
    TakePair,
    deal_layout,
    find_layout,
)
from teahouse.games.solitaire.sets import CODES, GROUPS

GAMES = 20
DEALS = 40
SCANNED_GAMES = 2
YOU = Seat(0)
DOUBLE = "z0 y0/2/4/6/8/10/12/14/16: 0-34\nz1 y2/4/6/8/10/12/14: 4-30\nz2 y5/7/9/11: 11-23"  # 288 tiles


def figures() -> Iterator[Figure]:
    """Games and moves a second, and the milliseconds of a deal on every layout."""
    games, scanned = rates(_random_games, _scanned_games, rounds=3)
    yield Figure(
        "Solitaire, games of random moves on the Turtle",
        "games/s",
        games,
        scanned,
        "checking every tile after every move",
        10.0,
        "aim 100 games/s",
    )
    for layout in ("turtle", DOUBLE):
        tiles = len(find_layout(layout).places)
        plain, seen = rates(partial(plain_moves, layout), partial(plain_moves, layout, is_seen=True), rounds=3)
        yield Figure(f"Solitaire, {tiles} tiles: listing the moves and making one", "µs", 1e6 / plain)
        yield Figure(
            f"Solitaire, {tiles} tiles: the same with the view of the board", "µs", 1e6 / seen, note="aim 1000 µs"
        )
        yield Figure(
            f"Solitaire, {tiles} tiles: dealing at the level gentle",
            "ms",
            _deal_ms(find_layout(layout)),
            note="aim 20 ms",
        )
    slowest = max((_deal_ms(find_layout(name)), name) for name in LAYOUT_NAMES)
    yield Figure(
        "Solitaire, dealing at the level gentle on the slowest layout",
        "ms",
        slowest[0],
        note=f"{slowest[1]}; aim 20 ms",
    )


def _random_games() -> int:
    plain_moves("turtle")
    return GAMES


def plain_moves(layout: str, *, is_seen: bool = False) -> int:
    """Play random pairs until none is free, without help."""
    game, rng, count = Solitaire(SolitaireRules(layout=layout, level="wild")), random.Random(1), 0
    for deal in range(GAMES):
        state = game.deal(b"bench %d" % deal)
        while pairs := [move for move in game.legal_moves(state, YOU) if isinstance(move, TakePair)]:
            state, _ = game.apply(state, YOU, rng.choice(pairs))
            count += 1
            if is_seen:
                game.view(state, YOU)
    return count


def _deal_ms(layout: Layout) -> float:
    """The median milliseconds of a deal."""
    times: list[float] = []
    for number in range(DEALS):
        started = time.process_time()
        deal_layout(layout, "gentle", b"bench %d" % number)
        times.append(1000 * (time.process_time() - started))
    return statistics.median(times)


def _scanned_games() -> int:
    layout, rng = find_layout("turtle"), random.Random(1)
    for deal in range(SCANNED_GAMES):
        tiles = deal_layout(layout, "wild", b"bench %d" % deal).tiles.split()
        left = {place: GROUPS[CODES[tile]] for place, tile in zip(layout.places, tiles, strict=True)}
        while pairs := _scanned_pairs(left):
            for place in rng.choice(pairs):
                del left[place]
    return SCANNED_GAMES


def _scanned_pairs(left: dict[Place, int]) -> list[tuple[Place, Place]]:
    free = [place for place in left if _is_free(place, left)]
    return [(a, b) for number, a in enumerate(free) for b in free[number + 1 :] if left[a] == left[b]]


def _is_free(place: Place, left: dict[Place, int]) -> bool:
    z, y, x = place
    if any(h > z and abs(row - y) < 2 and abs(column - x) < 2 for h, row, column in left):
        return False
    west, east = (any(Place(z, y + step, x + side) in left for step in (-1, 0, 1)) for side in (-2, 2))
    return not (west and east)
