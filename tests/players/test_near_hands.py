"""The complete hands nearest to a hand."""

from collections import Counter
from random import Random

import pytest

from teahouse.core.tiles import parse_tiles
from teahouse.games.classic import load_ruleset
from teahouse.games.classic.notation import parse_hand
from teahouse.games.classic.scoring import is_mahjong
from teahouse.players.hands import look
from teahouse.players.near_hands import Asked, near_hands
from tests.brute_hands import random_hand, tiles_of


@pytest.mark.parametrize("name", ["british", "bmja"])
def test_near_hands_are_mahjong_and_lack_no_more_than_the_distance(name: str) -> None:
    chance, ruleset = Random(4), load_ruleset(name)
    for _ in range(15):
        question = random_hand(chance, ruleset, pure=True, size=13)
        if question.sets < 4:
            continue
        tiles = tiles_of(question.counts)
        for near in near_hands(Asked(tiles, (), ruleset, {})):
            assert len(near.missing) == look(tiles, (), ruleset).distance
            assert is_mahjong(near.tiles, (), ruleset)
            assert Counter(near.tiles) + Counter(near.spare) == Counter(tiles) + Counter(near.missing)
            assert near.reading is None or len(near.reading.sets) == 4


def test_a_special_hand_has_no_reading_and_melds_stay_where_they_are() -> None:
    british = load_ruleset()
    wonders = near_hands(Asked(parse_tiles("19m 19p 19s 1234567z"), (), british, {}))[0]
    assert wonders.reading is None
    hand = parse_hand("99m 45p [111z] [222z] [333z]")
    near = near_hands(Asked(hand.tiles, hand.melds, british, {}))
    assert [str(each.missing[0]) for each in near] == ["3p", "6p"]
    assert [len(each.reading.sets) for each in near if each.reading] == [1, 1]
