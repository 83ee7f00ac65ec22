"""A house with four games: a copy of the package `teahouse` with one line more in the table of each room."""

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
PATIENCE: Final = 120.0  # seconds that a slow machine may take
QUICK: Final = {
    "TEAHOUSE_LOG_LEVEL": "error",
    "TEAHOUSE_ENGINES": "1",
    "TEAHOUSE_BOT_PACE_MS": "0",
    "TEAHOUSE_ACTIONS_PER_SECOND": "200",
    "TEAHOUSE_SIGN_INS_PER_MINUTE": "10000",
    "TEAHOUSE_REQUESTS_PER_MINUTE": "100000",
    "TEAHOUSE_TABLES_PER_MINUTE": "100000",
    "TEAHOUSE_WAITING_TABLES": "100000",
    "NUMBA_DISABLE_JIT": "1",  # nothing is compiled for the copy: the kernels of the other games are not asked
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
    """The package with four games in a folder of its own, and the programs that are started from it."""

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
        """Run a module of the house to its end; what it prints."""
        return self._printed("-m", module, *arguments)

    def evaluate(self, code: str) -> str:
        """Run lines of Python in the house; what they print."""
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
        """Open the house over a folder of data; the tables of the last time are still there."""
        command = [sys.executable, "-m", "teahouse", "serve", "--no-browser", "--port", "0", "--data", data]
        return RunningHouse(
            subprocess.Popen(command, env=self._environment, cwd=self._folder, stdout=subprocess.PIPE, text=True)
        )


class RunningHouse:
    """A server process that is open to people."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        """Wait until the server says where it is."""
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
        """How the bots do."""
        return dict(httpx.get(f"{self.url}/health/ready", timeout=60, verify=False).json()["engines"])

    def wait_for_engine(self) -> None:
        """Wait until a process is there in which bots think."""
        until = time.monotonic() + PATIENCE
        while not self.engines()["processes"]:
            assert time.monotonic() < until, "no engine started"
            time.sleep(0.05)

    def visitor(self) -> Visitor:
        """Somebody with a browser, who leaves when the house is closed."""
        self._visitors.append(Visitor(self.url))
        return self._visitors[-1]

    def __enter__(self) -> "RunningHouse":
        """Nothing more to do: it is open."""
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the server: it has no time to put anything in order."""
        for visitor in self._visitors:
            visitor.http.close()
        self._process.kill()
        self._process.communicate()
