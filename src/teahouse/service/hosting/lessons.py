"""The lessons of the house. `LESSONS` is the only list of them."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from teahouse.games import make_game
from teahouse.service.errors import refused
from teahouse.service.hosting.battle import lesson as lesson_battle
from teahouse.service.hosting.classic import lesson as lesson_classic
from teahouse.service.hosting.lesson import Lesson, Scene, make_lesson
from teahouse.service.hosting.solitaire import lesson as lesson_solitaire

LESSONS: Final[Mapping[str, tuple[Mapping[str, Any], tuple[Scene, ...]]]] = {
    "battle": ({}, lesson_battle.SCENES),
    "classic": ({"east": 0, "dealer": 0}, lesson_classic.SCENES),
    "solitaire": ({"level": "gentle"}, lesson_solitaire.SCENES),
}


@cache
def lesson_of(name: str) -> Lesson:
    """A game's lesson, or a refusal; set once."""
    if name not in LESSONS:
        raise refused("wire/unknown")
    options, scenes = LESSONS[name]
    return make_lesson(make_game(name, options), scenes)
