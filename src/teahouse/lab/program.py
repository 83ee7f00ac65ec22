"""An external program that talks in lines: started when needed, with a deadline for every answer, and always ended."""

import atexit
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from teahouse.core.errors import InvalidOption, shown
from teahouse.lab.contestants import ProgramFault

LONGEST_LINE: Final = 1 << 16
MOST_SAID: Final = 1 << 20
"""The most bytes that a program may send between a question and its answer."""
CHUNK: Final = 1 << 16
GOODBYE: Final = 0.5
HOUSE: Final = "teahouse"


class Broken(Exception):
    """The program failed and must be restarted; the error has the reason."""

    def __init__(self, fault: ProgramFault) -> None:
        """Store the reason."""
        super().__init__(fault)
        self.fault: Final = fault


def parse_command(text: str) -> tuple[str, ...]:
    """The words of a command whose program exists and is executable, or `InvalidOption`."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InvalidOption(f"expected a command, got {shown(text)} ({str(error).lower()})") from None
    if not words:
        raise InvalidOption(f"expected a command after the colon, got {shown(text)}")
    if shutil.which(words[0]) is not None:
        return tuple(words)
    if words[0] == HOUSE:
        return (sys.executable, "-m", HOUSE, *words[1:])
    if Path(words[0]).is_file():
        raise InvalidOption(f"expected an executable program, got {words[0]}, which is not executable (chmod +x)")
    raise InvalidOption(f"expected a program, got {shown(words[0])}, which does not exist")


class Program:
    """A running program. Its error output is read and discarded, so that it never blocks."""

    def __init__(self, words: tuple[str, ...]) -> None:
        """Start it in its own process group; `Broken` when that fails."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the person named the program to run
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except OSError:
            raise Broken("crash") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in, self._out, self._err = (
            stream.fileno() for stream in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        for number in (self._out, self._err):
            os.set_blocking(number, False)
            self._selector.register(number, selectors.EVENT_READ)
        os.set_blocking(self._in, False)
        self._buffer = b""
        self._received = 0
        atexit.register(self.end)

    def send_line(self, line: str, deadline: float) -> None:
        """Write a line; `Broken` if the program does not read it in time."""
        data = line.encode() + b"\n"
        self._received = 0
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                self._listen(min(deadline, time.monotonic() + 0.05))
                if time.monotonic() >= deadline:
                    raise Broken("hang") from None
            except OSError:
                raise Broken("crash") from None

    def read_line(self, deadline: float) -> str:
        """The next line, or `Broken`. The limits apply to lines, however the output is cut into chunks."""
        while b"\n" not in self._buffer and len(self._buffer) <= LONGEST_LINE:
            if time.monotonic() >= deadline:
                raise Broken("hang")
            self._listen(deadline)
        line, end, self._buffer = self._buffer.partition(b"\n")
        self._received += len(line + end)
        if len(line) > LONGEST_LINE or self._received > MOST_SAID:
            raise Broken("flood")
        return line.decode(errors="replace").strip()

    def _listen(self, deadline: float) -> None:
        """Read output until something arrives or the deadline passes."""
        for key, _ in self._selector.select(max(deadline - time.monotonic(), 0)):
            data = b""
            with suppress(BlockingIOError):
                data = os.read(key.fd, CHUNK)
                if not data:
                    self._selector.unregister(key.fd)
            if key.fd == self._out:
                self._buffer += data
        if self._out not in self._selector.get_map() and b"\n" not in self._buffer:
            raise Broken("crash")

    def end(self, farewell: str = "") -> None:
        """Ask it to quit, wait a moment, then end it and everything it started."""
        atexit.unregister(self.end)
        with suppress(Broken, OSError):
            if farewell:
                self.send_line(farewell, time.monotonic())
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._selector.close()
        if farewell:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GOODBYE)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
