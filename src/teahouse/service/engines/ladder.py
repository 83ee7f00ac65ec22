"""Replacements for a bot whose engine fails: weaker levels of its game, at last one that needs no engine process."""

import logging
from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeVar

from teahouse.games import make_game
from teahouse.players import PLAYERS, Budget, advise_by, fallback_move, make_player
from teahouse.players.advice import Advice, AdviceContext

M = TypeVar("M")

AT_ONCE: Final = Budget(seconds=0.0)

log: Final = logging.getLogger(__name__)


class Wish(NamedTuple):
    """A task: the moves of a view to choose from or to rank, with the game and its options."""

    game: str
    options: dict[str, Any]
    view: Any
    moves: Sequence[Any]
    seed: str

    def context(self) -> AdviceContext:
        """What a level that needs no engine may use."""
        return AdviceContext(make_game(self.game, self.options).rules, AT_ONCE, Random(self.seed))


def weaker_levels(game: str, level: str) -> tuple[str, ...]:
    """The levels to try in engines for one that failed, the next weaker first, down to those that need none.

    >>> weaker_levels("battle", "perfect"), weaker_levels("classic", "expert"), weaker_levels("solitaire", "expert")
    (('hard', 'medium', 'easy'), ('hard', 'medium'), ())
    """
    if game not in PLAYERS or level not in PLAYERS[game].levels:
        return ()
    levels = list(PLAYERS[game].levels)
    between = levels[levels.index(plain_level(game, level)) + 1 : levels.index(level)]
    return tuple(reversed(between))


def plain_level(game: str, level: str) -> str:
    """The level that plays when no engine can: the strongest up to this one that searches nothing.

    `random` never plays for another level; where nothing else is weaker, the next stronger level plays.

    >>> [plain_level("battle", level) for level in ("perfect", "greedy", "random")]
    ['greedy', 'greedy', 'random']
    >>> plain_level("classic", "expert"), plain_level("classic", "easy"), plain_level("solitaire", "expert")
    ('simple', 'simple', 'careful')
    """
    levels = list(PLAYERS[game].levels)
    if level not in levels[1:]:
        return levels[0]
    plain = [each for each in levels[1:] if each not in PLAYERS[game].searching]
    weaker = [each for each in plain if levels.index(each) <= levels.index(level)]
    return weaker[-1] if weaker else plain[0] if plain else levels[0]


def plain_move(wish: Wish, level: str) -> tuple[Any, str]:
    """The move of a level that needs no engine, and its name; this takes a millisecond."""
    plain = plain_level(wish.game, level)
    try:
        context = wish.context()
        player = make_player(wish.game, plain, context.rules)
        return player.choose(wish.view, wish.moves, AT_ONCE, context.rng), plain
    except Exception:
        log.exception("the plainest player failed", extra={"game": wish.game, "bot": plain})
        return fallback_move(wish.game, wish.view, wish.moves, wish.seed), next(iter(PLAYERS[wish.game].levels))


def plain_advice(wish: Wish, level: str) -> Advice:
    """Advice by a level that needs no engine."""
    return advise_by(plain_level(wish.game, level), wish.game, wish.view, wish.moves, wish.context())
