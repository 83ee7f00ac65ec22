"""Fixtures and settings for all tests."""

import gc
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from tests.quick_passwords import quick_passwords

__all__ = ["quick_passwords"]  # for every test

SELDOM = (20_000, 20, 50)
"""How often garbage is looked for in tests: with Python's usual numbers it takes a fifteenth of their time."""

# No deadline, because machines are slow at times.
settings.register_profile("campaign", deadline=None, max_examples=200, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("house", settings.get_profile("campaign"), max_examples=25, derandomize=True)
settings.load_profile("house")  # the same examples in every run


def pytest_configure(config: pytest.Config) -> None:
    """Only the long campaigns try new examples in every run."""
    if config.option.markexpr.startswith("slow"):
        settings.load_profile("campaign")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exclude collected tests from garbage collection, which costs a few per cent; they live until the end anyway."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(*SELDOM)
