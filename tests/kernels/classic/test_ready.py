"""A hand near the special hands is called ready exactly if some tile wins with it by the rules."""

from random import Random

import numpy as np
import pytest

from teahouse.core.tiles import COPIES, PLAIN_KINDS, TILES, Tile, parse_tiles
from teahouse.games.classic import Ruleset, load_ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, parse_ruleset, with_options
from teahouse.games.classic.scoring.score import is_mahjong
from teahouse.games.classic.scoring.shapes import hand_numbers
from teahouse.games.classic.scoring.tile_hands import PlayedHand, played_hands, tiles_hands
from teahouse.games.classic.scoring.waits import is_ready_hand
from teahouse.kernels.classic.plans import special
from teahouse.players.classic.engine import SPECIAL_KEYS, Engine, Style, weighing_context
from teahouse.players.classic.hands import Hands, counted, distances, look, shapes_of
from teahouse.players.compiling import compiled

OWN_LAST = """
format = 1
base = "western"
name = "mine"
title = "Mine"
max_chows = 0
[hands.pure_run]
name = "Pure Run"
parts = ["run 1-9 X", "each winds", "last X"]
value = 500
"""
"""A hand of its own whose winning tile is given, beside the Gates of Heaven, and no chows that complete either."""
TABLE = {name: load_ruleset(name) for name in RULESETS} | {"mine": parse_ruleset(OWN_LAST, "mine.toml")}


def near_hand(rng: Random, played: PlayedHand) -> list[int]:
    """Thirteen tiles near a special hand: one of its fourteen is gone, and up to two others are exchanged."""
    variant = rng.choice(played.variants).variant
    tiles = [kind for kind, many in enumerate(variant.need) for _ in range(many)]
    for slot in variant.slots:
        kinds = [kind for kind in range(PLAIN_KINDS) if slot.mask >> kind & 1]
        tiles += [kind for kind in rng.sample(kinds, slot.many) for _ in range(slot.size)]
    for _ in range(variant.numbers):
        rank = rng.randrange(9)
        tiles += [9 * suit + rank for suit in variant.suits]
    rng.shuffle(tiles)
    usual = sorted(set(tiles)) if rng.random() < 0.7 else range(PLAIN_KINDS)
    tiles = tiles[: 13 - rng.choice((0, 0, 1, 2))]
    spare = [kind for kind in usual for _ in range(COPIES)]
    for kind in tiles:
        if kind in spare:
            spare.remove(kind)
    if len(spare) < 13 - len(tiles):
        return near_hand(rng, played)
    tiles += rng.sample(spare, 13 - len(tiles))
    return tiles if max(map(tiles.count, tiles)) <= COPIES else near_hand(rng, played)


def winning_tiles(tiles: list[Tile], ruleset: Ruleset) -> list[Tile]:
    free = [tile for tile in TILES[:PLAIN_KINDS] if tiles.count(tile) < COPIES]
    return [tile for tile in free if is_mahjong([*tiles, tile], (), ruleset, last=tile)]


def check(ruleset: Ruleset, seed: int, hands_each: int) -> int:
    """Check hands near every special hand of a ruleset; return how many of them were ready."""
    rng, engine, ready = Random(seed), Engine(ruleset, Style()), 0
    rows, expected = list[list[int]](), list[bool]()
    for played in played_hands(ruleset):
        for _ in range(hands_each):
            tiles = [TILES[kind] for kind in near_hand(rng, played)]
            wins = winning_tiles(tiles, ruleset)
            found = look(tiles, (), ruleset)
            assert (found.distance == 1) == bool(wins), (ruleset.name, tiles)
            assert not wins or list(found.useful) == wins, (ruleset.name, tiles)
            assert (engine.distance(np.array(counted(tiles)), ()) == 1) == bool(wins), (ruleset.name, tiles)
            assert is_ready_hand(tuple(tiles), (), ruleset) == bool(wins), (ruleset.name, tiles)
            check_plans(ruleset, tiles)
            rows.append(counted(tiles))
            expected.append(bool(wins))
            ready += bool(wins)
    counts = Hands(np.array(rows, np.uint8))
    for shapes in (shapes_of(ruleset), shapes_of(ruleset)._replace(sums=None)):
        assert ((distances(counts, shapes) == 1) == expected).all()
    return ready


def check_plans(ruleset: Ruleset, tiles: list[Tile]) -> None:
    """Each special hand that plans aim at is one tile away exactly if some tile makes that hand by the rules."""
    held, worths = np.array(counted(tiles)), weighing_context(ruleset, Style()).worths
    free = [tile for tile in TILES[:PLAIN_KINDS] if tiles.count(tile) < COPIES]
    names = {found.name for tile in free for found in tiles_hands(hand_numbers([*tiles, tile], ()), ruleset, tile.code)}
    for played in played_hands(ruleset):
        plans = [which for which, key in enumerate(SPECIAL_KEYS) if key == played.key and worths[which]]
        if plans:
            missing = min(compiled(special.special_missing)(held, which, 4) for which in plans)
            assert (missing == 1) == (played.name in names), (ruleset.name, played.key, tiles)


@pytest.mark.parametrize("name", TABLE)
def test_a_hand_is_ready_if_some_tile_wins(name: str) -> None:
    assert check(TABLE[name], 1, 2 if name == "club" else 12) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", TABLE)
def test_thousands_of_hands_are_ready_if_some_tile_wins(name: str, seed: int) -> None:
    assert check(TABLE[name], 100 + seed, 40 if name == "club" else 400) > 0


@pytest.mark.parametrize(
    ("text", "distance"),
    [
        ("1112345678999s", 1),
        ("1112344567899s", 2),  # the 4 is there already, so a 9 would complete the tiles but be the wrong one
        ("1111234567899s", 2),
        ("1112345678999s 4s", 0),  # who drew the 4 has won
        ("1112344567899s 4s", 2),
        ("112345678999s 1p", 2),
    ],
)
def test_the_last_tile_of_the_gates_of_heaven_must_be_the_extra_one_under_western(text: str, distance: int) -> None:
    tiles = parse_tiles(text)
    ruleset = with_options(load_ruleset("western"), {"max_chows": 0})  # four chows would complete these hands, too
    assert look(tiles, (), ruleset).distance == distance
    assert Engine(ruleset, Style()).distance(np.array(counted(tiles)), ()) == distance
