"""A pseudo-terminal of a given size that runs a program and shows its screen."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Final

import pyte

from tests.forked import ForkedProcess

ENTER: Final = "\r"
ESCAPE: Final = "\x1b"
UP, DOWN, RIGHT, LEFT = (f"\x1b[{letter}" for letter in "ABCD")
TAB: Final = "\t"
PATIENCE: Final = 60.0


class PseudoTerminal:
    """Runs `teahouse` in a terminal, types, and shows its screen."""

    def __init__(
        self, data: Path, *argv: str, columns: int = 80, rows: int = 24, environment: Mapping[str, str] | None = None
    ) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        settings = {"TERM": "xterm-256color", "XDG_DATA_HOME": str(data), "COLUMNS": "", "LINES": ""}
        wanted = {key: value for key, value in (os.environ | settings | dict(environment or {})).items() if value}
        self.process = ForkedProcess(
            "teahouse", *argv, folder=data, environment=wanted, streams=(theirs, theirs, theirs)
        )
        os.close(theirs)

    def __enter__(self) -> "PseudoTerminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self.process.wait()
        os.close(self._ours)

    def kill(self) -> None:
        """Kill the program."""
        self.process.send(signal.SIGKILL)

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def type(self, *keys: str) -> None:
        """Press keys."""
        for key in keys:
            os.write(self._ours, key.encode())

    def wait_for(self, *texts: str) -> str:
        """Wait until all these texts are on the screen, and return the screen."""
        return self._wait(lambda: all(text in self.text for text in texts), f"{texts} to appear")

    def wait_without(self, text: str) -> str:
        """Wait until a text is no longer on the screen, and return the screen."""
        return self._wait(lambda: text not in self.text, f"{text!r} to go")

    def press_until_end(self, key: str) -> int:
        """Press a key repeatedly, reading the screen in between, until the program ends; return its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"pressed {key!r} until now, saw\n{self.text}"
            self.type(key)
            while self._read(0.05):
                pass
        return self.wait_for_end()

    def wait_for_end(self) -> int:
        """Wait until the program ends, and return its exit code."""
        self._wait(lambda: self.process.poll() is not None, "the end")
        while self._read(0.05):
            pass
        return self.process.wait()

    def _wait(self, is_so: Callable[[], bool], what: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, f"waited for {what}, saw\n{self.text}"
            self._read(0.05)
        return self.text

    def _read(self, seconds: float) -> bool:
        """Read the program's output; return whether there was any."""
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._ours, 1 << 16)
        except OSError:  # the other end is closed
            return False
        self.written += data
        self._stream.feed(data)
        return bool(data)
