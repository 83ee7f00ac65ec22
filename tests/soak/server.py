"""The installed server, started as a person would, and the load of its processes as Linux reports it."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx

OPENED: Final = re.compile(r"open at (http://[\d.]+:\d+)")
MEGABYTE: Final = 1 << 20
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


class Load(NamedTuple):
    """The server's megabytes, open files and threads, and how many tables and sockets it has."""

    memory: float
    files: int
    threads: int
    tables: int
    sockets: int


class InstalledHouse:
    """The installed `teahouse serve` with its own data folder; folder and port are its only settings."""

    def __init__(self, command: Path, folder: Path, cache: Path) -> None:
        """Start it and wait until it prints its address. `cache`: the folder of compiled kernels."""
        self.log: Final = folder / "server.log"
        homes = {"HOME": folder, "XDG_CONFIG_HOME": folder / "config", "XDG_CACHE_HOME": cache}
        environment = {"PATH": os.defpath, "LANG": "C.UTF-8"} | {name: str(path) for name, path in homes.items()}
        arguments = [str(command), "serve", "--no-browser", "--port", "0", "--data", str(folder / "data")]
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                arguments, stdout=subprocess.PIPE, stderr=log, stdin=subprocess.DEVNULL, env=environment, cwd=folder,
                text=True,
            )  # fmt: skip
        self.url: Final = self._address()
        self.http: Final = httpx.Client(base_url=self.url, timeout=60)

    def _address(self) -> str:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := OPENED.search(line):
                return found[1]
        raise AssertionError(f"the house did not open: {self.log.read_text()}")

    def stop(self) -> int:
        """Stop it as Ctrl-C does; return its exit status."""
        self.http.close()
        if self._process.poll() is None:
            self._process.terminate()
        status = self._process.wait(timeout=60)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status

    def figures(self) -> dict[str, float]:
        """Its Prometheus metrics, by name and labels."""
        lines = self.http.get("/metrics").text.splitlines()
        pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
        return {name: float(value) for name, _, value in pairs}

    def health(self) -> dict[str, Any]:
        """Its health report."""
        return dict(self.http.get("/health/ready").json())

    def load(self) -> Load:
        """The server's load now."""
        figures = self.figures()
        process = Path("/proc") / str(self._process.pid)
        resident = int((process / "statm").read_text().split()[1]) * PAGE
        return Load(
            resident / MEGABYTE,
            len(list((process / "fd").iterdir())),
            len(list((process / "task").iterdir())),
            int(figures["teahouse_tables"]),
            int(figures["teahouse_sockets"]),
        )

    def logged(self) -> list[dict[str, Any]]:
        """Every line of its log; a line that is not JSON counts as an error."""
        return [_line(text) for text in self.log.read_text().splitlines() if text.strip()]


def _line(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError):
        return {"level": "error", "says": text}
