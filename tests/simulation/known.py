"""Faults that are known and not mended yet: the simulation passes them over. Empty when all is well."""

from typing import Final

from tests.simulation.world import Fault

KNOWN: Final[tuple[tuple[str, str], ...]] = (
    ("bots", ""),
    ("ends", ""),
)


def is_new(fault: Fault) -> bool:
    """Is this none of the known ones?"""
    return not any(fault.invariant == invariant and text in fault.text for invariant, text in KNOWN)
