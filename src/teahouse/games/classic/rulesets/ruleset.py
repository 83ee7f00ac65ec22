"""Rulesets as files: rulesets of the house by name, a host's own from its text, and a list of every option."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final, TypeGuard, get_args, get_origin

import msgspec

from teahouse.core.errors import InvalidOption, InvalidText, shown
from teahouse.games.classic.rulesets.declared import check_names, got, is_mapping, parse_declared
from teahouse.games.classic.rulesets.fields import MOST_POINTS, Count, KongBoxSize, Points, Section
from teahouse.games.classic.rulesets.options import FORMAT, Ruleset
from teahouse.games.classic.rulesets.special_values import OwnHand, OwnRow
from teahouse.games.description import Sureness
from teahouse.games.option_values import OptionDefault, OptionValue, accepted

__all__ = [
    "DEFAULT_RULESET",
    "RULESETS",
    "Option",
    "Ruleset",
    "is_ruleset_option",
    "load_ruleset",
    "option_text",
    "option_value",
    "options",
    "parse_ruleset",
    "with_options",
]

RULESETS: Final = ("british", "bmja", "club", "hongkong", "western", "two-players", "three-players")
DEFAULT_RULESET: Final = "british"
DECLARED: Final[Mapping[Any, Any]] = {tuple[OwnHand, ...]: OwnHand, tuple[OwnRow, ...]: OwnRow}
OTHER_NAMES: Final = {"special_hands.run_pung_and_pair": "run_pung_pair"}
"""Options that have a second name."""
NONE: Final = "none"
"""How a file writes a missing value; TOML has no word for it."""


class Option(msgspec.Struct, frozen=True):
    """One option for people: its name (`limit`, `pairs.dragon`), meaning, sureness, and the values it can have.

    values: in words. accepts: for programs.
    """

    name: str
    meaning: str
    sureness: Sureness
    values: str
    accepts: tuple[OptionValue, ...]

    @property
    def is_reconstructed(self) -> bool:
        """Is its usual value taken from other rule books, because this one does not give it?"""
        return self.sureness in ("strong", "fair", "weak")


@cache
def options() -> tuple[Option, ...]:
    """Every option of a ruleset, in the order of the files.

    >>> [option.name for option in options()][3:6]
    ['players', 'winds', 'bonus_tiles']
    """
    return tuple(
        Option(name, meta.description, meta.extra["sureness"], _values(kind), accepted(kind))
        for name, kind, meta in _leaves()
    )


def _leaves(table: type[Section] = Ruleset, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    for field in msgspec.structs.fields(table):
        kind: Any = field.type
        if _is_section(kind):
            yield from _leaves(kind, f"{path}{field.name}.")
        elif kind not in DECLARED:
            yield path + field.name, kind, get_args(kind)[1]


def _is_section(kind: Any) -> TypeGuard[type[Section]]:
    return isinstance(kind, type) and issubclass(kind, Section)


def _values(kind: Any) -> str:
    bare, meta = get_args(kind)
    plain = {
        int: f"a number from {meta.ge} to {meta.le}",
        bool: "true or false",
        str: f"a text of at most {meta.max_length} letters",
    }
    if bare in plain:
        return plain[bare]
    if get_origin(bare) is tuple:
        return "two numbers, melded and concealed" if bare == tuple[Points, Points] else "a list of winds"
    words = [word for part in get_args(bare) for word in _words(part)]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _words(part: Any) -> tuple[str, ...]:
    if part == KongBoxSize:
        return ("a number",)
    if part == Count:
        return (f"a number from 1 to {MOST_POINTS}",)
    if part is type(None):
        return (NONE,)
    return tuple(map(str, get_args(part))) or (str(part),)


@lru_cache(maxsize=len(RULESETS))
def load_ruleset(name: str = DEFAULT_RULESET) -> Ruleset:
    """One of the house's rulesets.

    >>> load_ruleset("bmja").limit
    1000
    """
    return parse_ruleset(_shipped(name), name)


def _shipped(name: str) -> str:
    if name not in RULESETS:
        raise InvalidOption(f"expected a ruleset among {', '.join(RULESETS)}, got {shown(name)}")
    return resources.files("teahouse.games.classic.rulesets").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def parse_ruleset(text: str, place: str) -> Ruleset:
    """Read a ruleset from its file's text; `place` is the file's name, for errors.

    Every option must be given, unless `base` names one of the house's rulesets to take the others from.
    """
    return _ruleset(_given(text, place), place)


def _given(text: str, place: str) -> dict[str, Any]:
    """The options of a file and of its base, which may have a base itself."""
    values = _parse_toml(text, place)
    _check_format(values, place)
    base = values.pop("base", None)
    return values if base is None else _with_changes(_given(_shipped_base(base, place), str(base)), values)


def _parse_toml(text: str, place: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        complaint = str(error)
        raise InvalidText(f"{place}: expected a ruleset in TOML, got {complaint[:1].lower()}{complaint[1:]}") from None


def _check_format(values: Mapping[str, Any], place: str) -> None:
    form: object = values.get("format")
    if form != FORMAT or isinstance(form, bool):
        raise InvalidOption(f"{place}: expected format {FORMAT}, got {got(form)}")


def _shipped_base(base: object, place: str) -> str:
    try:
        return _shipped(str(base))
    except InvalidOption as error:
        raise InvalidOption(f"{place}: {error} (option base)") from None


def _merged(base: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The base's values with the given ones in their place; rows of payment are replaced one by one as well."""
    merged = dict(base)
    for name, value in values.items():
        old: Any = merged.get(name)
        merged[name] = _merged(old, value) if is_mapping(old) and is_mapping(value) else value
    return merged


def _with_changes(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base's values with these changes; hands worth half follow a new limit, unless they are changed too."""
    merged = _merged(base, changes)
    has_limit = merged.get("limit") != NONE
    limit: Any = merged.get("limit" if has_limit else "special_hand_value")
    is_new = "limit" in changes or (not has_limit and "special_hand_value" in changes)
    if is_new and "special_half_limit" not in changes and type(limit) is int:
        merged["special_half_limit"] = max(1, limit // 2)
    return merged


def _ruleset(values: Mapping[str, Any], place: str) -> Ruleset:
    try:
        ruleset = _section(values, Ruleset, "")
    except InvalidOption as error:
        raise InvalidOption(f"{place}: {error}") from None
    assert isinstance(ruleset, Ruleset)
    return ruleset


def _section(raw: Mapping[str, Any], table: type[Section], path: str) -> Section:
    fields = msgspec.structs.fields(table)
    raw = {OTHER_NAMES.get(path + name, name): value for name, value in raw.items()}
    check_names(raw, fields, path)
    values = {
        field.name: _value(raw[field.name], field.type, path + field.name) for field in fields if field.name in raw
    }
    return table(**values)


def _value(value: Any, kind: Any, name: str) -> Any:
    if kind in DECLARED:
        return parse_declared(value, DECLARED[kind], name)
    if _is_section(kind):
        if not is_mapping(value):
            raise InvalidOption(f"expected a table, got {got(value)} (option {name})")
        return _section(value, kind, f"{name}.")
    if value == NONE and type(None) in get_args(get_args(kind)[0]):
        return None
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise InvalidOption(f"expected {_values(kind)}, got {got(value)} (option {name})") from None


def option_text(ruleset: Ruleset, name: str) -> str:
    """An option's value as a person writes it.

    >>> option_text(load_ruleset(), "winds"), option_text(load_ruleset(), "max_games")
    ('East, South, West, North', 'none')
    """
    return ", ".join(map(_word, _listed(option_value(ruleset, name))))


def option_value(ruleset: Ruleset, name: str) -> OptionDefault:
    """An option's value as JSON has it."""
    value: Any = ruleset
    for part in name.split("."):
        value = getattr(value, part)
    default: OptionDefault = msgspec.to_builtins(value)
    return default


def _listed(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)  # pyright: ignore[reportUnknownVariableType] - of anything


def _word(value: object) -> str:
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def is_ruleset_option(name: str) -> bool:
    """Is this the name of an option of a ruleset, rather than of the game?"""
    return name.split(".", maxsplit=1)[0] in Ruleset.__struct_fields__


def with_options(ruleset: Ruleset, changes: Mapping[str, Any]) -> Ruleset:
    """The ruleset with some options changed, each by its name (`limit`, `pairs.dragon`).

    >>> mine = with_options(load_ruleset(), {"limit": 500})
    >>> mine.limit, mine.special_half_limit
    (500, 250)
    """
    current = msgspec.to_builtins(ruleset)
    for name in ("hands", "rows"):
        current[name] = {each["key"]: each for each in current[name]}
    nested: dict[str, Any] = {}
    for name, value in changes.items():
        *tables, leaf = name.split(".")
        place = nested
        for table in tables:
            place = place.setdefault(table, {})
        place[leaf] = NONE if value is None else value
    values = {name: NONE if value is None else value for name, value in current.items()}
    return _ruleset(_with_changes(values, nested), ruleset.name)
