"""Arenas, surveys, learning environments and bots written by others."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from teahouse.lab.arena import Arena
    from teahouse.lab.holding import hold
    from teahouse.lab.standings import Standings

PLACES: Final = {
    "Arena": "teahouse.lab.arena",
    "Standings": "teahouse.lab.standings",
    "hold": "teahouse.lab.holding",
}
"""The module of each public name; a module is imported when one of its names is used."""

__all__ = ["Arena", "Standings", "hold"]


def __getattr__(name: str) -> Any:
    if name not in PLACES:
        raise AttributeError(f"module 'teahouse.lab' has no attribute {name!r}")
    return getattr(import_module(PLACES[name]), name)
