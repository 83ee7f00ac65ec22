"""Starts servers quickly: everything is imported once, each server is a fork, as real and as mortal as any process.

Reads orders from its input: `start` forks a server and prints its process id; `wait` prints how the last one ended.
"""

import os
import sys
from importlib import import_module


def main() -> None:
    """Do what is ordered until the input ends."""
    serve = import_module("teahouse.cli.house.serve")
    import_module("teahouse.web.server")
    child = 0
    for order in sys.stdin:
        if order == "start\n":
            child = os.fork()
            if child == 0:
                os.dup2(2, 1)
                serve.run(serve.parser().parse_args(["--no-browser"]))
                os._exit(0)
            print(child, flush=True)
        else:
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
