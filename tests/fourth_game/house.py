"""A copy of the package `teahouse` with a fourth game: one more line in the table of each room."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx

import teahouse
from tests.web.live import Visitor

ROOT: Final = Path(__file__).parent.parent.parent
OPENED: Final = re.compile(r"open at (http://[\d.]+:\d+)")
PATIENCE: Final = 120.0  # seconds; for a slow machine
QUICK: Final = {
    "TEAHOUSE_LOG_LEVEL": "error",
    "TEAHOUSE_ENGINES": "1",
    "TEAHOUSE_BOT_PACE_MS": "0",
    "TEAHOUSE_ACTIONS_PER_SECOND": "200",
    "TEAHOUSE_SIGN_INS_PER_MINUTE": "10000",
    "TEAHOUSE_REQUESTS_PER_MINUTE": "100000",
    "TEAHOUSE_TABLES_PER_MINUTE": "100000",
    "TEAHOUSE_WAITING_TABLES": "100000",
    "NUMBA_DISABLE_JIT": "1",  # no kernels are compiled for the copy, because the other games are not played
}


class TableRow(NamedTuple):
    """A row of a room's table: the module, the name of the table, and the game's folder."""

    module: str
    table: str
    folder: str


LINES: Final = (
    TableRow("games/__init__.py", "GAMES", "games"),
    TableRow("players/__init__.py", "PLAYERS", "players"),
    TableRow("pictures/__init__.py", "PICTURES", "pictures"),
    TableRow("service/hosting/__init__.py", "HOSTING", "hosting"),
    TableRow("lab/envs/__init__.py", "ENVS", "envs"),
)


def with_line(source: str, line: TableRow) -> str:
    """The source of a room's module with the game in its table."""
    table = re.compile(rf"^({line.table}: Final\[Mapping\[str, \w+\]\] = \{{.*)\}}$", re.MULTILINE)
    import_line = f"from tests.fourth_game.{line.folder} import CARAVAN"
    changed, count = table.subn(rf'{import_line}\n\1, "caravan": CARAVAN}}', source)
    assert count == 1, f"expected one literal table {line.table} in {line.module}, got {count}"
    return changed


class FourGames:
    """The package with four games, in a folder of its own, and its running programs."""

    def __init__(self, folder: Path) -> None:
        """Copy the package and add the lines."""
        self._folder: Final = folder
        package = folder / "package" / "teahouse"
        shutil.copytree(Path(teahouse.__path__[0]), package)
        for line in LINES:
            module = package / line.module
            module.write_text(with_line(module.read_text("utf-8"), line), "utf-8")
        path = os.pathsep.join((str(package.parent), str(ROOT)))
        self._environment: Final = os.environ | QUICK | {"PYTHONPATH": path}

    def run(self, module: str, *arguments: str) -> str:
        """Run a module of the package to its end, and return its output."""
        return self._printed("-m", module, *arguments)

    def evaluate(self, code: str) -> str:
        """Run lines of Python with the package, and return their output."""
        return self._printed("-c", code)

    def _printed(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=self._environment,
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def serve(self, data: str) -> "RunningHouse":
        """Start the server on a data folder, with the tables of earlier starts."""
        command = [sys.executable, "-m", "teahouse", "serve", "--no-browser", "--port", "0", "--data", data]
        return RunningHouse(
            subprocess.Popen(command, env=self._environment, cwd=self._folder, stdout=subprocess.PIPE, text=True)
        )


class RunningHouse:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Wait until the server prints its address."""
        self._process: Final = process
        self._visitors: Final[list[Visitor]] = []
        self.url: Final = self._address()

    def _address(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := OPENED.search(line):
                return found[1]
        raise AssertionError("the house did not open")

    def engines(self) -> dict[str, Any]:
        """The health of the engines."""
        return dict(httpx.get(f"{self.url}/health/ready", timeout=60, verify=False).json()["engines"])

    def wait_for_engine(self) -> None:
        """Wait until an engine process is ready."""
        until = time.monotonic() + PATIENCE
        while not self.engines()["processes"]:
            assert time.monotonic() < until, "no engine started"
            time.sleep(0.05)

    def visitor(self) -> Visitor:
        """A visitor with a browser, closed with the server."""
        self._visitors.append(Visitor(self.url))
        return self._visitors[-1]

    def __enter__(self) -> "RunningHouse":
        """Return itself, because it is already running."""
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the server, without a clean stop."""
        for visitor in self._visitors:
            visitor.http.close()
        self._process.kill()
        self._process.communicate()
