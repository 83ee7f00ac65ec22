"""What pytest collects: a module is searched for doctests only where it has one."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Importing every module, to find nothing in most of them, would take each worker seconds."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule) or b">>>" in file_path.read_bytes()]
