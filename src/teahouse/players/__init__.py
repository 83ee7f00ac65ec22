"""Players, advisers and judges: players see a view, never a state. `PLAYERS` has a `GamePlayers` for each game."""

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeVar

import msgspec

from teahouse.core.errors import InvalidOption, shown
from teahouse.core.game import Rules
from teahouse.games import make_game
from teahouse.players.advice import Advice, AdviceContext, Advised, Note, noted
from teahouse.players.battle import BATTLE
from teahouse.players.characters import character_for
from teahouse.players.classic import CLASSIC
from teahouse.players.game_players import GamePlayers
from teahouse.players.player import AnyPlayer, Budget, NeedsRules, Player, RandomPlayer
from teahouse.players.solitaire import SOLITAIRE

M = TypeVar("M")

PLAYERS: Final[Mapping[str, GamePlayers]] = {"battle": BATTLE, "classic": CLASSIC, "solitaire": SOLITAIRE}

__all__ = [
    "PLAYERS",
    "AnyPlayer",
    "Budget",
    "GamePlayers",
    "NeedsRules",
    "Player",
    "RandomPlayer",
    "advise",
    "advise_by",
    "fallback_move",
    "make_player",
    "name_bots",
    "seated",
]


def make_player(game: str, name: str, rules: Rules | None = None) -> AnyPlayer:
    """The player of that name, or `InvalidOption`; a player whose choices depend on the rules gets them, if given."""
    check_level(game, name)
    return seated(PLAYERS[game].levels[name](), rules)


def check_level(game: str, level: str) -> None:
    """Refuse a game that does not exist or a level that it does not have, with `InvalidOption`."""
    if game not in tuple(PLAYERS):
        raise InvalidOption(f"expected a game ({', '.join(PLAYERS)}), got {shown(game)}")
    levels = PLAYERS[game].levels
    if level not in tuple(levels):
        raise InvalidOption(f"expected a player of {game} ({', '.join(levels)}), got {shown(level)}")


def name_bots(game: str, levels: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names of the house players that play these levels at a table, all different and none of them taken there.

    >>> name_bots("classic", ["easy", "easy", "expert"], taken=["Ann", "Tavi"])
    ['Suki', 'Bruno', 'Odile']
    """
    at_table, names = list(taken), list[str]()
    for level in levels:
        check_level(game, level)
        names.append(character_for(PLAYERS[game].rank(level), [*at_table, *names]))
    return names


def seated(player: AnyPlayer, rules: Rules | None) -> AnyPlayer:
    """The same player, with the rules set if its choices depend on them."""
    if rules is not None and isinstance(player, NeedsRules):
        player.set_rules(rules)
    return player


def fallback_move(game: str, view: object, moves: Sequence[M], seed: str) -> M:
    """The move of the game's weakest player; the same seed gives the same move."""
    weakest = next(iter(PLAYERS[game].levels.values())) if game in PLAYERS else RandomPlayer
    move: M = weakest().choose(view, moves, Budget(seconds=0.0), Random(seed))
    return move


def advise_by(level: str, game: str, view: Any, moves: Sequence[Any], context: AdviceContext) -> Advice:
    """Advice by a weaker level than the adviser: the move it would play first, then the others."""
    best = make_player(game, level, context.rules).choose(view, moves, context.budget, context.rng)
    game_object = make_game(game, msgspec.to_builtins(context.rules))
    notes = (Note("looks_best"),)
    advised = [Advised(move=best, text=game_object.move_text(best), reason=noted(notes), notes=notes)]
    advised += [Advised(move=move, text=game_object.move_text(move), reason="") for move in moves if move != best]
    adviser = PLAYERS[game].adviser
    seat = None if adviser is None else adviser.seat(view)
    assert seat is not None, f"expected a seat's own view of {game}, with an adviser"
    return Advice(game, seat, tuple(advised), level)


def advise(game: str, view: Any, moves: Sequence[Any], context: AdviceContext) -> Advice:
    """The moves of a view, the best first; there must be one, and the view must be a seat's own."""
    adviser = PLAYERS[game].adviser if game in PLAYERS else None
    if adviser is None:
        advised = ", ".join(name for name, players in PLAYERS.items() if players.adviser is not None)
        raise InvalidOption(f"expected a game with advice ({advised}), got {game}")
    return adviser.advise(view, moves, context)
