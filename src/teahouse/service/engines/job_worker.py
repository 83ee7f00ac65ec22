"""The process behind `workers.py` and `judge.py`: one piece of work after another.

`python -m teahouse.service.engines.job_worker`. When the server is gone it ends at once, in the middle of its work.
"""

import argparse
import pickle
import queue
import signal
import socket
import threading
from typing import Any

from teahouse.core.errors import TeahouseError
from teahouse.players.memory import lacks_memory, limit_memory
from teahouse.service.engines.bot_worker import listen, own_connection, yield_to_server
from teahouse.service.engines.wire import HEAD, Failed


def main() -> None:
    """Set the limits, and work until the server closes the socket."""
    parser = argparse.ArgumentParser(prog="teahouse-worker", description=__doc__)
    parser.add_argument("--memory-mb", type=int, default=512, help="the most memory the process may take")
    parser.add_argument("--nice", type=int, default=5, help="how much to lower the priority")
    args = parser.parse_args()
    connection = own_connection()
    limit_memory(args.memory_mb)
    yield_to_server(args.nice)
    tasks: queue.SimpleQueue[tuple[int, bytes]] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(connection, tasks), daemon=True).start()
    while True:
        number, body = tasks.get()
        _send(connection, number, _done(body))


def _send(connection: socket.socket, number: int, outcome: Any) -> None:
    body = pickle.dumps(outcome)
    connection.sendall(HEAD.pack(len(body), number) + body)


def _done(body: bytes) -> Any:
    """Do the work within its processor time; the alarm ends the process."""
    try:
        function, arguments, seconds = pickle.loads(body)  # noqa: S301 - the server wrote it
        signal.setitimer(signal.ITIMER_PROF, seconds)
        return function(*arguments)
    except BaseException as error:
        if lacks_memory(error):
            return Failed("memory", type(error).__name__)
        return error if isinstance(error, TeahouseError) else Failed("crash", type(error).__name__)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
