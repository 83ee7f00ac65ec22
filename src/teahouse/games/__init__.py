"""The rule books. `GAMES` is the only list of games, `MATCHES` of the matches they are played in."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidOption, plain, shown
from teahouse.core.game import AnyGame
from teahouse.core.match import MatchPlan
from teahouse.games.battle import Battle, BattleMatch
from teahouse.games.classic import Classic, ClassicMatch
from teahouse.games.solitaire import Solitaire, SolitaireMatch

GAMES: Final[Mapping[str, type[AnyGame]]] = {"battle": Battle, "classic": Classic, "solitaire": Solitaire}

MATCHES: Final[Mapping[str, Mapping[str, Callable[[Any], MatchPlan]]]] = {
    "battle": {
        "single": lambda rules: BattleMatch("single", rules),
        "double": lambda rules: BattleMatch("double", rules),
    },
    "classic": {
        "single": lambda rules: ClassicMatch("single", rules),
        "session": lambda rules: ClassicMatch("session", rules),
    },
    "solitaire": {
        "single": lambda rules: SolitaireMatch("single", rules),
        "pot": lambda rules: SolitaireMatch("pot", rules),
    },
}


def make_game(name: str, options: Mapping[str, Any] | None = None) -> AnyGame:
    """The game of that name with these options, or `InvalidOption`.

    >>> make_game("battle", {"least_opening_moves": 3}).rules.least_opening_moves
    3
    """
    if name not in GAMES:
        raise InvalidOption(f"expected a game ({', '.join(GAMES)}), got {shown(name)}")
    return _made(GAMES[name], options or {})


def make_match(game: AnyGame, kind: str | None = None) -> MatchPlan:
    """The plan of a match of this game with its options; the first of its kinds unless another is named."""
    kinds = MATCHES[game.name]
    chosen = next(iter(kinds)) if kind is None else kind
    if chosen not in kinds:
        raise InvalidOption(f"expected a match of {game.name} ({', '.join(kinds)}), got {shown(chosen)}")
    return kinds[chosen](game.rules)


def _made(game: type[AnyGame], options: Mapping[str, Any]) -> AnyGame:
    known = game.types.rules.__struct_fields__
    for option in options:
        if option not in known:
            raise InvalidOption(f"expected an option of {game.name} ({', '.join(known)}), got {shown(option)}")
    try:
        return game(msgspec.convert(dict(options), game.types.rules))
    except msgspec.ValidationError as error:
        raise InvalidOption(f"options of {game.name}: {plain(error)}") from None
