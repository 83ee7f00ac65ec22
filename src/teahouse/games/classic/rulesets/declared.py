"""The hands and rows that a ruleset declares itself, read with errors that name the key and what was expected."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeGuard, TypeVar

import msgspec
from msgspec.structs import FieldInfo

from teahouse.core.errors import InvalidOption, cut, shown
from teahouse.games.classic.patterns.conditions import Winds, condition
from teahouse.games.classic.patterns.library import library, variants_of
from teahouse.games.classic.patterns.rows import alternatives, house_rows
from teahouse.games.classic.rulesets.fields import MOST_TIMES
from teahouse.games.classic.rulesets.special_values import OwnHand, OwnRow

Declared = TypeVar("Declared", OwnHand, OwnRow)

MOST_DECLARED: Final = 24
MOST_TESTS: Final = 63
"""The most conditions of all rows that are played: a mask in the kernels has a bit for each."""
FIELD_VALUES: Final = {
    "key": "small letters, digits and _, a letter first",
    "name": "a text of at most 60 letters",
    "parts": "a list of parts, or of lists of parts",
    "when": "a list of conditions, or of lists of conditions",
    "value": "limit, half_limit, limit_and_half, double_limit, off or a number of points",
    "cover": "concealed, open or half",
    "numbers": "a list of numbers from 1 to 9",
    "points": "a number of points",
    "doublings": f"a number from 0 to {MOST_TIMES}",
    "faan": f"a number from 0 to {MOST_TIMES}",
    "whole_hand": "true or false",
    "scope": "winner or everybody",
    "any_hand": "true or false",
    "replaces": "a list of keys of rows",
    "counts_for_minimum": "true or false",
}
"""What the fields of a declared hand or row can be."""


def parse_declared(values: Any, kind: type[Declared], name: str) -> tuple[Declared, ...]:
    """What a ruleset declares: a table of tables by their keys, as a file has them, or a list."""
    if is_mapping(values):
        values = [{"key": key, **each} if is_mapping(each) else each for key, each in values.items()]
    if not _is_list(values):
        raise InvalidOption(f"expected tables such as [{name}.my_hand], got {got(values)} (option {name})")
    return tuple(_parse(each, kind, name) for each in values)


def is_mapping(value: Any) -> TypeGuard[dict[str, Any]]:
    """Is this a table?"""
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, list | tuple)


def _parse(values: Any, kind: type[Declared], name: str) -> Declared:
    key = values.get("key") if is_mapping(values) else None
    if key is None:
        raise InvalidOption(f"expected a table, got {got(values)} (option {name})")
    fields = msgspec.structs.fields(kind)
    check_names(values, fields, f"{name}.{key}.")
    for field in fields:
        if field.name in values:
            _check_field(values[field.name], field.type, f"{name}.{key}.{field.name}")
    return msgspec.convert(values, kind)


def check_names(values: Mapping[str, Any], fields: Sequence[FieldInfo], path: str) -> None:
    """Refuse tables with unknown or missing fields."""
    known = [field.name for field in fields]
    for name in values:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f", did you mean {path}{near[0]}?" if near else f", expected one of {cut(', '.join(known))}"
            raise InvalidOption(f"unknown option {path}{name}{hint}")
    for field in fields:
        if field.name not in values and field.required:
            raise InvalidOption(f"expected a value for option {path}{field.name}, got none")


def _check_field(value: Any, kind: Any, name: str) -> None:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        expected = FIELD_VALUES[name.rpartition(".")[2]]
        raise InvalidOption(f"expected {expected}, got {got(value)} (option {name})") from None


def got(value: Any) -> str:
    """A value, as errors show it."""
    words = {"None": "none", "True": "true", "False": "false"}
    return words.get(repr(value), shown(value))


def check_patterns(hands: Sequence[OwnHand], rows: Sequence[OwnRow]) -> None:
    """Read every declared pattern once, to refuse one that cannot be read, with its key."""
    for hand in hands:
        variants_of(hand.parts, hand.numbers, f"option hands.{hand.key}.parts")
    for row in rows:
        for phrases in alternatives(row.when):
            condition(phrases, Winds(), place=f"option rows.{row.key}.when")


def check_tests(ruleset: Any, rows: Sequence[OwnRow], *, bonus_tiles: bool) -> None:
    """Refuse rows that have too many alternative conditions, together with the rows of the house that are played."""
    if not rows:
        return
    counted = [row for row in house_rows().values() if not row.each]
    house = [row for row in counted if attrgetter(row.option)(ruleset) not in (0, "off")]
    every = [*(row.when_under(ruleset) for row in house), *(row.when for row in rows)]
    tests = [alternatives(when) for when in every]
    many = sum(len(each) for each in tests if bonus_tiles or not any(map(_is_about_bonus, each)))
    if many > MOST_TESTS:
        raise InvalidOption(
            f"expected at most {MOST_TESTS} conditions of rows, with those of the house, got {many} (option rows)"
        )


def _is_about_bonus(phrases: Sequence[str]) -> bool:
    return condition(phrases, Winds(), place="option rows").is_about_bonus


def complaints(hands: Sequence[OwnHand], rows: Sequence[OwnRow], *, counts_faan: bool) -> Iterator[str]:
    """What is wrong with declared hands and rows: contradictions, also with the hands and rows of the house."""
    for name, declared in (("hands", hands), ("rows", rows)):
        keys = [each.key for each in declared]
        if len(keys) > MOST_DECLARED:
            yield f"expected at most {MOST_DECLARED} {name}, got {len(keys)} (option {name})"
    yield from _name_complaints(hands, rows)
    keys = [*house_rows(), *(row.key for row in rows)]
    for row in rows:
        yield from _row_complaints(row, keys, counts_faan=counts_faan)


def _name_complaints(hands: Sequence[OwnHand], rows: Sequence[OwnRow]) -> Iterator[str]:
    names = {*(hand.name for hand in library().values()), *(row.name for row in house_rows().values())}
    keys = {*library(), *house_rows()}
    declared: list[tuple[str, OwnHand | OwnRow]] = [("hands", hand) for hand in hands]
    declared += [("rows", row) for row in rows]
    for option, each in declared:
        if each.name in names:
            yield f"expected a name that no other hand or row has, got {shown(each.name)} (option {option}.{each.key})"
        if each.key in keys:
            yield f"expected a key that no other hand or row has, got {each.key} (option {option}.{each.key})"
        names.add(each.name)
        keys.add(each.key)


def _row_complaints(row: OwnRow, keys: Sequence[str], *, counts_faan: bool) -> Iterator[str]:
    place = f"(option rows.{row.key})"
    if not (row.points or row.doublings or row.faan or row.value != "off"):
        yield f"expected points, doublings, faan or a value, got none {place}"
    if row.value != "off" and (row.points or row.doublings or row.faan):
        yield f"expected a value alone, or points and doublings, got both {place}"
    if row.faan and (row.doublings or not counts_faan):
        yield f"expected doublings, or faan where the ruleset counts faan, got {row.faan} faan {place}"
    if row.whole_hand and not row.faan and row.value == "off":
        yield f"expected faan or a value for a whole hand, got neither {place}"
    for key in row.replaces:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, 1)
            hint = f", did you mean {near[0]}?" if near else ""
            yield f"expected keys of rows, got {shown(key)}{hint} (option rows.{row.key}.replaces)"
