"""House rules: the differences from a ruleset, the options that cause an error, and reading the file again."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teahouse.core.errors import InvalidOption, TeahouseError
from teahouse.games.classic.rulesets.groups import GROUPS, group_of
from teahouse.games.classic.rulesets.house_rules import (
    LONGEST_FILE,
    MOST_CHANGES,
    changes_of,
    check_own_name,
    differences,
    edited,
    file_text,
    nearest,
    problems,
    read_file,
    reconstructed_options,
)
from teahouse.games.classic.rulesets.options import Ruleset
from teahouse.games.classic.rulesets.ruleset import RULESETS, load_ruleset, option_value, options
from teahouse.games.option_values import OptionValue

OPTIONS = {option.name: option for option in options() if group_of(option.name) != "about"}
OWN_HAND = {"name": "Sunday Snake", "parts": ["run 1-9 X", "pong X", "pair X"], "value": 700}


def values(kinds: tuple[OptionValue, ...]) -> st.SearchStrategy[Any]:
    """The values that an option accepts."""
    return st.one_of([_values(kind) for kind in kinds])


def _values(kind: OptionValue) -> st.SearchStrategy[Any]:
    match kind.kind:
        case "number":
            return st.integers(kind.least or 0, kind.most)
        case "choice":
            return st.sampled_from(kind.choices)
        case "flag":
            return st.booleans()
        case "none":
            return st.none()
        case "list":
            return st.lists(values(kind.items), min_size=kind.count or 1, max_size=kind.count or 4)
        case _:
            raise AssertionError(kind)


@st.composite
def rule_changes(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A built-in ruleset and changes of some options to values that they accept."""
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True, max_size=6))
    return draw(st.sampled_from(RULESETS)), {name: draw(values(OPTIONS[name].accepts)) for name in names}


def test_every_option_is_in_one_group() -> None:
    named = [name for names in GROUPS.values() for name in names]
    assert len(named) == len(set(named))
    assert set(named) == set(Ruleset.__struct_fields__)


@given(rule_changes())
def test_rules_are_valid_or_an_option_is_named_and_a_file_restores_them(
    case: tuple[str, dict[str, Any]],
) -> None:
    base, changes = case
    found = problems(base, changes)
    if found:
        assert all(problem.option in OPTIONS for problem in found)
        with pytest.raises(InvalidOption):
            edited(base, changes, "Mine")
        return
    ruleset = edited(base, changes, "Mine")
    assert read_file(file_text(ruleset), "mine.toml") == ruleset
    for name in RULESETS:
        for one in differences(ruleset, name):
            assert one.value == option_value(ruleset, one.option) != one.usual
    assert msgspec.structs.replace(edited(base, changes_of(ruleset, base), "Mine"), name="Mine") == ruleset


@pytest.mark.parametrize("name", RULESETS)
def test_a_builtin_ruleset_has_no_differences_from_itself(name: str) -> None:
    assert differences(load_ruleset(name), name) == ()
    assert nearest(load_ruleset(name)) == name
    check_own_name(load_ruleset(name))


def test_a_problem_names_the_option_that_causes_it() -> None:
    assert [one.option for one in problems("british", {"special_half_limit": 5000})] == ["special_half_limit"]
    assert problems("british", {"limit": 500, "special_half_limit": 250}) == ()
    both = problems("british", {"bonus_tiles": "perhaps", "kong_box_size": 7, "pairs.dragon": -1})
    assert {one.option for one in both} == {"bonus_tiles", "kong_box_size", "pairs.dragon"}
    assert [one.option for one in problems("british", {"players": 3})] == ["winds"]
    assert [one.option for one in problems("british", {"kongbox": True})] == ["kongbox"]


@pytest.mark.parametrize(
    "changes",
    [
        {"limit": 10**30},
        {"limit": float("inf")},
        {"limit": True},
        {"pairs": 4},
        {"pairs.dragon.eye": 4},
        {"winds": ["East"] * 1000},
        {"special_hands.thirteen_wonders": {"a": 1}},
        {"hands.mine": {"name": "x"}},
        {"": 1},
        {"a" * 100_000: 1},
    ],
)
def test_hostile_values_are_refused_in_one_line(changes: dict[str, Any]) -> None:
    found = problems("british", changes)
    assert found
    assert all("\n" not in one.text and len(one.text) < 300 for one in found)


def test_too_many_changes_are_refused_at_once() -> None:
    changes = {f"pairs.x{number}": 1 for number in range(MOST_CHANGES + 1)}
    assert [one.option for one in problems("british", changes)] == [""]


def test_an_own_hand_is_kept_in_the_file_and_named_among_the_differences() -> None:
    ruleset = edited("british", {"hands.sunday": OWN_HAND}, "Mine")
    (found,) = differences(ruleset)
    assert (found.option, found.value, found.usual) == ("hands.sunday", "Sunday Snake", None)
    assert read_file(file_text(ruleset), "mine.toml") == ruleset


@pytest.mark.parametrize(
    "text",
    [
        "format = 1\nbase = 'nowhere'\n",
        "format = 1\nbase = 'british'\nname = 'x'\ntitle = 'x'\nlimit = 'lots'\n",
        "format = 1\nbase = 'british'\nname = 'x'\ntitle = '" + "y" * 61 + "'\n",
        "format = 1\nbase = 'british'\nname = 'x'\ntitle = 'x'\n[hands.a]\nname = 'b'\n",
        "a = " + "[" * 5000,
        "#" * (LONGEST_FILE + 1),
        "\x00",
        "",
    ],
)
def test_hostile_files_are_refused(text: str) -> None:
    with pytest.raises(TeahouseError) as refusal:
        read_file(text, "mine.toml")
    assert len(str(refusal.value)) < 400


def test_changed_rules_cannot_have_the_name_of_a_builtin_ruleset() -> None:
    with pytest.raises(InvalidOption, match=r"option name"):
        check_own_name(edited("british", {"limit": None}, "british"))


def test_only_unchanged_values_of_rules_from_the_text_are_called_reconstructed() -> None:
    british = reconstructed_options(load_ruleset("british"))
    assert {"sets.pong_minor", "special_hands.knitting"} <= british
    assert "bouquet_doublings" not in british  # "a complete set of Flowers or Seasons also doubles a score"
    assert reconstructed_options(load_ruleset("bmja")) == frozenset()
    changed = reconstructed_options(edited("british", {"sets.pong_minor": [1, 2]}, "Mine"))
    assert british - changed == {"sets.pong_minor"}
