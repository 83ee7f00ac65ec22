"""House rules: a ruleset of the house with some options changed, what differs from it, and both as a file."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidOption, TeahouseError, cut
from teahouse.core.text import Tree
from teahouse.games.classic.rulesets.groups import group_of
from teahouse.games.classic.rulesets.options import FORMAT, Ruleset
from teahouse.games.classic.rulesets.ruleset import (
    DEFAULT_RULESET,
    NONE,
    RULESETS,
    load_ruleset,
    option_value,
    options,
    parse_ruleset,
    with_options,
)
from teahouse.games.classic.rulesets.special_values import OwnHand, OwnRow
from teahouse.games.description import Difference

LONGEST_FILE: Final = 30_000
"""The longest file of a ruleset that is read, in characters."""
MOST_CHANGES: Final = 400
MOST_PROBLEMS: Final = 20
FROM_THE_TEXT: Final = ("british", "two-players", "three-players")
"""The rulesets that follow the text of the rule book; only they have values that were reconstructed for it."""

_OPTION_NAMED: Final = re.compile(r"\boption ([a-z][\w.]*)")


class OptionProblem(msgspec.Struct, frozen=True):
    """An option that cannot have its value. option: its name, empty if no single option is the cause."""

    option: str
    text: str


def problems(base: str, changes: Mapping[str, Any]) -> tuple[OptionProblem, ...]:
    """Why a ruleset cannot be changed like this; nothing if it can.

    >>> [problem.option for problem in problems("british", {"limit": 0, "kong_box_size": 7})]
    ['limit', 'kong_box_size']
    """
    if len(changes) > MOST_CHANGES:
        return (OptionProblem("", f"expected at most {MOST_CHANGES} changed options, got {len(changes)}"),)
    left, by_option = dict(changes), dict[str, OptionProblem]()
    while len(by_option) < MOST_PROBLEMS:
        try:
            with_options(load_ruleset(base), left)
        except TeahouseError as error:
            problem = _problem(error)
            by_option.setdefault(problem.option, problem)
            if problem.option not in left:
                break
            del left[problem.option]
        else:
            break
    return tuple(by_option.values())


def _problem(error: TeahouseError) -> OptionProblem:
    """The error of a ruleset names its option at the end."""
    named = _OPTION_NAMED.findall(str(error))
    return OptionProblem(named[-1] if named else "", cut(str(error)))


def edited(base: str, changes: Mapping[str, Any], title: str) -> Ruleset:
    """A ruleset of the house with options changed, under its own title; `InvalidOption` names what is wrong.

    >>> edited("bmja", {"bonus_tiles": False}, "Sundays").bonus_tiles
    False
    """
    if len(changes) > MOST_CHANGES:
        raise InvalidOption(f"expected at most {MOST_CHANGES} changed options, got {len(changes)}")
    return with_options(load_ruleset(base), {**changes, "name": title, "title": title})


def chosen(name: str, changes: Mapping[str, Any]) -> Ruleset:
    """A ruleset of the house by its name, with some options changed."""
    return edited(name, changes, name) if changes else load_ruleset(name)


def is_shipped(ruleset: Ruleset) -> bool:
    """Is this exactly the ruleset of the house with this name?"""
    return ruleset.name in RULESETS and ruleset == load_ruleset(ruleset.name)


def check_own_name(ruleset: Ruleset) -> None:
    """Refuse rules with the name of a ruleset of the house that differ from it, because people would confuse them."""
    if ruleset.name in RULESETS and not is_shipped(ruleset):
        names = ", ".join(RULESETS)
        raise InvalidOption(f"expected another name than {names} for changed rules, got {ruleset.name} (option name)")


def nearest(ruleset: Ruleset) -> str:
    """The ruleset of the house from which these rules differ least.

    >>> nearest(with_options(load_ruleset("club"), {"limit": 800, "special_half_limit": 400}))
    'club'
    """
    if is_shipped(ruleset):
        return ruleset.name
    return min(_possible_bases(ruleset), key=lambda base: len(differences(ruleset, base)))


def _possible_bases(ruleset: Ruleset) -> list[str]:
    """The rulesets whose own hands and rows these rules have too: a file can add hands and rows, not remove them."""
    mine = {each.key for each in declared(ruleset)}
    return [name for name in RULESETS if {each.key for each in declared(load_ruleset(name))} <= mine]


def declared(ruleset: Ruleset) -> tuple[OwnHand | OwnRow, ...]:
    """The hands and rows that a ruleset declares itself; each has a key of its own."""
    return (*ruleset.hands, *ruleset.rows)


def differences(ruleset: Ruleset, base: str = DEFAULT_RULESET) -> tuple[Difference, ...]:
    """The options whose values differ from a ruleset of the house, in the order of the files.

    >>> [one.option for one in differences(edited("british", {"pairs.dragon": 4, "kong_box": False}, "Mine"))]
    ['kong_box', 'pairs.dragon']
    """
    usual = load_ruleset(base)
    return tuple(_different(ruleset, usual)) + tuple(_different_declared(ruleset, usual))


def _different(ruleset: Ruleset, usual: Ruleset) -> Iterator[Difference]:
    for option in options():
        if group_of(option.name) != "about":
            one = Difference(option.name, option_value(ruleset, option.name), option_value(usual, option.name))
            if one.value != one.usual:
                yield one


def _different_declared(ruleset: Ruleset, usual: Ruleset) -> Iterator[Difference]:
    """The hands and rows that a ruleset declares itself, by their names."""
    mine, theirs = ({each.key: each for each in declared(rules)} for rules in (ruleset, usual))
    for key in dict.fromkeys((*mine, *theirs)):
        one, other = mine.get(key), theirs.get(key)
        if one != other:
            section = "hands" if isinstance(one or other, OwnHand) else "rows"
            yield Difference(f"{section}.{key}", one.name if one else None, other.name if other else None)


def changes_of(ruleset: Ruleset, base: str) -> dict[str, Any]:
    """The changes that make a ruleset of the house into these rules."""
    mine = {each.key: each for each in declared(ruleset)}
    changed: dict[str, Any] = {}
    for one in differences(ruleset, base):
        section, _, key = one.option.partition(".")
        changed[one.option] = _fields_of(mine[key]) if section in ("hands", "rows") else one.value
    return changed


def _fields_of(each: OwnHand | OwnRow) -> dict[str, Any]:
    row: dict[str, Any] = msgspec.to_builtins(each)
    return {name: value for name, value in row.items() if name != "key" and value is not None}


@lru_cache(maxsize=64)
def reconstructed_options(ruleset: Ruleset) -> frozenset[str]:
    """The options with values from other rule books, because the rule book of this ruleset lacks them."""
    if nearest(ruleset) not in FROM_THE_TEXT:
        return frozenset()
    usual = load_ruleset(DEFAULT_RULESET)
    unsure = (option.name for option in options() if option.is_reconstructed)
    return frozenset(name for name in unsure if option_value(ruleset, name) == option_value(usual, name))


def read_file(text: str, place: str) -> Ruleset:
    """The rules in a person's file; a file that is too long is refused before it is parsed."""
    if len(text) > LONGEST_FILE:
        raise InvalidOption(f"{place}: expected a ruleset of at most {LONGEST_FILE} characters, got {len(text)}")
    return parse_ruleset(text, place)


def file_text(ruleset: Ruleset) -> str:
    """The rules as a file: what differs from the nearest ruleset of the house.

    >>> print(file_text(edited("bmja", {"bonus_tiles": False, "pairs.dragon": 4}, "Sundays")))
    # What is not given here is as in the base.
    format = 1
    base = "bmja"
    name = "Sundays"
    title = "Sundays"
    bonus_tiles = false
    pairs.dragon = 4
    <BLANKLINE>
    """
    base = nearest(ruleset)
    fields = {"format": FORMAT, "base": base, "name": ruleset.name, "title": ruleset.title, **changes_of(ruleset, base)}
    lines = [f"{name} = {_toml(value)}\n" for name, value in fields.items()]
    return "".join(["# What is not given here is as in the base.\n", *lines])


def _toml(value: Tree) -> str:
    """A value as TOML writes it; its texts are written as in JSON."""
    match value:
        case Mapping():
            return f"{{ {', '.join(f'{name} = {_toml(one)}' for name, one in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return json.dumps(NONE if value is None else value, ensure_ascii=False).replace("\x7f", "\\u007f")
