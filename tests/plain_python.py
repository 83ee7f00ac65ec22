"""Runs lines of Python twice: here with compiled kernels, and in a process with kernels as plain Python."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout
from unittest.mock import patch


def printed_alike(code: str, given: str = "") -> str:
    """The output of the lines for this input, which must be the same with both kinds of kernels."""
    plain = subprocess.run(
        [sys.executable, "-c", code],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    ).stdout
    with redirect_stdout(io.StringIO()) as compiled, patch.object(sys, "stdin", io.StringIO(given)):
        exec(code, {})  # noqa: S102 - lines of our own tests
    assert compiled.getvalue() == plain
    return plain
