"""The installed house as a person starts it, and what can be seen of its processes from outside (on Linux)."""

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
    """What the server takes: megabytes, open files, threads; and how many tables and sockets it has."""

    memory: float
    files: int
    threads: int
    tables: int
    sockets: int


class InstalledHouse:
    """`teahouse serve` of an environment, over a folder of its own, with no setting but the folder and the port."""

    def __init__(self, command: Path, folder: Path, cache: Path) -> None:
        """Start it and wait until it says where it is. `cache`: where compiled kernels are kept."""
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
        """Close it as Ctrl-C would; its exit status."""
        self.http.close()
        if self._process.poll() is None:
            self._process.terminate()
        status = self._process.wait(timeout=60)
        if self._process.stdout is not None:
            self._process.stdout.close()
        return status

    def figures(self) -> dict[str, float]:
        """Its figures for Prometheus, by name and labels."""
        lines = self.http.get("/metrics").text.splitlines()
        pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
        return {name: float(value) for name, _, value in pairs}

    def health(self) -> dict[str, Any]:
        """How it says that it is."""
        return dict(self.http.get("/health/ready").json())

    def load(self) -> Load:
        """What the server takes now."""
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
        """Every line of its log; one that is no JSON is told as an error."""
        return [_line(text) for text in self.log.read_text().splitlines() if text.strip()]


def _line(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError):
        return {"level": "error", "says": text}
