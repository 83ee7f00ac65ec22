"""Arenas, surveys, learning environments and bots written by others."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from teahouse.lab.arena import Arena
    from teahouse.lab.running import run_arena
    from teahouse.lab.standings import Standings

PLACES: Final = {
    "Arena": "teahouse.lab.arena",
    "Standings": "teahouse.lab.standings",
    "run_arena": "teahouse.lab.running",
}
"""The module of each public name; a module is imported when one of its names is used."""

__all__ = ["Arena", "Standings", "run_arena"]


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"module 'teahouse.lab' has no attribute {name!r}")
    return getattr(import_module(PLACES[name]), name)
