"""Numbered tasks on a Ray cluster (extra `ray`): the same answers in the same order as on one machine."""

import logging
import os
import pickle
import socket
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeVar

from teahouse.core.errors import TeahouseError, plain, shown
from teahouse.lab.extras import library
from teahouse.lab.worker_pool import AHEAD, MOST_TRIES, MakeWorker, TaskWorker, WorkLost

R = TypeVar("R")

LOCAL: Final = "local"
AUTO: Final = "auto"
STORE_BYTES: Final = 100 << 20
"""Memory for what tasks send each other, which is only numbers and short answers."""
CONNECT_SECONDS: Final = 5.0
QUIET: Final = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}


class NoCluster(TeahouseError):
    """The cluster cannot be reached."""


class RayCluster:
    """The cluster at an address, the one this machine belongs to (auto), or a new one on this machine (local)."""

    def __init__(self, address: str, jobs: int | None = None) -> None:
        """Join it, or `NoCluster`. jobs: how many processes a new one has."""
        self._ray, self._is_guest = join_cluster(address, jobs)

    def __call__(self, make_worker: MakeWorker[R], tasks: range) -> Iterator[R]:
        """Do the tasks, then leave a cluster that was joined for them."""
        try:
            yield from _results(self._ray, make_worker, tasks)
        finally:
            if not self._is_guest:
                self._ray.shutdown()


def join_cluster(address: str, jobs: int | None = None) -> tuple[Any, bool]:
    """The connected library, and whether it was connected before; or `NoCluster`."""
    _check_reachable(address)
    os.environ.update({name: os.environ.get(name, value) for name, value in QUIET.items()})
    ray = library("ray", "ray")
    if address == AUTO and ray.is_initialized():
        return ray, True
    usual: dict[str, Any] = {"logging_level": logging.CRITICAL, "log_to_driver": False}
    if address == LOCAL:
        usual |= {"num_cpus": jobs or os.cpu_count(), "include_dashboard": False, "object_store_memory": STORE_BYTES}
    else:
        usual["address"] = address
    try:
        ray.init(**usual)
    except (ConnectionError, OSError, ValueError, RuntimeError, TimeoutError) as error:
        reason = plain(error).strip().partition(". ")[0].rstrip(".")
        raise NoCluster(f"expected a Ray cluster at {shown(address)}, got none: {reason}") from None
    return ray, False


def _check_reachable(address: str) -> None:
    """Check that the cluster answers, because the library itself would retry for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        try:
            socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error) or "nobody answers"
            raise NoCluster(f"expected a Ray cluster at {shown(address)}, got none: {reason.lower()}") from None


def _results(ray: Any, make_worker: MakeWorker[R], tasks: range) -> Iterator[R]:
    work = ray.remote(_done).options(max_retries=MOST_TRIES - 1)
    packed = ray.put(pickle.dumps(make_worker))
    most = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
    waiting: deque[Any] = deque()
    left = iter(tasks)
    for task in tasks:
        while len(waiting) < most and (number := next(left, None)) is not None:
            waiting.append(work.remote(packed, number))
        try:
            yield ray.get(waiting.popleft())
        except ray.exceptions.RayTaskError as error:
            raise error.as_instanceof_cause() from None
        except ray.exceptions.RayError:
            raise WorkLost(f"expected an answer to task {task}, got the death of {MOST_TRIES} workers") from None


def _done(packed: bytes, number: int) -> Any:
    return _worker(packed)(number)


@lru_cache(maxsize=1)
def _worker(packed: bytes) -> TaskWorker[Any]:
    """One worker in every process, kept from task to task."""
    make_worker: MakeWorker[Any] = pickle.loads(packed)  # noqa: S301 - packed by the same program a moment ago
    return make_worker()
