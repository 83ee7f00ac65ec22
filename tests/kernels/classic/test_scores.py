"""The kernel's scorer agrees with the one that explains every line, on random wins and rulesets."""

from random import Random

import pytest

from teahouse.core.tiles import Tile, Wind
from teahouse.games.classic.notation import hand_text, parse_hand
from teahouse.games.classic.patterns.library import library
from teahouse.games.classic.patterns.rows import house_rows
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import load_ruleset, parse_ruleset, with_options
from teahouse.games.classic.rulesets.special_values import SpecialHands
from teahouse.games.classic.scoring.score import Win, score
from teahouse.players.classic.numbers import scores, win_rows
from teahouse.players.classic.patterns import BUILT_IN
from tests.games.classic.test_scoring_agrees import is_complete, random_ruleset
from tests.games.classic.wins import random_win


def check(chance: Random, ruleset: Ruleset, count: int) -> None:
    wins = [win for win in (random_win(chance) for _ in range(count)) if is_complete(win, ruleset)]
    found = scores(win_rows(wins), ruleset).tolist()
    assert len(found) > count // 4
    for win, counted in zip(wins, found, strict=True):
        expected = score(win, ruleset)
        assert counted == [expected.score, expected.points, expected.doublings, expected.uncounted], described(
            win, ruleset
        )


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
def test_without_a_limit_scores_have_the_same_maximum_as_in_the_rules(doublings: int) -> None:
    changes = {"limit": "none", "doublings.no_chows": doublings, "doublings.own_wind_set": doublings}
    changes |= {"doublings.dragon_set": doublings, "doublings.one_suit_with_honours": doublings}
    check(Random(doublings), with_options(load_ruleset(), changes), 100)


def test_points_by_the_million_score_as_in_the_rules() -> None:
    rows = (f'[rows.own_{n}]\nname = "Own {n}"\nwhen = ["no chows"]\npoints = 1000000\n' for n in range(10))
    text = f'format = 1\nbase = "british"\nname = "mine"\ntitle = "Mine"\nlimit = "none"\n{"".join(rows)}'
    ruleset = with_options(parse_ruleset(text, "mine.toml"), {"doublings.no_chows": 20, "doublings.dragon_set": 20})
    hand = parse_hand("222m 444p 777z 88s [555s]")
    check_win(Win(hand.tiles, hand.melds, Tile.S8, "wall", Wind.SOUTH, Wind.EAST), ruleset)


def check_win(win: Win, ruleset: Ruleset) -> None:
    expected = score(win, ruleset)
    found = scores(win_rows([win]), ruleset).tolist()
    assert found == [[expected.score, expected.points, expected.doublings, expected.uncounted]]


def test_a_hand_that_is_not_complete_has_no_score() -> None:
    chance, british = Random(3), load_ruleset()
    win = next(win for win in iter(lambda: random_win(chance), None) if not is_complete(win, british))
    with pytest.raises(ValueError, match=r"expected complete hands, got one that is not \(row 0\)"):
        scores(win_rows([win]), british)


def test_rules_rulesets_and_kernels_list_the_same_special_hands() -> None:
    names = [*library(), *(key for key, row in house_rows().items() if row.is_special)]
    assert sorted(names) == sorted(SpecialHands.__struct_fields__)
    assert set(library()) >= BUILT_IN
