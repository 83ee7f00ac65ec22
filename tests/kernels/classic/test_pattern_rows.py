"""Patterns in the kernel: distances, useful kinds and scores agree with the rules' own reading of the patterns."""

import random
from typing import Any

import numpy as np
import pytest

from teahouse.core.tiles import TILES, Tile, Wind, parse_tiles
from teahouse.games.classic.melds import Meld
from teahouse.games.classic.patterns.library import MOST_VARIANTS, library, variants_of
from teahouse.games.classic.rulesets.declared import MOST_DECLARED
from teahouse.games.classic.rulesets.ruleset import load_ruleset, parse_ruleset, with_options
from teahouse.games.classic.scoring.score import is_mahjong, score
from teahouse.games.classic.scoring.tile_hands import played_hands
from teahouse.games.classic.scoring.wins import Win
from teahouse.kernels.arrays import new_record
from teahouse.kernels.classic import pattern_rows, specials
from teahouse.kernels.classic.built_in_hands import SPECIAL_FORMS
from teahouse.kernels.classic.plans import special
from teahouse.players.classic.engine import Engine, Style
from teahouse.players.classic.hands import Hands, counted, distances, look, look_at, shapes_of
from teahouse.players.classic.numbers import scores, win_rows
from teahouse.players.classic.patterns import BUILT_IN, pattern_hands, rows_for, rows_of
from teahouse.players.compiling import compiled

CLUB = load_ruleset("club")
BITS = dict[str, int]()
for number, form in enumerate(SPECIAL_FORMS):
    BITS.setdefault(form.key, 1 << number)  # the form under British rules comes first


def some_hand(rng: random.Random, size: int) -> list[int]:
    """Tiles close to each other, so that patterns are near."""
    kinds = rng.sample(range(34), rng.randint(7, 20))
    return sorted(rng.sample([kind for kind in kinds for _ in range(4)], size))


def example(rng: random.Random, number: int) -> tuple[list[int], list[int]]:
    """A hand that fits a pattern, with random kinds in its slots; and the kinds of its pongs."""
    hand = pattern_hands(CLUB)[number]
    while True:
        variant = rng.choice(hand.variants).variant
        tiles = [kind for kind, many in enumerate(variant.need) for _ in range(many)]
        pongs: list[int] = []
        for slot in variant.slots:
            kinds = [kind for kind in range(34) if slot.mask >> kind & 1]
            chosen = rng.choices(kinds, k=slot.many) if slot.repeats else rng.sample(kinds, slot.many)
            tiles += [kind for kind in chosen for _ in range(slot.size)]
            pongs += chosen if slot.size == 3 else []
        if max(map(tiles.count, tiles)) <= 4:
            return tiles, [kind for kind in pongs if tiles.count(kind) == 3]


@pytest.mark.parametrize("key", sorted(BUILT_IN))
def test_rows_and_the_shorter_way_find_the_same_distances(key: str) -> None:
    assert library()[key].cover == "concealed"
    hand = [each for each in played_hands(load_ruleset()) if each.key == key]
    rows, work, rng = rows_for(tuple(hand)), new_record(pattern_rows.PatternWorkspace), random.Random(key)
    missing, useful = compiled(pattern_rows.pattern_missing), compiled(pattern_rows.pattern_useful)
    for _ in range(100):
        counts = np.bincount(some_hand(rng, 13), minlength=34)
        lacks = [missing(row, counts, 0, 0, specials.FAR, work) for row in rows]  # type: ignore[attr-defined]
        far = compiled(specials.distance_of)(counts, BITS[key])
        assert min(lacks) == far
        near: list[Any] = [row for row, lack in zip(rows, lacks, strict=True) if lack == far]  # type: ignore[call-overload]
        mask = 0
        for row in near:
            mask |= useful(row, counts, 0, 0, far, work)
        full = sum(1 << kind for kind in range(34) if counts[kind] == 4)
        assert mask == compiled(specials.useful_for)(counts, BITS[key], far) & ~full


def test_sums_over_levels_and_the_longer_way_find_the_same() -> None:
    rows, work, rng = rows_of(CLUB), new_record(pattern_rows.PatternWorkspace), random.Random(91)
    missing, useful = compiled(pattern_rows.pattern_missing), compiled(pattern_rows.pattern_useful)
    by_sums, useful_by_sums = compiled(pattern_rows.row_missing), compiled(pattern_rows.row_useful)
    for _ in range(60):
        counts = np.bincount(some_hand(rng, rng.choice((13, 14))), minlength=34)
        compiled(pattern_rows.find_levels)(counts, work)
        for place in range(len(rows)):
            row = rows[place]
            assert row.sums > 0
            far = missing(row, counts, 0, 0, specials.FAR, work)
            assert by_sums(row, counts, 0, 0, specials.FAR, work) == far
            if far:
                assert useful_by_sums(row, counts, 0, 0, far, work) == useful(row, counts, 0, 0, far, work)


@pytest.mark.parametrize("number", range(len(pattern_hands(CLUB))))
def test_a_hand_is_as_far_from_a_pattern_as_tiles_were_taken_out_of_it(number: int) -> None:
    rng = random.Random(number)
    for _ in range(6):
        tiles, _ = example(rng, number)
        rng.shuffle(tiles)
        assert is_mahjong([TILES[kind] for kind in tiles], (), CLUB)
        assert look([TILES[kind] for kind in tiles], (), CLUB).distance == 0
        gone, left = tiles[:1], tiles[1:]
        found = look([TILES[kind] for kind in left], (), CLUB)
        assert found.distance == 1
        assert TILES[gone[0]] in found.useful
        assert all(is_mahjong([*(TILES[kind] for kind in left), tile], (), CLUB) for tile in found.useful)
        assert look([TILES[kind] for kind in tiles[3:]], (), CLUB).distance <= 3


def test_wins_by_patterns_score_in_the_kernel_as_in_the_rules() -> None:
    rng, wins = random.Random(19), list[Win]()
    for number in range(len(pattern_hands(CLUB))):
        for _ in range(8):
            tiles, pongs = example(rng, number)
            melded = rng.sample(pongs, rng.randint(0, min(2, len(pongs)))) if rng.random() < 0.5 else []
            melds = tuple(Meld("kong", TILES[kind], concealed=rng.random() < 0.5) for kind in melded)
            left: list[Tile] = [TILES[kind] for kind in tiles if kind not in melded]
            win = Win(tuple(left), melds, rng.choice(left), "wall", rng.choice(list(Wind)), Wind.EAST)
            if is_mahjong(left, melds, CLUB):
                wins.append(win)
    for rules in (CLUB, with_options(CLUB, {"special_hand_cap": "limit"})):
        scored = [score(win, rules) for win in wins]
        found = scores(win_rows(wins), rules)
        assert [tuple(map(int, row)) for row in found] == [
            (each.score, each.points, each.doublings, each.uncounted) for each in scored
        ]
    assert max(int(row[0]) for row in scores(win_rows(wins), CLUB)) == 2000


OVERLAPPING = """
format = 1
base = "british"
name = "mine"
title = "Mine"
[hands.tangle]
name = "Tangle"
parts = ["2 pongs 12345p", "4 pairs 34567p"]
value = 500
[hands.any_pair]
name = "Any Pair"
parts = ["3 pongs s", "pong m", "pair any"]
value = 500
[hands.crowded]
name = "Crowded"
parts = ["tiles 1122s", "pong s", "pair 12345s", "one more s", "2 pairs honours, repeats allowed"]
value = 500
"""
"""Hands whose slots have kinds in common: no sum of parts, pairs beside several pongs, and kinds without room."""


@pytest.mark.parametrize("name", ["club", "western", "mine"])
def test_many_hands_at_once_have_the_same_distances_as_one_by_one(name: str) -> None:
    ruleset = load_ruleset(name) if name != "mine" else parse_ruleset(OVERLAPPING, "mine.toml")
    shapes, rng = shapes_of(ruleset), random.Random(7)
    assert shapes.sums is not None
    sums = shapes.sums.last
    assert any(not sums[place].exact for place in range(len(sums))) == (name == "mine")
    hands = [some_hand(rng, rng.choice((13, 14))) for _ in range(400)]
    for number in range(500):
        tiles, _ = example(rng, number % len(pattern_hands(CLUB)))
        rng.shuffle(tiles)
        hands.append(tiles[: 14 - number % 6])
    counts = Hands(np.array([np.bincount(hand, minlength=34) for hand in hands], np.uint8))
    quick = distances(counts, shapes)
    assert (quick == distances(counts, shapes._replace(sums=None))).all()
    assert (quick == look_at(counts, shapes).distances).all()
    is_nearer = bool((quick < distances(counts, shapes._replace(rows=None, sums=None))).any())
    assert is_nearer == (name != "western")  # its only such hand consists of four sets and a pair, too


def test_the_kernels_have_room_for_every_ruleset() -> None:
    house = sum(len(variants_of(hand.parts, hand.numbers, key)) for key, hand in library().items())
    assert house + MOST_DECLARED * MOST_VARIANTS + special.SPECIAL_PLANS <= pattern_rows.MOST_LACKS


def test_a_ruleset_may_declare_hands_with_more_than_a_thousand_variants() -> None:
    numbers = 'parts = ["pong NX", "run 1-9 Y", "pair Z"]\nnumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9]'
    parts = [*[numbers] * 23, 'parts = ["tiles 11223344556677m"]']
    hands = "".join(f'[hands.own_{n}]\nname = "Own {n}"\n{each}\nvalue = 500\n' for n, each in enumerate(parts))
    ruleset = parse_ruleset(f'format = 1\nbase = "bmja"\nname = "mine"\ntitle = "Mine"\n{hands}', "mine.toml")
    assert len(rows_of(ruleset)) > 1200
    waiting = parse_tiles("1122334455667m")
    found = look(waiting, (), ruleset)
    assert (found.distance, found.useful) == (1, (Tile("7m"),))
    assert Engine(ruleset, Style()).distance(np.array(counted(waiting)), ()) == 1
