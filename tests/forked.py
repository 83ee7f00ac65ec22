"""Processes of `teahouse` that start quickly, as forks of one that has imported everything; see `zygote.py`."""

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

PATIENCE: Final = 120.0  # seconds; for a slow machine
ROOT: Final = Path(__file__).parent.parent
LONGEST_ANSWER: Final = 100  # bytes
LOCK: Final = threading.Lock()


class ForkedProcess:
    """`python -m MODULE ARGUMENTS`, with these numbers of files as its input, output and errors.

    `constants` replaces constants of modules, by their full names, that would make a test slow.
    """

    def __init__(
        self,
        module: str,
        *arguments: str,
        folder: Path,
        environment: Mapping[str, str],
        streams: tuple[int, int, int],
        constants: Mapping[str, float] = MappingProxyType({}),
    ) -> None:
        order: dict[str, Any] = {"module": module, "arguments": arguments, "folder": str(folder)}
        order |= {"environment": dict(environment), "constants": dict(constants)}
        self.pid: Final[int] = _ordered(order, *streams)
        self._code: int | None = None

    def send(self, number: signal.Signals) -> None:
        """Send a signal, unless the process is known to have ended."""
        if self._code is None:
            os.kill(self.pid, number)

    def poll(self) -> int | None:
        """The exit code; None while it runs."""
        return self._ask(wait=False)

    def wait(self) -> int:
        """Wait until it ends, and return the exit code."""
        code = self._ask(wait=True)
        assert code is not None
        return code

    def _ask(self, *, wait: bool) -> int | None:
        if self._code is None:
            self._code = _ordered({"pid": self.pid, "wait": wait})
        return self._code


@cache
def _zygote() -> socket.socket:
    """The socket of the process with all imports, which ends with this process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(PATIENCE)
    command = [sys.executable, "-m", "tests.zygote", str(theirs.fileno())]
    with theirs:
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[theirs.fileno()], start_new_session=True
        )
    atexit.register(process.wait)
    atexit.register(ours.close)  # first, because exit functions run in reverse order
    return ours


def _ordered(order: Mapping[str, Any], *streams: int) -> Any:
    with LOCK:
        socket.send_fds(_zygote(), [json.dumps(order).encode()], streams)
        return json.loads(_zygote().recv(LONGEST_ANSWER))
