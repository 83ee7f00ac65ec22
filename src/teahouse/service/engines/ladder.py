"""Replacements for a bot whose engine fails: weaker levels of its game, at last one that needs no engine process."""

import logging
from random import Random
from typing import Any, Final

from teahouse.games import make_game
from teahouse.players import PLAYERS, Budget, advise_by, fallback_move, make_player
from teahouse.players.advice import Advice, AdviceContext
from teahouse.service.engines.question import MoveQuestion

AT_ONCE: Final = Budget(seconds=0.0)

log: Final = logging.getLogger(__name__)


def weaker_levels(game: str, level: str) -> tuple[str, ...]:
    """The weaker levels to try in engines for one that failed, the strongest first, as long as they need an engine.

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

    `random` never plays for another level; if nothing else is weaker, the next stronger level plays.

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


def plain_move(question: MoveQuestion[Any], level: str) -> tuple[Any, str]:
    """The move of a level that needs no engine, and that level; this takes a millisecond."""
    plain = plain_level(question.game, level)
    try:
        context = _context(question)
        player = make_player(question.game, plain, context.rules)
        return player.choose(question.view, question.moves, AT_ONCE, context.rng), plain
    except Exception:
        log.exception("the plainest player failed", extra={"game": question.game, "bot": plain})
        return fallback_move(question.game, question.view, question.moves, question.seed), next(
            iter(PLAYERS[question.game].levels)
        )


def plain_advice(question: MoveQuestion[Any], level: str) -> Advice:
    """Advice by a level that needs no engine."""
    return advise_by(
        plain_level(question.game, level), question.game, question.view, question.moves, _context(question)
    )


def _context(question: MoveQuestion[Any]) -> AdviceContext:
    return AdviceContext(make_game(question.game, question.options).rules, AT_ONCE, Random(question.seed))
