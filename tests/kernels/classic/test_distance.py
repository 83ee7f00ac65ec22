"""The distance to Mahjong, compared with a list of all complete hands, and for hands that people misjudge."""

from random import Random

import numpy as np
import pytest

from teahouse.core.errors import InvalidText
from teahouse.games.classic import Ruleset, load_ruleset
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.rulesets.ruleset import with_options
from teahouse.games.classic.scoring.score import is_mahjong
from teahouse.players.classic.hands import Hands, look, look_at, shapes_of
from teahouse.players.classic.patterns import BUILT_IN
from tests.games.classic import brute_force
from tests.plain_python import printed_alike

BRITISH, BMJA = load_ruleset("british"), load_ruleset("bmja")
PLAIN = with_options(BRITISH, {f"special_hands.{name}": "off" for name in BUILT_IN})
TWO_CHOWS, THREE_CHOWS = (with_options(BRITISH, {"max_chows": most}) for most in (2, 3))
RULESETS = (BRITISH, BMJA, load_ruleset("three-players"), PLAIN, TWO_CHOWS, THREE_CHOWS)


def check(seed: int, hands: int, ruleset: Ruleset) -> None:
    chance = Random(seed)
    asked = [
        brute_force.random_hand(chance, ruleset, pure=number % 2 == 1, size=13 + number // 2 % 2)
        for number in range(hands)
    ]
    counts, melded, sets, chows = (np.array(column) for column in zip(*asked, strict=True))
    found = look_at(
        Hands(counts.astype(np.uint8), melded.astype(np.uint8), 4 - sets, ruleset.max_chows - chows), shapes_of(ruleset)
    )
    for number, question in enumerate(asked):
        useful = [kind for kind in range(34) if int(found.useful[number]) >> kind & 1]
        expected = brute_force.answer(question, ruleset)
        assert (found.distances[number], useful) == expected, f"{question} under {ruleset.name}"


@pytest.mark.parametrize("ruleset", [BRITISH, pytest.param(BMJA, marks=pytest.mark.slow)], ids=lambda one: one.name)
def test_distance_and_useful_tiles_are_those_of_the_list_of_all_complete_hands(ruleset: Ruleset) -> None:
    check(1, 50, ruleset)  # building the list takes longest


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_hundred_thousand_hands_agree_with_the_list_of_all_complete_hands(seed: int) -> None:
    for ruleset, hands in zip(RULESETS, (5000, 3000, 500, 500, 500, 500), strict=True):
        check(100 + seed, hands, ruleset)


@pytest.mark.parametrize(
    ("text", "ruleset", "distance", "useful"),
    [
        ("123456789m 11p 23s", BRITISH, 1, "1s 4s"),
        ("123456789m 11p 23s", BMJA, 5, None),
        ("1122334455667p", BRITISH, 1, "1p 4p 7p"),
        ("1122m 3344p 5566s 7z", BRITISH, 4, "1m 2m 3m 3p 4p 2p 5p 5s 6s 4s 7s"),
        ("19m 19p 19s 1234567z", BRITISH, 1, "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        ("119m 19p 19s 123456z", BRITISH, 1, "7z"),
        ("119m 19p 19s 123456z", PLAIN, 8, None),
        ("1112345678999s", BRITISH, 1, "1s 2s 3s 4s 5s 6s 7s 8s 9s"),
        ("1112345678999s", BMJA, 1, "2s 3s 4s 5s 6s 7s 8s"),
        ("112345678m 1234z", BRITISH, 1, "9m"),
        ("1357m 1357p 468m 46p", BRITISH, 1, "8p"),
        ("11m 99p 11s 22z 33z 44z 5z", BRITISH, 1, "5z"),
        ("1111m 99p 11s 22z 33z 4z", BRITISH, 1, "4z"),
        ("1m [111m] 456p 789s 123s", BRITISH, 2, None),
        ("23m [1111m] 456p 789s 55z", BRITISH, 1, "4m"),
        ("2222m", BRITISH, 10, None),
        ("5z [5z5z5z] [123m] [456m] [789m]", BRITISH, 2, None),
    ],
)
def test_hands_that_are_easily_misread(text: str, ruleset: Ruleset, distance: int, useful: str | None) -> None:
    hand = parse_hand(text)
    found = look(hand.tiles, hand.melds, ruleset)
    assert found.distance == distance
    if useful is not None:
        assert set(map(str, found.useful)) == set(useful.split())


def test_a_distance_of_zero_is_what_the_rules_call_mahjong() -> None:
    chance = Random(5)
    complete = brute_force.special_hands(BRITISH)
    for row in chance.sample(range(len(complete)), 100):
        counts = tuple(int(count) for count in complete[row])
        tiles = brute_force.tiles_of(counts)
        for ruleset in RULESETS:
            assert (look(tiles, (), ruleset).distance == 0) == is_mahjong(tiles, (), ruleset)


def test_impossible_hands_are_refused() -> None:
    rows = np.zeros((70, 34), np.uint8)
    rows[66, 3] = 5
    with pytest.raises(InvalidText, match=r"expected at most 4 of a kind, got 5 tiles 4m \(hand\)"):
        look_at(Hands(rows), shapes_of(BRITISH))
    rows[66, :5] = 3
    with pytest.raises(InvalidText, match=r"expected at most 14 tiles, got 15 \(hand\)"):
        look_at(Hands(rows), shapes_of(BMJA))
    with pytest.raises(InvalidText, match="expected rows of 34 counts"):
        look_at(Hands(rows[:, :33]), shapes_of(BRITISH))


LOOK_AND_PLAY = """
from random import Random
import numpy as np
from teahouse.games.classic.rulesets.ruleset import load_ruleset
from teahouse.players.classic.deals import DealSetting, play_deal
from teahouse.players.classic.hands import Hands, look_at, shapes_of

chance = Random(1)
wall = [kind for kind in range(34) for _ in range(4)]
for name in ("british", "bmja"):
    rows = np.array([np.bincount(chance.sample(wall, 14), minlength=34) for _ in range(3)], np.uint8)
    found = look_at(Hands(rows, np.zeros_like(rows)), shapes_of(load_ruleset(name)))
    print(found.distances.tolist(), found.useful.tolist())
tiles = chance.sample([*wall, *range(34, 42)], 144)
log, state = play_deal(DealSetting(tiles[:130], tiles[130:], 1, 2), ["random", "easy", "medium", "easy"])
print(log, [np.asarray(part).tolist() for part in state.tolist()])
"""


def test_compiled_and_plain_python_give_the_same_distances_and_deals() -> None:
    shapes = (shapes_of(ruleset) for ruleset in (BRITISH, BMJA))
    assert all(look_at(Hands(np.zeros((1, 34), np.uint8)), each).distances == [14] for each in shapes)
    assert printed_alike(LOOK_AND_PLAY).count("\n") == 3
