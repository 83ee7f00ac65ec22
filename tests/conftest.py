"""What every test stands on."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.quick_passwords import quick_passwords

__all__ = ["quick_passwords"]  # for every test

# Machines are slow at times; how long an example takes says nothing about the rules.
settings.register_profile("campaign", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("house", settings.get_profile("campaign"), max_examples=25, derandomize=True)
settings.load_profile("house")  # every run tries the same


def pytest_configure(config: pytest.Config) -> None:
    """Let only the long campaigns try something new each time."""
    if config.option.markexpr.startswith("slow"):
        settings.load_profile("campaign")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays until the end: looking through it for garbage would cost each test a few per cent."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
