"""The last network address of each person, so that one household does not take everybody's turns."""

from collections import OrderedDict
from typing import Final

MOST_PERSONS: Final = 50_000


class Households:
    """The address of each person, in bounded memory."""

    def __init__(self, most: int = MOST_PERSONS) -> None:
        """Start without addresses."""
        self._most: Final = most
        self._addresses: OrderedDict[str, str] = OrderedDict()

    def remember(self, person: str, address: str) -> None:
        """Remember a person's address."""
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > self._most:
            self._addresses.popitem(last=False)

    def of(self, person: str) -> str:
        """The address of a person, or the person if it is unknown."""
        return self._addresses.get(person, person)
