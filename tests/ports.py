"""Ports for servers that restart at the same address; nothing else takes them in the meantime."""

import os
import socket
from collections.abc import Iterator
from functools import cache
from typing import Final

# Systems choose the ports of outgoing connections from 32768 upwards (Linux) or 49152 (others).
FIRST: Final = 12_000
EACH: Final = 2_000  # ports reserved for each process of a run
PROCESSES: Final = 10


def free_port() -> int:
    """A free port, which no other test of this run gets."""
    return next(port for port in _ports() if _is_free(port))


@cache
def _ports() -> Iterator[int]:
    """The ports of this process, from a random one on, because another run may be in progress."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % PROCESSES
    start = os.getpid() * 7
    return (FIRST + worker * EACH + (start + number) % EACH for number in range(EACH))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
