"""The rule books. `GAMES` is the only list of games."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from teahouse.core.errors import InvalidOption, shown
from teahouse.core.game import AnyGame
from teahouse.games.battle import Battle
from teahouse.games.solitaire import Solitaire

GAMES: Final[Mapping[str, type[AnyGame]]] = {"battle": Battle, "solitaire": Solitaire}


def make_game(name: str, options: Mapping[str, Any] | None = None) -> AnyGame:
    """The game of that name with these options, or `InvalidOption`.

    >>> make_game("battle", {"least_opening_moves": 3}).rules.least_opening_moves
    3
    """
    if name not in GAMES:
        raise InvalidOption(f"expected a game ({', '.join(GAMES)}), got {shown(name)}")
    return _made(GAMES[name], options or {})


def _made(game: type[AnyGame], options: Mapping[str, Any]) -> AnyGame:
    try:
        return game(msgspec.convert(dict(options), game.types.rules))
    except msgspec.ValidationError as error:
        raise InvalidOption(f"option of {game.name}: {str(error).replace('`', '')}") from None
