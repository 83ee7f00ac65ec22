"""What a game's folder of rules exports: one `GameDescription`."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

import msgspec

from teahouse.core.game import AnyGame, GameTypes
from teahouse.core.match import MatchPlan
from teahouse.games.option_values import OptionDefault, OptionValue
from teahouse.games.positions import PositionText

ONE_DEAL: Final = "single"
"""The match of one deal, which every game has."""

Sureness = Literal["certain", "strong", "fair", "weak", "choice"]


class OptionInfo(msgspec.Struct, frozen=True):
    """An option for people: its key in the catalogues, name, meaning, possible values, usual ones, and sureness.

    group: the group of options in which it is shown, by its word in the catalogues. rule: the score line whose value
    it sets. accepts: every kind of value that it can have; values: the same as an English sentence. defaults: its
    value in each ruleset, by the ruleset's name; an option that belongs to no ruleset has one value, under `usual`.
    usual: the same values as a person writes them.
    """

    key: str
    name: str
    group: str
    meaning: str
    values: str
    usual: dict[str, str]
    sureness: Sureness
    reconstructed: bool
    accepts: tuple[OptionValue, ...]
    defaults: dict[str, OptionDefault]
    rule: str = ""


class Difference(msgspec.Struct, frozen=True):
    """An option with another value than in the rules it is compared with: the value, and the usual one there."""

    option: str
    value: OptionDefault
    usual: OptionDefault


class Terms(msgspec.Struct, frozen=True):
    """The terms of a game: the ruleset of the house that its rules are nearest to, and the options that differ."""

    base: str = ""
    differences: tuple[Difference, ...] = ()


def usual_terms(_rules: Any) -> Terms:
    """The terms of a game that has no rulesets."""
    return Terms()


class Prose(msgspec.Struct, frozen=True):
    """Rules in words that depend on the options: the languages, English first, and the text as Markdown."""

    languages: tuple[str, ...]
    text: Callable[[Any, str], str]


def no_more_options() -> tuple[OptionInfo, ...]:
    """The options of a game whose rules name them all."""
    return ()


def no_facts() -> dict[str, Any]:
    """The facts of a game about which clients need to know nothing in advance."""
    return {}


class GameDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the house knows it.

    game: its class; the rules in words lie beside its module. matches: the kinds of match, the usual one first,
    `ONE_DEAL` among them. deal_text, deal_facts: a deal with every tile shown, for people and for programs.
    more_options: options that are not fields of its rules, such as those of a ruleset. client_facts: what never changes
    about the game and clients want to know in advance, by names in camel case. positions: any position as text, if
    the game can be analysed. terms: the nearest ruleset of the house, and the differences. prose: the rules in words,
    if they depend on the options; otherwise they are the files `rules.md` and `rules.xx.md` beside its class.
    """

    game: type[AnyGame]
    matches: Mapping[str, Callable[[Any], MatchPlan]]
    deal_text: Callable[[Any], str]
    deal_facts: Callable[[Any], dict[str, Any]]
    more_options: Callable[[], tuple[OptionInfo, ...]] = no_more_options
    client_facts: Callable[[], dict[str, Any]] = no_facts
    positions: PositionText | None = None
    terms: Callable[[Any], Terms] = usual_terms
    prose: Prose | None = None

    @property
    def types(self) -> GameTypes:
        """The types that the game is made of."""
        return self.game.types

    @property
    def summary(self) -> str:
        """The game in one line."""
        return (self.game.__doc__ or "").strip().splitlines()[0].rstrip(".")

    @property
    def usual_match(self) -> str:
        """The match played by default."""
        return next(iter(self.matches))
