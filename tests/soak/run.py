"""The soak test itself: starts the installed server, runs the people and browsers, and judges the results."""

import random
import shutil
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Final, NamedTuple

from tests.soak.browsers import Reader, has_browser
from tests.soak.installed import HOME, installed
from tests.soak.kernels import share_kernels
from tests.soak.report import Report
from tests.soak.scenes import Scene, Stage, every_scene, wanted
from tests.soak.server import InstalledHouse, Load

WORKERS: Final = 5  # tables at once: a busy evening on a server at home
BROWSERS: Final = 2
LONG_EVENING: Final = 240.0  # seconds in which every game ends at some table, even on a busy machine
SHORT_GAME: Final = 2.5  # seconds after which a game of a short evening is given up
LONGEST_COMPILING: Final = 900.0  # seconds that a slow and busy machine may take
SETTLE: Final = 30.0  # seconds in which closed sockets are noticed
MEMORY_A_TABLE: Final = 0.6  # megabytes; a table stays in memory for ten minutes
MORE_MEMORY: Final = 40.0  # megabytes for caches of libraries and the allocator
MORE_FILES: Final = 8
MORE_THREADS: Final = 48  # thread pools grow to their full size and stay
BAD_FIGURES: Final = ("fallback", "weakened", "replaced")


class Outcome(NamedTuple):
    """What was done, and what went wrong."""

    lines: list[str]
    faults: list[str]


def soak(seconds: float, *, fresh: bool = False) -> Outcome:
    """Run the server for this long, with every scene at least once. `fresh`: no kernel is compiled before."""
    home, command = HOME, installed()
    if fresh:
        shutil.rmtree(home / "cache", ignore_errors=True)
    else:
        share_kernels(next((home / "env").glob("lib/python*/site-packages")), home / "cache")
    report = Report()
    with (
        tempfile.TemporaryDirectory(prefix="teahouse-soak-") as folder,
        _open_house(command, Path(folder), home / "cache") as house,
    ):
        _wait_until_compiled(house, report)
        before = house.load()
        middle = _evening(house, report, seconds)
        _settle(house)
        _judge(house, report, (before, middle, house.load()))
        status = house.stop()
        _read_log(house, report, status)
    return Outcome(report.lines(), report.faults)


@contextmanager
def _open_house(command: Path, folder: Path, cache: Path) -> Generator[InstalledHouse]:
    house = InstalledHouse(command, folder, cache)
    try:
        yield house
    finally:
        house.stop()


def _wait_until_compiled(house: InstalledHouse, report: Report) -> None:
    """Wait until the kernels of all games are compiled, because weaker bots play until then."""
    started = time.monotonic()
    while house.health()["engines"]["compiling"]:
        assert time.monotonic() < started + LONGEST_COMPILING, "the kernels are still not compiled"
        time.sleep(0.5)
    report.count("seconds until everything was compiled", times=round(time.monotonic() - started))


def _evening(house: InstalledHouse, report: Report, seconds: float) -> Load:
    """Let people and browsers play for this long; return the server's load after a third of the time."""
    began = time.monotonic()
    games = {game["name"]: game for game in house.http.get("/api/v1/games").json()}
    stage = Stage(house.url, report, games, patience=min(90.0, max(SHORT_GAME, seconds / 8)))
    is_long = seconds >= LONG_EVENING
    scenes = every_scene(games, absence=is_long)
    left = [*random.sample(scenes[:-1], len(scenes) - 1), scenes[-1]]

    def is_over() -> bool:
        return time.monotonic() > began + seconds

    work = [lambda: _work(stage, scenes, left, is_over)] * WORKERS
    invites: Queue[str] = Queue()
    readers = [Reader(house.url, report, number, invites) for number in range(BROWSERS)] if has_browser() else []
    work += [_staying(reader, report, is_over) for reader in readers]
    threads = [threading.Thread(target=one) for one in work]
    for thread in threads:
        thread.start()
    while left or time.monotonic() < began + seconds / 3:
        time.sleep(0.5)
    middle = house.load()
    for thread in threads:
        thread.join()
    report.count("seconds", times=round(time.monotonic() - began))
    seen = [("browser moves", game) for game in games] + [("browser meetings",)] if readers else []
    whole = [("absent",), *(("deals", game) for game in games)] if is_long else []
    for what in report.missing([*wanted(games), *seen, *whole]):
        report.fault(f"never done: {what}")
    return middle


def _work(stage: Stage, scenes: Sequence[Scene], left: list[Scene], is_over: Callable[[], bool]) -> None:
    """Play scenes: first those that were not played yet, then any."""
    while left or not is_over():
        try:
            scene = left.pop()
        except IndexError:
            scene = random.choice(scenes)
        try:
            scene.play(stage)
        except Exception as error:
            reason = traceback.format_exception_only(error)[-1].strip()
            stage.report.fault(f"{scene.name}: {reason} {_place(error)}")
        stage.report.count("scenes", scene.name.partition(":")[0].partition(" ")[0])


def _place(error: Exception) -> str:
    """The file and line of the soak test where an error happened."""
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if "soak" in frame.filename]
    return f"({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""


def _staying(reader: Reader, report: Report, is_over: Callable[[], bool]) -> Callable[[], None]:
    def stay() -> None:
        try:
            reader.stay(is_over)
        except Exception as error:
            report.fault(f"a browser ended: {type(error).__name__}: {error}")

    return stay


def _settle(house: InstalledHouse) -> None:
    until = time.monotonic() + SETTLE
    while house.load().sockets and time.monotonic() < until:
        time.sleep(0.5)


def _judge(house: InstalledHouse, report: Report, loads: tuple[Load, Load, Load]) -> None:
    """Compare the server's load with the one before, and look for bots that could not think."""
    before, middle, after = loads
    for name, load in zip(("at first", "after a third", "at the end"), loads, strict=True):
        report.count("load", f"{name}: {load.memory:.0f} MB, {load.files} files, {load.threads} threads,"
                     f" {load.tables} tables, sockets", times=load.sockets)  # fmt: skip
    most = middle.memory + MORE_MEMORY + MEMORY_A_TABLE * max(0, after.tables - middle.tables)
    for what, value, limit in (
        ("megabytes", after.memory, most),
        ("open files", after.files, before.files + MORE_FILES),
        ("threads", after.threads, before.threads + MORE_THREADS),
        ("sockets", after.sockets, 0),
    ):
        if value > limit:
            report.fault(f"the server holds {value:.0f} {what} at the end, expected at most {limit:.0f}")
    if house.health()["status"] != "ready":
        report.fault(f"the house is not well: {house.health()}")
    for name, value in house.figures().items():
        if value and any(word in name for word in BAD_FIGURES):
            report.fault(f"a bot could not think: {name} is {value:.0f}")


def _read_log(house: InstalledHouse, report: Report, status: int) -> None:
    if status:
        report.fault(f"the house ended with status {status}")
    for line in house.logged():
        report.count("log", str(line.get("level")))
        if line.get("level") not in ("info", "debug"):
            report.fault(f"in the log: {line}")
