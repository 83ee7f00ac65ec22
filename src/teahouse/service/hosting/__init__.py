"""How each game is hosted. `HOSTING` is the only list of hosted games."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from teahouse.games import GAMES, make_game
from teahouse.service.errors import refused
from teahouse.service.hosting.battle import BATTLE
from teahouse.service.hosting.classic import CLASSIC
from teahouse.service.hosting.lesson import Lesson, make_lesson
from teahouse.service.hosting.rules import HostingRules
from teahouse.service.hosting.solitaire import SOLITAIRE

HOSTING: Final[Mapping[str, HostingRules]] = {"battle": BATTLE, "classic": CLASSIC, "solitaire": SOLITAIRE}


def hosted_matches(game: str) -> tuple[str, ...]:
    """The kinds of match that are hosted, the usual one first."""
    return tuple(kind for kind in GAMES[game].matches if kind not in HOSTING[game].unhosted)


@cache
def lesson_of(game: str) -> Lesson:
    """A game's lesson, or a refusal; computed once."""
    if game not in HOSTING:
        raise refused("wire/unknown")
    plan = HOSTING[game].lesson
    return make_lesson(make_game(game, plan.options), plan.scenes)
