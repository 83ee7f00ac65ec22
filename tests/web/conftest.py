"""A server without rate limits that all tests of this folder share."""

from collections.abc import Generator

import pytest

from tests.web.live import Live, Visitor, living


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Generator[Live]:
    with living(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture
def ann(live: Live) -> Visitor:
    return live.visitor().guest()


@pytest.fixture
def bob(live: Live) -> Visitor:
    return live.visitor().guest()
