"""The sentences of the rules in one language, and how it writes numbers, rules and options."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from teahouse.core.tiles import Wind
from teahouse.games.classic.rulesets.ruleset import options

ORIGINAL: Final = "en"
_FOLDER: Final = "teahouse.games.classic.prose"


class Sentences:
    """The sentences of one language.

    meanings: what each option means. names: what each rule of a score is called.
    """

    def __init__(self, texts: Mapping[str, Any], meanings: Mapping[str, str]) -> None:
        """Take the sentences of a file and the meanings of the options."""
        self.texts: Final = texts
        self.meanings: Final = meanings
        self.names: Final[Mapping[str, str]] = texts["names"]

    def say(self, key: str, **values: object) -> str:
        """The sentence of a key such as `turn.pong`, filled in; numbers are written as in that language."""
        entry: Any = self.texts
        for part in key.split("."):
            entry = entry[part]
        text = str(entry)
        return text.format(**{name: self.number(value) for name, value in values.items()}) if values else text

    def number(self, value: object) -> str:
        """A number with separators between thousands; anything else unchanged.

        >>> sentences("de").number(12000)
        '12.000'
        """
        return f"{value:,}".replace(",", self.say("thousands")) if isinstance(value, int) else str(value)

    def winds(self, winds: Iterable[Wind], joint: str) -> str:
        """Winds one after another: `South, West and North`, or `South, then West`."""
        *others, last = (self.say(f"winds.{wind}") for wind in winds)
        if joint == "then":
            return self.say("join.then").join((*others, last))
        return self.say("join.and").join(filter(None, (", ".join(others), last)))

    def row(self, key: str) -> str:
        """An option's meaning as a row of a table has it."""
        return self.meanings[key]


@cache
def sentences(language: str) -> Sentences:
    """The sentences of a language."""
    texts = tomllib.loads(_read(_folder().joinpath(f"{language}.toml")))
    return Sentences(texts, _meanings(language))


def languages() -> tuple[str, ...]:
    """The languages that the rules are written in, English first.

    >>> languages()
    ('en', 'de', 'fr', 'nl')
    """
    names = sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml"))
    return (ORIGINAL, *(name for name in names if name != ORIGINAL))


@cache
def wind_names() -> frozenset[str]:
    """The names of the winds in every language."""
    return frozenset(str(name) for language in languages() for name in sentences(language).texts["winds"].values())


def _folder() -> Traversable:
    return resources.files(_FOLDER)


def _read(path: Traversable) -> str:
    return path.read_text(encoding="utf-8")


def _meanings(language: str) -> Mapping[str, str]:
    if language == ORIGINAL:
        return {option.name: option.meaning for option in options()}
    texts = tomllib.loads(_read(resources.files("teahouse.games.classic").joinpath(f"options.{language}.toml")))
    return {key.removeprefix("ruleset."): meaning for key, meaning in texts.items()}
