"""The rule books for people: every game's rules in words, in several languages, and a list of all its options."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec
import msgspec.inspect as mi
from msgspec.structs import FieldInfo

from teahouse.core.errors import InvalidOption, shown
from teahouse.core.game import AnyGame
from teahouse.games import GAMES, make_game
from teahouse.games.description import OptionInfo, Terms
from teahouse.games.option_values import accepted

ORIGINAL: Final = "en"
USUAL: Final = "usual"
OF_THE_TABLE: Final = "table"
"""The group of the options that belong to no ruleset."""

_TRANSLATED: Final = re.compile(r"rules\.([a-z]{2})\.md$")
_MEANING: Final = re.compile(r"^\s+(\w+): (.+)\.$", re.MULTILINE)


class RuleBook(msgspec.Struct, frozen=True):
    """A game's rules in words, its terms, and all its options."""

    game: str
    language: str
    text: str
    terms: Terms
    options: tuple[OptionInfo, ...]


def rule_book(game: str, language: str = ORIGINAL, options: Mapping[str, Any] | None = None) -> RuleBook:
    """The rule book of a game with these options in a language, or in English if it has none in that language.

    >>> rule_book("battle", "de").options[0].usual
    {'usual': '2'}
    """
    if game not in GAMES:
        raise InvalidOption(f"expected a game ({', '.join(GAMES)}), got {shown(game)}")
    available = language if language in rule_languages(game) else ORIGINAL
    terms = GAMES[game].terms(make_game(game, options).rules)
    return RuleBook(game, available, rules_text(game, available, options), terms, option_infos(game, available))


def rules_text(game: str, language: str = ORIGINAL, options: Mapping[str, Any] | None = None) -> str:
    """The rules of a game with these options in words, as Markdown.

    `InvalidOption` if the game has none in that language.
    """
    languages = rule_languages(game)
    if language not in languages:
        raise InvalidOption(f"expected a language ({', '.join(languages)}), got {shown(language)}")
    prose = GAMES[game].prose
    return _written(game, language) if prose is None else prose.text(make_game(game, options).rules, language)


def rules_of(game: AnyGame) -> str:
    """The rules that a game is played by, in words, in English."""
    prose = GAMES[game.name].prose
    return _written(game.name, ORIGINAL) if prose is None else prose.text(game.rules, ORIGINAL)


@cache
def _written(game: str, language: str) -> str:
    name = "rules.md" if language == ORIGINAL else f"rules.{language}.md"
    text = _folder(game).joinpath(name).read_text("utf-8")
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("<!--"))


@cache
def rule_languages(game: str) -> tuple[str, ...]:
    """The languages of a game's rules, English first: the languages of its prose, or of the files `rules.xx.md`.

    >>> "de" in rule_languages("battle")
    True
    """
    prose = GAMES[game].prose
    if prose is not None:
        return prose.languages
    names = sorted(match[1] for path in _folder(game).iterdir() if (match := _TRANSLATED.match(path.name)))
    return (ORIGINAL, *names)


def _folder(game: str) -> Traversable:
    return files(GAMES[game].game.__module__.rpartition(".")[0])


@cache
def option_infos(game: str, language: str = ORIGINAL) -> tuple[OptionInfo, ...]:
    """Every option of a game, explained in a language; options that are not fields of its rules come last."""
    meanings = _meanings(game, language)
    return tuple(msgspec.structs.replace(each, meaning=meanings.get(each.key, each.meaning)) for each in _options(game))


def _meanings(game: str, language: str) -> Mapping[str, str]:
    """What options mean in a language other than English: the file `options.xx.toml` beside the game's class."""
    path = _folder(game).joinpath(f"options.{language}.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


@cache
def _options(game: str) -> tuple[OptionInfo, ...]:
    rules = GAMES[game].types.rules
    meanings = dict(_MEANING.findall(rules.__doc__ or ""))
    own = tuple(_own(game, field, meanings[field.name]) for field in msgspec.structs.fields(rules))
    return own + GAMES[game].more_options()


def _own(game: str, field: FieldInfo, meaning: str) -> OptionInfo:
    usual = "none" if field.default is None else str(field.default)
    return OptionInfo(
        key=f"{game}.{field.name}",
        name=field.name,
        group=OF_THE_TABLE,
        meaning=meaning,
        values=_values(mi.type_info(field.type)),
        usual={USUAL: usual},
        sureness="choice",
        reconstructed=False,
        accepts=accepted(field.type),
        defaults={USUAL: msgspec.to_builtins(field.default)},
    )


def _values(kind: mi.Type) -> str:  # noqa: PLR0911 - one line a kind of type
    """The values an option can have; "a number" if the description gives the bounds."""
    match kind:
        case mi.Metadata(type=inner):
            return _values(inner)
        case mi.IntType(ge=least, le=most):
            return "a number" if most is None else f"a number from {least} to {most}"
        case mi.LiteralType(values=values):
            return _listed(map(str, values))
        case mi.EnumType(cls=names):
            return _listed(str(name) for name in names)
        case mi.UnionType(types=types):
            return _listed(_values(one) for one in types)
        case mi.StructType(cls=cls):
            return f"a {cls.__name__.lower()}"
        case mi.VarTupleType(item_type=item):
            return f"a list: {_values(item)}"
        case mi.NoneType():
            return "none"
        case _:
            return "a text"


def _listed(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
