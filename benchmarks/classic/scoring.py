"""Scoring of Classic hands with every line explained, beside the package `mahjong` on the same tiles."""

import random
import time
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.metadata import version

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from benchmarks.measure import Figure, rates
from teahouse.core.tiles import TILES, Tile, Wind
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.games.classic.scoring.readings import group_readings, readings
from teahouse.games.classic.scoring.score import Win, is_mahjong, score
from teahouse.games.classic.scoring.sheet import sheet_for

HANDS = 1000
KINDS = 34
SLOWEST_ALLOWED = 0.005
BRITISH = load_ruleset("british")
Counts = list[int]


def figures() -> Iterator[Figure]:
    """Hands a second; how the cost grows with the readings; the slowest hand."""
    peer_name = f"mahjong {version('mahjong')}"
    hands = complete_hands(HANDS)
    wins = [win_of(counts, winning) for counts, winning in hands]
    peers = [peer_hand(counts, winning) for counts, winning in hands]
    ours, cold, peer = rates(lambda: _scored(wins), lambda: _scored_cold(wins), lambda: _peer_scored(peers))
    yield Figure("Classic, scoring complete hands", "hands/s", ours, peer, peer_name, 1.0)
    yield Figure("Classic, scoring complete hands, caches emptied first", "hands/s", cold, peer, peer_name, 1.0)
    mixed = [counts for counts, _ in hands] + random_hands(HANDS)
    tiles = [tiles_of(counts) for counts in mixed]
    ours, peer = rates(lambda: _checked(tiles), lambda: _peer_checked(mixed))
    yield Figure("Classic, is a hand Mahjong?", "hands/s", ours, peer, peer_name, note="half of the hands are")
    yield from _growth()
    yield _slowest()


def complete_hands(count: int) -> list[tuple[Counts, int]]:
    """Concealed hands of four sets and a pair as 34 counts, with a winning tile."""
    rng = random.Random(2)
    found: list[tuple[Counts, int]] = []
    while len(found) < count:
        counts = [0] * KINDS
        for _ in range(4):
            if rng.random() < 0.7:
                first = 9 * rng.randrange(3) + rng.randrange(7)
                for code in range(first, first + 3):
                    counts[code] += 1
            else:
                counts[rng.randrange(KINDS)] += 3
        counts[rng.randrange(KINDS)] += 2
        if max(counts) <= 4:
            found.append((counts, rng.choice([code for code in range(KINDS) if counts[code]])))
    return found


def random_hands(count: int) -> list[Counts]:
    """Any fourteen tiles as 34 counts."""
    rng = random.Random(1)
    wall = [code for code in range(KINDS) for _ in range(4)]
    hands = [rng.sample(wall, 14) for _ in range(count)]
    return [[hand.count(code) for code in range(KINDS)] for hand in hands]


def tiles_of(counts: Counts) -> tuple[Tile, ...]:
    """The tiles of 34 counts."""
    return tuple(TILES[code] for code in range(KINDS) for _ in range(counts[code]))


def win_of(counts: Counts, winning: int) -> Win:
    """The win in the form of our scorer."""
    return Win(tiles_of(counts), (), TILES[winning], "wall", Wind.EAST, Wind.EAST)


def peer_hand(counts: Counts, winning: int) -> tuple[list[int], int]:
    """The win in the peer's form: numbers of 136 tiles, four of each kind one after another."""
    return [4 * code + copy for code in range(KINDS) for copy in range(counts[code])], 4 * winning


def _scored(wins: Sequence[Win]) -> int:
    for win in wins:
        score(win, BRITISH)
    return len(wins)


def _scored_cold(wins: Sequence[Win]) -> int:
    group_readings.cache_clear()
    return _scored(wins)


def _peer_scored(hands: Sequence[tuple[list[int], int]]) -> int:
    calculator = HandCalculator()
    config = HandConfig(is_tsumo=True, player_wind=27, round_wind=27)
    for tiles, winning in hands:
        calculator.estimate_hand_value(tiles, winning, config=config)
    return len(hands)


def _checked(hands: Sequence[tuple[Tile, ...]]) -> int:
    for tiles in hands:
        is_mahjong(tiles, (), BRITISH)
    return len(hands)


def _peer_checked(hands: Sequence[Counts]) -> int:
    for counts in hands:
        Agari.is_agari(counts)
    return len(hands)


def ambiguous_hands() -> dict[int, list[tuple[Tile, ...]]]:
    """Hands of one suit by the number of their readings, some of each; no hand has more than four."""
    rng = random.Random(3)
    found: dict[int, list[tuple[Tile, ...]]] = {1: [], 2: [], 3: [], 4: []}
    suit = [tile for tile in TILES[18:27] for _ in range(4)]
    narrow = [tile for tile in TILES[18:23] for _ in range(4)]
    while any(len(hands) < 4 for hands in found.values()):
        hand = tuple(rng.sample(rng.choice((suit, narrow)), 14))
        hands = found.get(len(readings(hand)), [])
        if len(hands) < 4:
            hands.append(hand)
    return found


def claims_of(hand: tuple[Tile, ...]) -> list[Win]:
    """The hand won on a discard, once with each of its tiles: every set the tile can complete is tried."""
    return [Win(hand, (), tile, "discard", Wind.EAST, Wind.EAST) for tile in dict.fromkeys(hand)]


def _growth() -> Iterator[Figure]:
    for number, hands in ambiguous_hands().items():
        wins = [win for hand in hands for win in claims_of(hand)] * 5
        (rate,) = rates(partial(_scored, wins))
        ways = "one way" if number == 1 else f"{number} ways"
        name = f"Classic, scoring hands that form sets and a pair in {ways}"
        yield Figure(name, "hands/s", rate, note="won on a discard")


def _slowest() -> Figure:
    """The slowest of the hands with the most readings, each scored with empty caches."""
    slowest = 0.0
    for hands in ambiguous_hands().values():
        for win in (win for hand in hands for win in claims_of(hand)):
            slowest = max(slowest, min(_seconds(win) for _ in range(3)))
    return Figure(
        "Classic, scoring the slowest hand, caches emptied first",
        "hands/s",
        1 / slowest,
        1 / SLOWEST_ALLOWED,
        "our promise: 5 ms a hand",
        1.0,
    )


def _seconds(win: Win) -> float:
    group_readings.cache_clear()
    sheet_for.cache_clear()
    started = time.process_time()
    score(win, BRITISH)
    return time.process_time() - started
