"""What chooses: players see a view, never a state. `PLAYERS` is the only list of them."""

from collections.abc import Callable, Mapping
from typing import Final

from teahouse.core.errors import InvalidOption, shown
from teahouse.players.battle import GreedyPlayer
from teahouse.players.classic import SimplePlayer
from teahouse.players.player import AnyPlayer, Budget, Player, RandomPlayer
from teahouse.players.solitaire import AnyPairPlayer, CarefulPlayer, HintPlayer

PLAYERS: Final[Mapping[str, Mapping[str, Callable[[], AnyPlayer]]]] = {
    "battle": {"random": RandomPlayer, "greedy": GreedyPlayer},
    "classic": {"random": RandomPlayer, "simple": SimplePlayer},
    "solitaire": {"random": AnyPairPlayer, "hint": HintPlayer, "careful": CarefulPlayer},
}

__all__ = ["PLAYERS", "AnyPlayer", "Budget", "Player", "RandomPlayer", "make_player"]


def make_player(game: str, name: str) -> AnyPlayer:
    """The player of that name, or `InvalidOption`."""
    players = PLAYERS[game]
    if name not in players:
        raise InvalidOption(f"expected a player of {game} ({', '.join(players)}), got {shown(name)}")
    return players[name]()
