"""What chooses: players see a view, never a state. `PLAYERS` is the only list of them."""

from collections.abc import Callable, Mapping
from typing import Final

from teahouse.core.errors import InvalidOption, shown
from teahouse.core.game import Rules
from teahouse.players.battle.bots import GreedyPlayer, PerfectPlayer, easy, hard, medium
from teahouse.players.classic.levels import EasyPlayer, ExpertPlayer, HardPlayer, MediumPlayer
from teahouse.players.classic.simple import SimplePlayer
from teahouse.players.player import AnyPlayer, Budget, HearsRules, Player, RandomPlayer
from teahouse.players.solitaire.bots import AnyPairPlayer, CarefulPlayer, HintPlayer, expert

PLAYERS: Final[Mapping[str, Mapping[str, Callable[[], AnyPlayer]]]] = {
    "battle": {
        "random": RandomPlayer,
        "greedy": GreedyPlayer,
        "easy": easy,
        "medium": medium,
        "hard": hard,
        "perfect": PerfectPlayer,
    },
    "classic": {
        "random": RandomPlayer,
        "easy": EasyPlayer,
        "simple": SimplePlayer,
        "medium": MediumPlayer,
        "hard": HardPlayer,
        "expert": ExpertPlayer,
    },
    "solitaire": {"random": AnyPairPlayer, "hint": HintPlayer, "careful": CarefulPlayer, "expert": expert},
}
USUAL: Final[Mapping[str, str]] = {"battle": "greedy", "classic": "simple", "solitaire": "careful"}
SEARCHING: Final[Mapping[str, tuple[str, ...]]] = {
    "battle": ("easy", "medium", "hard", "perfect"),
    "classic": ("easy", "medium", "hard", "expert"),
    "solitaire": ("expert",),
}
"""The players that have an engine, which is compiled on first use."""

__all__ = [
    "PLAYERS",
    "SEARCHING",
    "USUAL",
    "AnyPlayer",
    "Budget",
    "HearsRules",
    "Player",
    "RandomPlayer",
    "make_player",
    "seated",
    "usual_player",
]


def make_player(game: str, name: str, rules: Rules | None = None) -> AnyPlayer:
    """The player of that name, or `InvalidOption`; told the rules, if given, where it wants to know them."""
    players = PLAYERS[game]
    if name not in players:
        raise InvalidOption(f"expected a player of {game} ({', '.join(players)}), got {shown(name)}")
    return seated(players[name](), rules)


def seated(player: AnyPlayer, rules: Rules | None) -> AnyPlayer:
    """The player, having heard the rules where it wants to know them."""
    if rules is not None and isinstance(player, HearsRules):
        player.sit_down(rules)
    return player


def usual_player(game: str) -> str:
    """The player that sits down when nobody names one: the last of the list, unless `USUAL` names another."""
    return USUAL.get(game, list(PLAYERS[game])[-1])
