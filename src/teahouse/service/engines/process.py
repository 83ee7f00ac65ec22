"""One engine process from the server's side: start it, send it requests, kill it."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol, Self, TypeVar

import msgspec

from teahouse.players.compiling import is_compiled
from teahouse.players.memory import memory_used
from teahouse.service.engines.wire import HEAD, MOST_BYTES, EngineReply, EngineRequest, Failed, Hello

R = TypeVar("R")

WORKER: Final = "teahouse.service.engines.bot_worker"
# One choice keeps one core: more threads only take memory, and cores from other bots.
ONE_THREAD: Final = dict.fromkeys(("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")

ENDED: Final = (ProcessLookupError, FileNotFoundError)
"""The errors of calls about a process that has ended."""
LONGEST_END: Final = 2.0
"""Seconds for a process to end after it closed its socket."""

Bot = tuple[str, str]


class NoEngine(Exception):
    """A process did not start, or did not send its first message."""


class RunningEngine(Protocol):
    """A running engine: which bots it knows, and which of them are warm."""

    bots: frozenset[Bot]
    warm: set[Bot]

    @property
    def pid(self) -> int:
        """The process's number."""
        ...

    @property
    def memory_mb(self) -> int:
        """The memory that the process uses."""
        ...

    @property
    def is_alive(self) -> bool:
        """Does the process run?"""
        ...

    async def ask(self, request: EngineRequest, expected: type[R]) -> R | Failed:
        """The answer, or why there is none."""
        ...

    async def kill(self) -> None:
        """End the process."""
        ...


class WorkerProcess:
    """A process of this program that answers one message after another over a socket."""

    most_bytes = MOST_BYTES

    def __init__(
        self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Hold a process and the socket to it."""
        self._process, self._reader, self._writer = process, reader, writer
        self._last_number: int = 0

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    @property
    def memory_mb(self) -> int:
        """The memory that the process uses, as its limit counts it; 0 if the system does not say."""
        return memory_used(self.pid) or 0

    @property
    def is_alive(self) -> bool:
        """Does the process run?"""
        return self._process.poll() is None

    @classmethod
    async def connected(cls, module: str, arguments: Mapping[str, object], *, has_own_session: bool = True) -> Self:
        """A new process that runs this module, or `NoEngine`. has_own_session: it starts a session of its own."""
        ours, theirs = socket.socketpair()
        with theirs:
            reader, writer = await asyncio.open_unix_connection(sock=ours)
            try:
                texts = [f"--{name}={value}" for name, value in arguments.items()]
                return cls(_spawned(module, texts, theirs, has_own_session=has_own_session), reader, writer)
            except OSError as error:
                writer.transport.abort()
                raise NoEngine(str(error)) from error

    async def exchange(self, body: bytes, limit: float) -> bytes | Failed:
        """The answer to a message within this many seconds, or why there is none."""
        self._last_number += 1
        self._writer.write(HEAD.pack(len(body), self._last_number) + body)
        return await self.receive(limit)

    async def receive(self, limit: float) -> bytes | Failed:
        """The next message of the process."""
        try:
            async with asyncio.timeout(limit):
                await self._writer.drain()
                length, number = HEAD.unpack(await self._reader.readexactly(HEAD.size))
                if length > self.most_bytes or number != self._last_number:
                    return Failed("rubbish", "a message out of order")
                return await self._reader.readexactly(length)
        except TimeoutError:
            return Failed("hang", f"no answer within {limit:.1f} s")
        except (asyncio.IncompleteReadError, ConnectionError):
            return await self._ended()

    async def _ended(self) -> Failed:
        """Why the process ended; an abort means that a library got no memory, an alarm that its time was up."""
        with suppress(subprocess.TimeoutExpired):
            await asyncio.to_thread(self._process.wait, LONGEST_END)
        code = self._process.returncode
        if code == -signal.SIGABRT:
            return Failed("memory", "a library aborted the process")
        if code in (-signal.SIGPROF, -signal.SIGALRM):
            return Failed("hang", "the processor time was used up")
        how = "at once" if code is None else f"with code {code}" if code >= 0 else f"by {signal.strsignal(-code)}"
        return Failed("crash", f"the process ended {how}")

    async def kill(self) -> None:
        """Kill the process and everything it started, and wait until it is gone."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._writer.transport.abort()
        await asyncio.to_thread(self._process.wait)
        with suppress(ConnectionError):
            await self._writer.wait_closed()


class EngineProcess(WorkerProcess):
    """A running engine: which bots it knows, and which of them are warm."""

    bots: frozenset[Bot] = frozenset()

    def __init__(
        self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Hold a process in which nothing is warm."""
        super().__init__(process, reader, writer)
        self.warm: set[Bot] = set()

    @classmethod
    async def start(cls, arguments: Mapping[str, object], limit: float) -> "EngineProcess":
        """A process that has sent its `Hello`, or `NoEngine`."""
        engine = await cls.connected(WORKER, arguments)
        try:
            hello = _read(await engine.receive(limit))
        except BaseException:
            await engine.kill()
            raise
        if not isinstance(hello, Hello):
            await engine.kill()
            raise NoEngine(f"expected an engine to say hello, got {hello}")
        engine.bots = frozenset((game, level) for game, levels in hello.bots.items() for level in levels)
        return engine

    async def ask(self, request: EngineRequest, expected: type[R]) -> R | Failed:
        """The answer, or why there is none; after a `Failed` other than unknown the process must be replaced."""
        reply = _read(await self.exchange(msgspec.json.encode(request), request.limit))
        if isinstance(reply, expected | Failed):
            return reply
        return Failed("rubbish", f"a {type(reply).__name__}")


def set_idle(pid: int, *, is_idle: bool) -> None:
    """Give a process only the processor time that no other process wants, or a normal share again.

    An idle process makes way as soon as another one of its session wakes up; one with a low priority first uses up its
    slice. Only Linux supports this, and not every container allows it; elsewhere only the priority counts. Undoing it
    needs a permission that not every user has, and raises `PermissionError` without it.
    """
    if sys.platform == "linux":
        policy, harmless = (os.SCHED_IDLE, (OSError,)) if is_idle else (os.SCHED_OTHER, ENDED)
        with suppress(*harmless):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                os.sched_setscheduler(int(thread.name), policy, os.sched_param(0))


def _read(body: bytes | Failed) -> EngineReply:
    if isinstance(body, Failed):
        return body
    try:
        reply: EngineReply = msgspec.json.decode(body, type=EngineReply)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Failed("rubbish", "an unreadable message")
    return reply


def _spawned(
    module: str, arguments: list[str], theirs: socket.socket, *, has_own_session: bool
) -> subprocess.Popen[bytes]:
    """Start a process in its own group: the terminal's signals do not reach it, and a kill reaches all its children.

    Linux shares the processor among sessions first: in its own session, a process gets as large a share as the server.
    The process imports the same modules as the server, and nothing from its working folder.
    """
    return subprocess.Popen(  # noqa: S603 - ourselves, with numbers and names from the settings
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=theirs.fileno(),
        stdout=subprocess.DEVNULL,
        start_new_session=has_own_session,
        process_group=None if has_own_session else 0,
        env=os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
    )


class Machine(NamedTuple):
    """Where engines run: how a process starts, and which games are compiled. Simulations replace it."""

    start: Callable[[Mapping[str, object], float], Awaitable[RunningEngine]] = EngineProcess.start
    is_compiled: Callable[[str], bool] = is_compiled


THIS_MACHINE: Final = Machine()
