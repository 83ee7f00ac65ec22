"""Passwords in tests are hashed in no time; one test looks that those of a house are hashed at full strength."""

from typing import Final

import pytest
from argon2 import profiles

FULL_STRENGTH: Final = profiles.RFC_9106_LOW_MEMORY


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Servers in this process hash as cheaply as argon2 can."""
    profiles.RFC_9106_LOW_MEMORY = profiles.CHEAPEST
