"""The scorer agrees with the plain one of `reference.py` on random wins and rulesets."""

import random
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from teahouse.core.errors import InvalidText
from teahouse.games.classic.notation import hand_text
from teahouse.games.classic.patterns.library import library
from teahouse.games.classic.rulesets.fields import Section
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, with_options
from teahouse.games.classic.rulesets.special_values import SpecialValue
from teahouse.games.classic.scoring.score import Win, is_enough, is_mahjong, score, wins_alone
from teahouse.players.classic.patterns import BUILT_IN
from tests.games.classic.reference import best_value
from tests.games.classic.wins import random_win
from tests.shares import shared

SCORED = ("mahjong", "sets", "pairs", "doublings", "special_hands")
FREE = (
    "concealed_allows_winning_discard",
    "concealed_bonus_stacks_with_wall",
    "winning_discard_set",
    "claimed_kong_is",
    "concealed_allows_kongs",
    "bouquet_replaces_own",
    "limit_applies_to",
    "special_hand_cap",
    "scoring_pairs",
    "one_suit_only_allows_chows",
    "special_hand_adds_bonus_tiles",
    "gates_of_heaven_extra",
    "buried_treasure_tiles",
    "imperial_jade_needs_green_dragon",
    "three_scholars_allows_chow",
    "all_pair_honours_all_different",
)


FURTHER = frozenset(library()) - BUILT_IN
"""Special hands that the second scorer does not know."""


def random_ruleset(rng: random.Random) -> Ruleset:
    """A built-in ruleset with some options changed."""
    base = load_ruleset(rng.choice(RULESETS[:2]))
    changes: dict[str, Any] = {name: random_value(rng, Ruleset, name) for name in rng.sample(FREE, 4)}
    for table in rng.sample(SCORED, 2):
        kind: type[Section] = next(field.type for field in msgspec.structs.fields(Ruleset) if field.name == table)
        known = [field for field in msgspec.structs.fields(kind) if field.name not in FURTHER]
        for field in rng.sample(known, 6):
            changes[f"{table}.{field.name}"] = random_value(rng, kind, field.name)
    changes["max_chows"] = rng.randrange(5)
    changes["limit"] = rng.choice((None, 300, 2000))
    changes["special_half_limit"] = 150
    return with_options(base, changes)


def random_value(rng: random.Random, table: type[Section], name: str) -> Any:
    kind: Any = get_args(next(field.type for field in msgspec.structs.fields(table) if field.name == name))[0]
    if kind is bool:
        return rng.random() < 0.5
    if get_origin(kind) is Literal:
        return rng.choice(get_args(kind))
    if kind == SpecialValue:
        return rng.choice(("limit", "half_limit", "limit_and_half", "double_limit", "off", rng.randrange(1, 3000)))
    return [rng.randrange(40), rng.randrange(40)] if get_origin(kind) is tuple else rng.randrange(4)


def is_complete(win: Win, rules: Ruleset) -> bool:
    """Is this Mahjong, by its tiles or by bonus tiles alone?"""
    return is_mahjong(win.concealed, win.melds, rules, last=win.winning_tile) or wins_alone(win.bonus, rules)


@pytest.mark.parametrize("seed", shared(range(8), 3))
def test_both_scorers_agree(seed: int) -> None:
    rng = random.Random(seed)
    complete = special = 0
    rulesets = [random_ruleset(rng) for _ in range(12)]
    for _ in range(300):
        win, rules = random_win(rng), rng.choice(rulesets)
        expected = best_value(win, rules)
        described = f"{hand_text(win.concealed, win.melds)} {win} {rules.name}"
        assert is_complete(win, rules) == (expected is not None), described
        if expected is None:
            with pytest.raises(InvalidText):
                score(win, rules)
            continue
        found = score(win, rules)
        assert found.score == expected.score, described
        assert found.points == sum(line.points for line in found.lines)
        assert found.doublings == sum(line.doublings for line in found.lines)
        doubled = found.points << found.doublings
        if rules.special_hand_cap == "limit":
            capped = rules.limit is not None and rules.limit_applies_to == "hand"
            assert found.score == (min(doubled, rules.limit or 0) if capped else doubled)
        complete += 1
        special += found.lines[:1] != () and found.lines[0].points in (2000, 1000, 300, 150)
    assert complete > 120
    assert special > 20


@pytest.mark.parametrize("seed", shared(range(4), 2))
def test_a_win_for_two_needs_four_doublings_or_500(seed: int) -> None:
    rng, rules = random.Random(seed), load_ruleset("two-players")
    allowed = refused = 0
    for _ in range(700):
        win = random_win(rng)
        if not is_mahjong(win.concealed, win.melds, rules):
            continue
        found = score(win, rules)
        enough = found.doublings >= 4 or found.score >= 500
        assert is_enough(found, rules) == enough
        allowed += enough
        refused += not enough
    assert allowed > 10
    assert refused > 10
