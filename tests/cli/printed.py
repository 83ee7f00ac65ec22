"""The output of a command, without notes that depend on the machine."""

import pytest

from teahouse.cli.shared.engine import COMPILING


def out_and_err(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Standard output and error, without the note that an engine is being compiled."""
    out, err = capsys.readouterr()
    return out, err.replace(f"{COMPILING}\n", "")
