"""The folder of compiled kernels."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import teahouse.kernels
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


def test_without_a_writable_cache_kernels_are_kept_while_the_process_runs(cache: Path) -> None:
    cache.write_text("no folder")
    use_kernel_folder()
    folder = Path(os.environ[FOLDER])
    assert not folder.is_relative_to(cache)
    (folder / "kernel").touch()
    assert kernel_folder() == folder


def test_kernels_are_kept_there_even_if_numba_was_imported_before(cache: Path) -> None:
    code = """
import numba
from teahouse.kernels.classic.distance import layout
from teahouse.players.compiling import compiled
compiled(layout.number_entries)
"""
    beside = Path(teahouse.kernels.__path__[0])
    before = set(beside.rglob("*.nbi"))
    subprocess.run([sys.executable, "-c", code], check=True)
    assert [index.name.split("-")[0] for index in cache.rglob("*.nbi")] == ["layout.number_entries"]
    assert set(beside.rglob("*.nbi")) == before
