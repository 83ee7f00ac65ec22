"""The process of the analysis board: it analyses one position after another, at low priority.

`python -m teahouse.service.analysis.explorer_worker`. It talks to the server over the socket that is its standard
input, and stops an analysis when the server says so or has ended.
"""

import argparse
import os
import queue
import socket
import threading
import time
from typing import Final

import msgspec

from teahouse.players import PLAYERS
from teahouse.players.exploring import Explored, ExploredPosition, ReportExplored
from teahouse.players.memory import COMPILER_MB, lacks_memory, limit_memory
from teahouse.service.analysis.explorer_wire import (
    STOP,
    AnalysisEnded,
    AnalysisProgress,
    ExplorerAnswer,
    ExploreTask,
    Stopped,
)
from teahouse.service.analysis.positions import choices, reached
from teahouse.service.engines.bot_worker import own_connection, yield_to_server
from teahouse.service.engines.wire import HEAD
from teahouse.service.errors import Refused, refused

BETWEEN: Final = 0.15
"""Seconds between two reports."""
NICE: Final = 15


class StopThinking(Exception):
    """The server needs no more answers about this position."""


class ExplorerWorker:
    """Analyses positions and sends the results to the server."""

    def __init__(self, connection: socket.socket) -> None:
        """Start without work."""
        self.connection: Final = connection
        self.tasks: Final[queue.SimpleQueue[tuple[int, bytes]]] = queue.SimpleQueue()
        self.stopped = 0
        self._number = 0
        self._last_report = 0.0

    def listen(self) -> None:
        """Read messages from the server; exit when the connection ends."""
        with self.connection.makefile("rb") as stream:
            while head := stream.read(HEAD.size):
                length, number = HEAD.unpack(head)
                body = stream.read(length)
                if body == STOP:
                    self.stopped = number
                else:
                    self.tasks.put((number, body))
        os._exit(0)

    def work(self) -> None:
        """Analyse one position after another."""
        while True:
            self._number, body = self.tasks.get()
            self._say(self._done(body))

    def _done(self, body: bytes) -> ExplorerAnswer:
        try:
            return AnalysisProgress(explored(msgspec.json.decode(body, type=ExploreTask), self._report), done=True)
        except StopThinking:
            return Stopped()
        except Refused as error:
            return AnalysisEnded(error.code, str(error))
        except Exception as error:
            reason = (
                "there was too little memory" if lacks_memory(error) else f"the engine failed ({type(error).__name__})"
            )
            refusal = refused("analysis/engine", reason)
            return AnalysisEnded(refusal.code, str(refusal))

    def _report(self, known: Explored) -> None:
        if self.stopped >= self._number:
            raise StopThinking
        now = time.monotonic()
        if not known.done and now - self._last_report >= BETWEEN:
            self._last_report = now
            self._say(AnalysisProgress(known, done=False))

    def _say(self, answer: ExplorerAnswer) -> None:
        body = msgspec.json.encode(answer)
        self.connection.sendall(HEAD.pack(len(body), self._number) + body)


def explored(task: ExploreTask, report: ReportExplored) -> Explored:
    """Analyse the position of a task."""
    game, state, *_ = reached(task.wish)
    explore = PLAYERS[game.name].explore
    if explore is None:
        raise refused("analysis/game")
    deciding = [choice.seat for choice in choices(game, state)]
    seat = task.seat if task.seat is not None and task.seat in deciding else (deciding or [game.seats[0]])[0]
    return explore(ExploredPosition(game, state, seat), task.seconds, report)


def main() -> None:
    """Set the limits, and work until the server closes the socket."""
    parser = argparse.ArgumentParser(prog="teahouse-explorer", description=__doc__)
    parser.add_argument("--memory-mb", type=int, default=COMPILER_MB, help="the most memory the process may take")
    parser.add_argument("--nice", type=int, default=NICE, help="how much to lower the priority")
    args = parser.parse_args()
    worker = ExplorerWorker(own_connection())
    limit_memory(args.memory_mb)
    yield_to_server(args.nice)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.work()


if __name__ == "__main__":
    main()
