"""The distance of Classic hands to Mahjong in batch, beside the peers that answer one hand a call, on the same hands.

The peers know the hands of riichi, among them seven pairs; ours knows those of a ruleset.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any

import numpy as np

from benchmarks.classic.scoring import Counts, complete_hands, random_hands
from benchmarks.measure import Figure, rates
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.players.classic.hands import Hands, Shapes, distances, look_at, shapes_of

HANDS = 50_000
SLOW_HANDS = 1_000
LEAST = 1.5
TWICE = 2.0
KINDS = 34
CHANGES = 3
STANDARD = Shapes(4, 0)


def figures() -> Iterator[Figure]:
    """Hands a second on random and on mid-game hands: distance, with useful tiles; with special hands, with a limit."""
    for name, hands in (("random", random_hands(HANDS)), ("mid-game", mid_game_hands(HANDS))):
        yield from _beside_peers(name, hands)
        yield from _rulesets_beside_riichienv(name, hands)
    yield from _growth(random_hands(HANDS))


def mid_game_hands(count: int) -> list[Counts]:
    """Complete hands with three tiles changed for others."""
    rng = random.Random(3)
    found: list[Counts] = []
    for counts, _ in complete_hands(count):
        for _ in range(CHANGES):
            counts[rng.choice([kind for kind in range(KINDS) if counts[kind]])] -= 1
            counts[rng.choice([kind for kind in range(KINDS) if counts[kind] < 4])] += 1
        found.append(counts)
    return found


def _beside_peers(name: str, hands: list[Counts]) -> Iterator[Figure]:
    ours = Hands(np.array(hands, np.uint8))
    shapes = shapes_of(load_ruleset())
    quick, rust, xiangting, python = rates(
        partial(_distances, ours, shapes), _riichienv(hands), _xiangting(hands), _mahjong(hands[:SLOW_HANDS])
    )
    title = f"Classic, distance to Mahjong of {name} hands, ruleset british"
    yield Figure(title, "hands/s", quick, rust, f"riichienv {version('riichienv')}", LEAST)
    yield Figure(title, "hands/s", quick, xiangting, f"xiangting {version('xiangting')}", LEAST)
    yield Figure(title, "hands/s", quick, python, f"mahjong {version('mahjong')}", LEAST)
    quick, peer = rates(partial(_looks, ours, shapes), _xiangting_useful(hands))
    title = f"Classic, distance to Mahjong and useful tiles of {name} hands, ruleset british"
    yield Figure(title, "hands/s", quick, peer, f"xiangting {version('xiangting')}", LEAST)


def _rulesets_beside_riichienv(name: str, hands: list[Counts]) -> Iterator[Figure]:
    """Rulesets with other hands: `club` has 29 more, and one chow at most."""
    ours, names = Hands(np.array(hands, np.uint8)), ("bmja", "hongkong", "club")
    loops = [partial(_distances, ours, shapes_of(load_ruleset(each))) for each in names]
    *found, rust = rates(*loops, _riichienv(hands))
    for each, rate in zip(names, found, strict=True):
        title = f"Classic, distance to Mahjong of {name} hands, ruleset {each}"
        yield Figure(title, "hands/s", rate, rust, f"riichienv {version('riichienv')}", TWICE)


def _growth(hands: list[Counts]) -> Iterator[Figure]:
    """How the cost grows with special hands and with a limit of chows."""
    ours, british, bmja = Hands(np.array(hands, np.uint8)), load_ruleset(), load_ruleset("bmja")
    kinds = {
        "no special hands": STANDARD,
        "with the six special hands of british": shapes_of(british),
        "with the special hands of bmja and one chow at most": shapes_of(bmja),
    }
    loops: list[Callable[[], int]] = [partial(_distances, ours, shapes) for shapes in kinds.values()]
    loops += [partial(_looks, ours, shapes) for shapes in kinds.values()]
    found = rates(*loops)
    for name, alone, useful in zip(kinds, found[:3], found[3:], strict=True):
        yield Figure(f"Classic, distance to Mahjong, {name}", "hands/s", alone)
        yield Figure(f"Classic, distance to Mahjong and useful tiles, {name}", "hands/s", useful)


def _distances(hands: Hands, shapes: Shapes) -> int:
    return len(distances(hands, shapes))


def _looks(hands: Hands, shapes: Shapes) -> int:
    return len(look_at(hands, shapes).useful)


def _riichienv(hands: list[Counts]) -> Callable[[], int]:
    calculate: Any = import_module("riichienv").calculate_shanten
    tiles = [[4 * kind + copy for kind in range(KINDS) for copy in range(counts[kind])] for counts in hands]
    return partial(_called, calculate, tiles)


def _xiangting(hands: list[Counts]) -> Callable[[], int]:
    peer: Any = import_module("xiangting")
    return partial(_called_for_four, peer.calculate_replacement_number, hands, peer.PlayerCount.FOUR)


def _xiangting_useful(hands: list[Counts]) -> Callable[[], int]:
    peer: Any = import_module("xiangting")
    return partial(_called_for_four, peer.calculate_necessary_tiles, hands, peer.PlayerCount.FOUR)


def _mahjong(hands: list[Counts]) -> Callable[[], int]:
    calculate: Any = import_module("mahjong.shanten").Shanten().calculate_shanten
    return partial(_called, calculate, hands)


def _called(calculate: Any, hands: list[Counts]) -> int:
    for hand in hands:
        calculate(hand)
    return len(hands)


def _called_for_four(calculate: Any, hands: list[Counts], four: Any) -> int:
    for hand in hands:
        calculate(hand, four)
    return len(hands)
