"""Workers for numbered tasks, in this process, in several, or on a cluster; answers come in the order of tasks."""

import multiprocessing as mp
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Final, Generic, NoReturn, Protocol, TypeVar

from teahouse.core.errors import TeahouseError

R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")

MOST_TRIES: Final = 3
AHEAD: Final = 4
"""Tasks handed out for every worker before the oldest of them must be answered."""
PATIENCE: Final = 3.0


class WorkLost(TeahouseError):
    """A task whose worker died every time."""


class TaskWorker(Protocol[R_co]):
    """Does tasks by their numbers; each process has one."""

    def __call__(self, number: int) -> R_co:
        """The answer to a task: the same wherever it is done."""
        ...

    def close(self) -> None:
        """Release its resources."""
        ...


MakeWorker = Callable[[], TaskWorker[R]]


def work_through(make_worker: MakeWorker[R], tasks: range, jobs: int) -> Iterator[R]:
    """Do the tasks in this many processes; with one job, in this process."""
    if jobs == 1 or len(tasks) < 2:
        return _in_this_process(make_worker, tasks)
    return _WorkerPool(make_worker, tasks, min(jobs, len(tasks))).run()


def _in_this_process(make_worker: MakeWorker[R], tasks: range) -> Iterator[R]:
    if not tasks:
        return
    worker = make_worker()
    try:
        yield from map(worker, tasks)
    finally:
        worker.close()


class _WorkerProcess(Generic[R]):
    """A worker's process, and the task it has."""

    def __init__(self, make_worker: MakeWorker[R]) -> None:
        context = mp.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, make_worker), daemon=False)
        self.process.start()
        theirs.close()
        self.task: int | None = None

    def give(self, task: int) -> None:
        """Hand out a task; a dead worker is noticed when its answer is awaited."""
        self.task = task
        with suppress(OSError):
            self.pipe.send(task)

    def end(self) -> None:
        """End the process."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class _WorkerPool(Generic[R]):
    """Several processes. One that dies is replaced and its task done again, a few times at most."""

    def __init__(self, make_worker: MakeWorker[R], tasks: range, jobs: int) -> None:
        self._make_worker = make_worker
        self._waiting = deque(tasks)
        self._tries = dict.fromkeys(tasks, 0)
        self._workers = [_WorkerProcess(make_worker) for _ in range(jobs)]
        self._found: dict[int, R] = {}

    def run(self) -> Iterator[R]:
        """The answers in order."""
        try:
            for task in list(self._waiting):
                while task not in self._found:
                    self._assign_tasks(task)
                    self._collect_answers()
                yield self._found.pop(task)
        finally:
            for worker in self._workers:
                worker.end()

    def _assign_tasks(self, oldest: int) -> None:
        for worker in self._workers:
            if worker.task is None and self._waiting and self._waiting[0] < oldest + AHEAD * len(self._workers):
                worker.give(self._waiting.popleft())

    def _collect_answers(self) -> None:
        busy = ((place, worker) for place, worker in enumerate(self._workers) if worker.task is not None)
        pipes: dict[Any, int] = {worker.pipe: place for place, worker in busy}
        for pipe in wait(list(pipes)):
            place = pipes[pipe]
            worker = self._workers[place]
            assert worker.task is not None
            try:
                kind, answer = worker.pipe.recv()
            except (EOFError, OSError):
                self._replace(place, worker.task)
                continue
            if kind == "error":
                raise answer
            self._found[worker.task], worker.task = answer, None

    def _replace(self, place: int, task: int) -> None:
        self._workers[place].end()
        self._tries[task] += 1
        if self._tries[task] >= MOST_TRIES:
            raise WorkLost(f"expected an answer to task {task}, got the death of {MOST_TRIES} workers")
        self._waiting.appendleft(task)
        self._workers[place] = _WorkerProcess(self._make_worker)


def _serve(pipe: "Connection[Any, int]", make_worker: MakeWorker[Any]) -> None:
    """Answer tasks until the other side closes; on a signal to end, the worker cleans up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    try:
        worker = make_worker()
    except TeahouseError as error:
        pipe.send(("error", error))
        return
    try:
        while True:
            pipe.send(_answer(worker, pipe.recv()))
    except (EOFError, OSError):
        return
    finally:
        worker.close()


def _answer(worker: TaskWorker[Any], task: int) -> tuple[str, Any]:
    try:
        return "found", worker(task)
    except TeahouseError as error:
        return "error", error


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(128 + number)
