"""Fast hashing of passwords in tests; one test checks that a house hashes them at full strength."""

from typing import Final

import pytest
from argon2 import profiles

FULL_STRENGTH: Final = profiles.RFC_9106_LOW_MEMORY


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Make servers in this process hash as cheaply as argon2 can."""
    profiles.RFC_9106_LOW_MEMORY = profiles.CHEAPEST
