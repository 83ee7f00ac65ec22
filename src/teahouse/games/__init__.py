"""The rule books. `GAMES` is the only list of games, with a `GameDescription` for each."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidOption, check_kind, plain, shown
from teahouse.core.game import AnyGame, Rules
from teahouse.core.match import MatchPlan
from teahouse.core.text import check_visible
from teahouse.games.battle import BATTLE
from teahouse.games.classic import CLASSIC
from teahouse.games.description import GameDescription
from teahouse.games.option_values import accepted, values_text
from teahouse.games.solitaire import SOLITAIRE

GAMES: Final[Mapping[str, GameDescription]] = {"battle": BATTLE, "classic": CLASSIC, "solitaire": SOLITAIRE}


def make_game(name: str, options: Mapping[str, Any] | None = None) -> AnyGame:
    """The game of that name with these options, or `InvalidOption`.

    >>> make_game("battle", {"least_opening_moves": 3}).rules.least_opening_moves
    3
    """
    if name not in tuple(GAMES):
        raise InvalidOption(f"expected a game ({', '.join(GAMES)}), got {shown(name)}")
    chosen: Mapping[str, Any] = {} if options is None else options
    check_kind(chosen, Mapping, f"the options of {name} by their names")
    return _made(GAMES[name].game, chosen)


def make_match(game: AnyGame, kind: str | None = None) -> MatchPlan:
    """The plan of a match of this game with its options; its usual kind unless another is named."""
    kinds = GAMES[game.name].matches
    chosen = GAMES[game.name].usual_match if kind is None else kind
    if chosen not in kinds:
        raise InvalidOption(f"expected a match of {game.name} ({', '.join(kinds)}), got {shown(chosen)}")
    return kinds[chosen](game.rules)


def _made(game: type[AnyGame], options: Mapping[str, Any]) -> AnyGame:
    known = game.types.rules.__struct_fields__
    for option in options:
        if option not in known:
            raise InvalidOption(f"expected an option of {game.name} ({', '.join(known)}), got {shown(option)}")
    try:
        rules = msgspec.convert(dict(options), game.types.rules)
    except msgspec.ValidationError as error:
        complaint = _refused_option(game.types.rules, options) or plain(error)
        raise InvalidOption(f"options of {game.name}: {complaint}") from None
    check_visible(options, f"the options of {game.name}")
    return game(rules)


def _refused_option(rules: type[Rules], options: Mapping[str, Any]) -> str:
    """The complaint about the first option with a wrong value; empty if the fault is inside a nested table."""
    for field in msgspec.structs.fields(rules):
        values = accepted(field.type)
        if field.name in options and all(value.kind != "table" for value in values):
            try:
                msgspec.convert(options[field.name], field.type)
            except msgspec.ValidationError:
                return f"expected {values_text(values)}, got {shown(options[field.name])} (option {field.name})"
    return ""
