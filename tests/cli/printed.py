"""What a command printed, the same on a machine where engines must be compiled first."""

import pytest

from teahouse.cli.shared.engine import COMPILING


def out_and_err(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Both outputs, without the note that an engine is being compiled."""
    out, err = capsys.readouterr()
    return out, err.replace(f"{COMPILING}\n", "")
