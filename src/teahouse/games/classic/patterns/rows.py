"""The rows of the house: doublings, bonuses, and hands of sets or of a way to win, declared in `rows.toml`."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Final, Literal

import msgspec

Scope = Literal["winner", "everybody"]
"""The hands that it counts for: the winner's, or also the hands of losers who settle."""
When = tuple[str | tuple[str, ...], ...]
"""Conditions that all hold; several lists are alternatives."""
FILE: Final = "rows.toml"


class BuiltInRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A built-in row: the option with its value, its name, and its conditions, which the file explains."""

    option: str
    name: str
    when: When = ()
    each: str = ""
    scope: Scope = "winner"
    any_hand: bool = False
    wins: bool = False
    replaces: tuple[str, ...] = ()
    replaces_where: str = ""
    options: dict[str, dict[str, When]] = {}

    def when_under(self, ruleset: object) -> When:
        """Its conditions under a ruleset."""
        for option, changed in self.options.items():
            value = str(getattr(ruleset, option)).lower()
            if value in changed:
                return changed[value]
        return self.when

    def replaced_under(self, ruleset: object) -> tuple[str, ...]:
        """The rows that do not count together with it under a ruleset."""
        return self.replaces if not self.replaces_where or getattr(ruleset, self.replaces_where) else ()

    @property
    def is_special(self) -> bool:
        """Is it a special hand, whose value replaces all other points?"""
        return self.option.startswith("special_hands.")


@lru_cache(maxsize=1)
def house_rows() -> Mapping[str, BuiltInRow]:
    """Every row of the house, by its key."""
    text = resources.files("teahouse.games.classic.patterns").joinpath(FILE).read_text(encoding="utf-8")
    return {key: msgspec.convert(row, BuiltInRow) for key, row in tomllib.loads(text).items()}


def alternatives(when: When) -> list[Sequence[str]]:
    """The conditions as alternative lists, of which one must hold.

    >>> alternatives(("no chows",)), alternatives((("1 suit",), ("no suits",)))
    ([['no chows']], [('1 suit',), ('no suits',)])
    """
    lists = [each for each in when if not isinstance(each, str)]
    return [*lists] if lists else [[each for each in when if isinstance(each, str)]]
