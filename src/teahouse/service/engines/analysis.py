"""Judges finished games, each in its own process with a time limit."""

import asyncio
import hashlib
import logging
import math
import os
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Union

import msgspec

from teahouse.core.errors import InvalidRecord
from teahouse.core.seats import Seat
from teahouse.players import PLAYERS
from teahouse.players.game_players import OnlyMoves
from teahouse.players.judgement import Judgement
from teahouse.players.memory import COMPILER_MB
from teahouse.players.weighing import Exercise
from teahouse.service.engines.process import ONE_THREAD
from teahouse.service.engines.queue import Lane, Turnstile
from teahouse.service.errors import refused
from teahouse.service.replays import read_record

WORKER: Final = "teahouse.service.engines.analysis_worker"
SECONDS: Final = 8.0
"""Seconds for one game, all positions together."""
DEADLINE: Final = 120.0
"""Seconds after which a process is killed; it may have to load or even compile its kernels first."""
OUT_OF_MEMORY: Final = 3
"""The exit code of a process that had too little memory."""
REASONS: Final = {
    "hang": "it took too long",
    "memory": "there was too little memory",
    "crash": "the engine failed",
}
JUDGE: Final = "judge"
ONLY_MOVES: Final = "only-moves"
EXERCISES: Final = "exercises"
SET_UP: Final = "set-up"
BEGINNING: Final = f"import os, runpy; os.nice({{nice}}); runpy.run_module({WORKER!r}, run_name='__main__')"
"""How a process begins: it stands back before it imports anything, which takes longer than some judgements."""
NICE: Final = 10
IDLE: Final = 19
"""So far back that a process only gets what nobody else wants."""
BEHIND: Final = 10
"""How far the session of an idle process stands back; further back it would hardly ever run on a busy machine."""
HURRY: Final = 10.0
"""Seconds for which nobody stands back behind other sessions after somebody asked for a judgement."""
AT_ONCE: Final = 1
MOST_WAITING: Final = 40
MOST_OF_HOUSEHOLD: Final = 4
MOST_KEPT: Final = 200
NOBODY: Final = Lane("", "", "")
FIRST: Final = Seat(0)

log: Final = logging.getLogger(__name__)

if TYPE_CHECKING:
    Analysis = msgspec.Struct
else:
    Analysis = Union[tuple(each.judge.analysis for each in PLAYERS.values() if each.judge is not None)]  # noqa: UP007
"""The result of a game's judge; in JSON the game's name distinguishes the types."""


class Opinion(msgspec.Struct, frozen=True):
    """The judgement of a finished game, and the details of its game."""

    judgement: Judgement
    analysis: Analysis


class Analyst:
    """Judges records one after another, in turns by household, and caches the results."""

    def __init__(
        self, *, seconds: float = SECONDS, deadline: float = DEADLINE, memory_mb: int = COMPILER_MB, nice: int = NICE
    ) -> None:
        """Set the seconds and the memory for a game, the deadline, and how far its process stands back."""
        self._seconds, self._deadline, self._memory_mb, self._nice = seconds, deadline, memory_mb, nice
        self._turnstile = Turnstile(AT_ONCE, most_waiting=MOST_WAITING, most_of_household=MOST_OF_HOUSEHOLD)
        self._kept: OrderedDict[str, Any] = OrderedDict()
        self._hurried = -math.inf
        self.pid: int | None = None

    def hurry(self) -> None:
        """Stand back less for some seconds, because somebody waits."""
        self._hurried = time.monotonic()
        if self.pid is not None:
            stand_behind(self.pid, 0)

    async def judge(self, data: bytes, lane: Lane = NOBODY) -> Opinion:
        """The judgement of a record; refused when the record is invalid, or cannot be judged in time."""
        check_judged(data, FIRST)
        judged: Opinion = await self._known(data, FIRST, JUDGE, Opinion, lane)
        return judged

    async def only_moves(self, data: bytes, seat: Seat) -> OnlyMoves:
        """The only-moves of a seat in a record; refused where no exact engine plays its game."""
        check_judged(data, seat)
        if PLAYERS[read_record(data)[0].name].only_moves is None:
            raise refused("record/unjudged")
        counted: OnlyMoves = await self._known(data, seat, ONLY_MOVES, OnlyMoves, NOBODY)
        return counted

    async def exercises(self, data: bytes, steps: Sequence[int], lane: Lane = NOBODY) -> list[Exercise]:
        """The positions before slips of a record, with all moves weighed; those that cannot be weighed are left out."""
        check_judged(data, FIRST)
        async with self._turnstile.turn(lane):
            wanted = ",".join(map(str, steps))
            made: list[Exercise] = await self._told(data, list[Exercise], f"--task={EXERCISES}", f"--steps={wanted}")
        return made

    async def set_up(self, game: str, seed: bytes, lane: Lane) -> list[Exercise]:
        """A few new positions of a game to train on, without a seed the first; refused where none are set up."""
        trainer = PLAYERS[game].trainer
        if trainer is None or trainer.late is None:
            raise refused("puzzle/none")
        async with self._turnstile.turn(lane):
            made: list[Exercise] = await self._told(seed, list[Exercise], f"--task={SET_UP}", f"--game={game}")
        return made

    async def _known(self, data: bytes, seat: Seat, task: str, kind: Any, lane: Lane) -> Any:
        """What a process finds out about a record, or found out before."""
        key = f"{task}/{hashlib.sha256(data).hexdigest()}/{seat}"
        if key in self._kept:
            return self._kept[key]
        async with self._turnstile.turn(lane):
            if key not in self._kept:
                self._kept[key] = await self._told(data, kind, f"--task={task}", f"--seat={seat}")
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            return self._kept[key]

    async def _told(self, data: bytes, kind: Any, *arguments: str) -> Any:
        """What a process of its own says about some data; refused where it says nothing in time."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-c", BEGINNING.format(nice=self._nice), *arguments),
            *(f"--seconds={self._seconds}", f"--memory-mb={self._memory_mb}"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            env=os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
        )
        self.pid = process.pid
        if self._nice == IDLE and time.monotonic() - self._hurried > HURRY:
            stand_behind(process.pid, BEHIND)
        try:
            said, _ = await asyncio.wait_for(process.communicate(data), self._deadline)
            judged = msgspec.json.decode(said, type=kind)
        except (TimeoutError, msgspec.DecodeError):
            reason = _reason(process.returncode)
            log.warning("a game was not judged", extra={"reason": reason})
            raise refused("record/unjudged", REASONS[reason]) from None
        finally:
            self.pid = None
            if process.returncode is None:
                process.kill()
                await process.wait()
        return judged


def stand_behind(session: int, nice: int) -> None:
    """Let a whole session stand back behind others.

    Linux shares the processor among sessions first (autogroups): a process stands back within its own session alone.
    """
    with suppress(OSError):  # there is no such thing, or it has ended
        Path(f"/proc/{session}/autogroup").write_text(str(nice))


def _reason(code: int | None) -> str:
    """Why a process gave no result, by its exit code; libraries abort when they get no memory."""
    if code is None:
        return "hang"
    return "memory" if code in (OUT_OF_MEMORY, -signal.SIGABRT) else "crash"


def check_judged(data: bytes, seat: Seat) -> None:
    """Refuse an invalid record or seat before a process is started."""
    try:
        game, _ = read_record(data)
    except InvalidRecord as error:
        raise refused("record/invalid", str(error), "line", {"line": error.line}) from None
    if PLAYERS[game.name].judge is None:
        raise refused("record/unjudged")
    if seat not in game.seats:
        raise refused("record/invalid", f"expected a seat from 0 to {len(game.seats) - 1}, got {seat}")
