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


def add_workers(made: CommandParser, *names: str) -> None:
    """Add the arguments for the number of workers and the cluster."""
    made.add_argument(*names, metavar="N", type=count, default=os.cpu_count() or 1, help="default: one for each core")
    made.add_argument("--ray", metavar="ADDRESS", help="on a Ray cluster: auto, HOST:PORT, or local (extra ray)")


def chosen_workers(args: argparse.Namespace, jobs: int) -> ChosenWorkers:
    """The workers from the arguments; a cluster is joined at once."""
    if args.ray is not None:
        from teahouse.lab.cluster import RayCluster

        with redirect_stdout(sys.stderr):
            cluster = RayCluster(args.ray, jobs)
        return partial(_apart, cluster)
    from teahouse.lab.crew import work_through

    return partial(work_through, jobs=jobs)


def _apart(workers: ChosenWorkers, hire: Any, tasks: range) -> Iterator[Any]:
    """The same results, with the library's messages on the standard error."""
    with redirect_stdout(sys.stderr):
        yield from workers(hire, tasks)


def shown_bar(found: Iterator[T], total: int, what: str) -> Iterator[T]:
    """The same results, with a progress bar on a terminal; none where the standard error is a file."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        yield from progress.track(found, total=total, description=what)
