"""Compiled kernels are kept in the user's cache, and the first use says so."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from teahouse.players.compiling import FOLDER, SWITCH, kernel_folder, must_compile


def test_kernels_live_in_the_users_cache_under_a_digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kernel_folder().name.startswith("kernels-")
    assert kernel_folder() == kernel_folder()


def test_a_folder_named_by_the_user_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert kernel_folder() == tmp_path


def test_what_is_not_compiled_yet_must_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.delenv(SWITCH, raising=False)
    assert must_compile("battle")
    (tmp_path / "battle_abc").mkdir()
    (tmp_path / "battle_abc" / "search.nbi").touch()
    assert not must_compile("battle")
    assert must_compile("other")


def test_nothing_is_compiled_when_compiling_is_switched_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setenv(SWITCH, "1")
    assert not must_compile("battle")


@pytest.mark.slow
def test_the_first_use_compiles_and_says_so_and_the_second_does_not(tmp_path: Path) -> None:
    board = "\n".join(["9m 9m " + ".. " * 10] + [".. " * 12] * 8)
    told = [
        subprocess.run(
            [sys.executable, "-m", "teahouse", "solve", "battle", "-", "--memory", "4"],
            input=board,
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, FOLDER: str(tmp_path)},
        )
        for _ in range(2)
    ]
    assert [run.stderr.startswith("compiling the engine, once") for run in told] == [True, False]
    assert told[0].stdout.splitlines()[:2] == told[1].stdout.splitlines()[:2]
    assert told[1].stderr == ""
