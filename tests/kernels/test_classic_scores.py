"""The scorer of the kernels beside the one that tells every line, over random wins and rulesets."""

from random import Random

import pytest

from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.patterns.library import library
from teahouse.games.classic.patterns.rows import house_rows
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import load_ruleset, with_options
from teahouse.games.classic.rulesets.special_values import SpecialHands
from teahouse.games.classic.scoring.score import Win, score
from teahouse.kernels.classic.patterns import SPECIAL_HANDS
from teahouse.players.classic.numbers import scores, win_rows
from teahouse.players.classic.patterns import KNOWN_BY_HEART
from tests.games.classic.test_scoring_agrees import is_complete, random_ruleset
from tests.games.classic.wins import random_win


def check(chance: Random, ruleset: Ruleset, count: int) -> None:
    wins = [win for win in (random_win(chance) for _ in range(count)) if is_complete(win, ruleset)]
    found = scores(win_rows(wins), ruleset).tolist()
    assert len(found) > count // 4
    for win, counted in zip(wins, found, strict=True):
        told = score(win, ruleset)
        assert counted == [told.score, told.points, told.doublings, told.uncounted], described(win, ruleset)


def described(win: Win, ruleset: Ruleset) -> str:
    return f"{hand_text(win.concealed, win.melds)} {win} under {ruleset}"


@pytest.mark.parametrize("name", ["british", "bmja"])
def test_wins_score_as_the_rules_say(name: str) -> None:
    check(Random(1), load_ruleset(name), 200)


@pytest.mark.parametrize("seed", range(12))
def test_wins_score_as_the_rules_say_under_any_options(seed: int) -> None:
    chance = Random(seed)
    check(chance, random_ruleset(chance), 100)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_tens_of_thousands_of_wins_score_as_the_rules_say(seed: int) -> None:
    chance = Random(1000 + seed)
    check(chance, load_ruleset(), 3000)
    for _ in range(20):
        check(chance, random_ruleset(chance), 200)


@pytest.mark.parametrize("doublings", [4, 20])
def test_without_a_limit_scores_end_where_those_of_the_rules_end(doublings: int) -> None:
    changes = {"limit": "none", "doublings.no_chows": doublings, "doublings.own_wind_set": doublings}
    changes |= {"doublings.dragon_set": doublings, "doublings.one_suit_with_honours": doublings}
    check(Random(doublings), with_options(load_ruleset(), changes), 100)


def test_a_hand_that_is_not_complete_has_no_score() -> None:
    chance, british = Random(3), load_ruleset()
    win = next(win for win in iter(lambda: random_win(chance), None) if not is_complete(win, british))
    with pytest.raises(ValueError, match=r"expected complete hands, got one that is not \(row 0\)"):
        scores(win_rows([win]), british)


def test_rules_rulesets_and_kernels_list_the_same_special_hands() -> None:
    told = [*library(), *(key for key, row in house_rows().items() if row.is_special)]
    assert sorted(told) == sorted(SpecialHands.__struct_fields__)
    assert set(SPECIAL_HANDS) == KNOWN_BY_HEART <= set(library())
