"""Where compiled kernels are kept."""

import os
from pathlib import Path

import pytest

from teahouse.players.compiling import FOLDER, kernel_folder, use_kernel_folder


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, "")
    monkeypatch.delenv(FOLDER)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_kernels_are_kept_in_the_users_cache(cache: Path) -> None:
    use_kernel_folder()
    assert Path(os.environ[FOLDER]).is_relative_to(cache)


def test_without_a_cache_that_can_be_written_kernels_are_kept_as_long_as_the_process(cache: Path) -> None:
    cache.write_text("no folder")
    use_kernel_folder()
    folder = Path(os.environ[FOLDER])
    assert not folder.is_relative_to(cache)
    (folder / "kernel").touch()
    assert kernel_folder() == folder
