"""Workers for long commands: the cores of this machine, or a Ray cluster."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial
from typing import Any, TypeVar

from teahouse.cli.shared.engine import count
from teahouse.cli.shared.parser import CommandParser

T = TypeVar("T")

ChosenWorkers = Callable[[Any, range], Iterator[Any]]


def add_workers(parser: CommandParser, *names: str) -> None:
    """Add the arguments for the number of workers and the cluster."""
    parser.add_argument(*names, metavar="N", type=count, default=os.cpu_count() or 1, help="default: one for each core")
    parser.add_argument("--ray", metavar="ADDRESS", help="on a Ray cluster: auto, HOST:PORT, or local (extra ray)")


def chosen_workers(args: argparse.Namespace, jobs: int) -> ChosenWorkers:
    """The workers from the arguments; a cluster is joined at once."""
    if args.ray is not None:
        from teahouse.lab.cluster import RayCluster

        with redirect_stdout(sys.stderr):
            cluster = RayCluster(args.ray, jobs)
        return partial(_with_messages_on_stderr, cluster)
    from teahouse.lab.worker_pool import work_through

    return partial(work_through, jobs=jobs)


def _with_messages_on_stderr(workers: ChosenWorkers, make_worker: Any, tasks: range) -> Iterator[Any]:
    """The same results, with the library's messages on the standard error."""
    with redirect_stdout(sys.stderr):
        yield from workers(make_worker, tasks)


def shown_bar(results: Iterator[T], total: int, what: str) -> Iterator[T]:
    """The same results, with a progress bar on a terminal; none if the standard error is a file."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        yield from progress.track(results, total=total, description=what)
