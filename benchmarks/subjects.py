"""The subjects of `python -m benchmarks`, in the order of the page, each with the module that measures it."""

from importlib import import_module
from types import ModuleType
from typing import Final

SUBJECTS: Final = {
    "battle": "battle.play",
    "battle_search": "battle.search",
    "scoring": "classic.scoring",
    "classic": "classic.play",
    "hands": "classic.hands",
    "classic_deals": "classic.deals",
    "solitaire": "solitaire.play",
    "solitaire_solver": "solitaire.solver",
    "solitaire_optimum": "solitaire.optimum",
    "environments": "environments",
    "engines": "server.engines",
    "startup": "startup",
    "server": "server.actions",
    "copies": "server.copies",
    "growth": "server.growth",
    "judge": "judge.judge",
    "people": "server.people",
    "search": "server.search",
    "app": "app.app",
}


def module_of(subject: str) -> ModuleType:
    """The module that measures a subject, by its function `figures`."""
    return import_module(f"benchmarks.{SUBJECTS[subject]}")
