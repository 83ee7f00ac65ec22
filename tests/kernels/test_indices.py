"""Compiled kernels do not check indices; in these tests numba does."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from teahouse.kernels.arrays import Ints
from teahouse.kernels.kernel import hot

TESTS = ("tests/kernels", "tests/players", "tests/lab")
PROBE = """
import numpy as np
from teahouse.players.compiling import compiled
from tests.kernels.test_indices import read
try:
    compiled(read)(np.zeros(8, np.int64), -1)
except IndexError:
    print("a wrong index is seen")
"""


@hot
def read(numbers: Ints, index: int) -> int:
    return int(numbers[index])


def run_checked(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Python with kernels that check indices and refuse negative ones."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(folder)}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, env=environment, check=False)


@pytest.mark.slow
def test_no_kernel_reads_or_writes_outside_its_arrays(tmp_path: Path) -> None:
    assert run_checked(("-c", PROBE), tmp_path).stdout == "a wrong index is seen\n"
    checked = run_checked(("-m", "pytest", "-q", "-x", "-m", "not slow", *TESTS), tmp_path)
    assert checked.returncode == 0, checked.stdout[-5000:]
