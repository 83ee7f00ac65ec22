"""Starts `teahouse` quickly: everything is imported once, and each start is a fork that can be killed.

Takes orders from the socket whose number is its argument; see `forked.py`, which sends them.
"""

import gc
import json
import os
import runpy
import signal
import socket
import sys
from importlib import import_module
from typing import Any, Final

LOADED: Final = (
    "teahouse.cli.house.doctor",
    "teahouse.cli.house.serve",
    "teahouse.cli.play.screen",
    "teahouse.pictures",
    "teahouse.web.server",
)
LONGEST_ORDER: Final = 1 << 17  # bytes; the environment is the largest part


def main() -> None:
    """Follow orders until the other end of the socket is closed, then end the processes that were started."""
    orders = socket.socket(fileno=int(sys.argv[1]))
    for module in LOADED:
        import_module(module)
    gc.freeze()
    running = set[int]()
    while True:
        told, streams, _, _ = socket.recv_fds(orders, LONGEST_ORDER, 3)
        if not told:
            return _end(running)
        order = json.loads(told)
        if "module" in order:
            pid = os.fork()
            if pid == 0:
                orders.close()
                return _become(order, streams)
            for stream in streams:
                os.close(stream)
            running.add(pid)
            orders.send(json.dumps(pid).encode())
        else:
            ended, status = os.waitpid(order["pid"], 0 if order["wait"] else os.WNOHANG)
            running.discard(ended)
            orders.send(json.dumps(os.waitstatus_to_exitcode(status) if ended else None).encode())


def _end(running: set[int]) -> None:
    """End the processes that still run, because the process that ordered them was killed."""
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def _become(order: dict[str, Any], streams: list[int]) -> None:
    """Become `python -m MODULE ARGUMENTS`, with the folder, environment, input, output and errors of the order.

    Set constants of modules as the order says.
    """
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115 - open until the process ends
    sys.stderr = open(2, "w", errors="backslashreplace")  # noqa: SIM115 - as above
    os.environ.clear()
    os.environ.update(order["environment"])
    os.chdir(order["folder"])
    for place, value in order["constants"].items():
        module, _, name = place.rpartition(".")
        setattr(import_module(module), name, value)
    sys.argv = [order["module"], *order["arguments"]]
    runpy.run_module(order["module"], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
