"""Ports for servers that come back at the same address, which nothing else takes while they are away."""

import os
import socket
from collections.abc import Iterator
from functools import cache
from typing import Final

# Systems choose ports of outgoing connections from 32768 upwards (Linux) or 49152 (others).
FIRST: Final = 12_000
EACH: Final = 2_000  # ports that each process of a run has to itself
PROCESSES: Final = 10


def free_port() -> int:
    """A port where nobody listens, given to nobody else in this run of the tests."""
    return next(port for port in _ports() if _is_free(port))


@cache
def _ports() -> Iterator[int]:
    """The ports of this process, from any of them on: another run may be going on beside this one."""
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
