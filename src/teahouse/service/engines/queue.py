"""The choices that wait for an engine: served in turns by household, by person and by table."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, Generic, NamedTuple, TypeVar

from teahouse.service.engines.process import Bot
from teahouse.service.engines.wire import Advise, Chosen, Failed, Ranked, Think
from teahouse.service.errors import refused

T = TypeVar("T")
W = TypeVar("W", bound="QueuedWork[Any]")


class Lane(NamedTuple):
    """Whom an engine works for. household: the network address, or the person if it is unknown."""

    household: str
    person: str
    table: str


class QueuedWork(Generic[T]):
    """A piece of work that a caller waits for."""

    def __init__(self, lane: Lane) -> None:
        """Start without a process."""
        self.lane: Final = lane
        self.outcome: asyncio.Future[T | Failed] = asyncio.get_running_loop().create_future()
        self.patience: asyncio.TimerHandle | None = None

    def wait(self, seconds: float) -> None:
        """Give up when no process has started the work by then."""
        loop = asyncio.get_running_loop()
        self.patience = loop.call_later(seconds, self.resolve, Failed("busy", f"nothing free within {seconds:g} s"))

    def begin(self) -> bool:
        """Start the work: from here on only the engine's own limit counts. False when the caller no longer waits."""
        if self.patience is not None:
            self.patience.cancel()
        return not self.outcome.done()

    def resolve(self, outcome: T | Failed) -> None:
        """Give the caller the result, unless the caller has one or has left."""
        self.begin()
        if not self.outcome.done():
            self.outcome.set_result(outcome)


class EngineJob(QueuedWork[Chosen | Ranked]):
    """A choice, or advice."""

    def __init__(self, lane: Lane, options: dict[str, Any], task: Think | Advise) -> None:
        """Start without an engine."""
        super().__init__(lane)
        self.options: Final = options
        self.task: Final = task
        self.tries = 0

    @property
    def bot(self) -> Bot:
        """The bot that is to choose."""
        return self.task.game, self.task.level


def anybody(_household: str) -> bool:
    """Allow every household a turn."""
    return True


class Turns(Generic[W]):
    """Jobs in lanes that take turns; each lane has lanes of its own, down to the jobs of one table."""

    def __init__(self) -> None:
        """Start empty."""
        self._lanes: OrderedDict[str, Turns[W] | deque[W]] = OrderedDict()

    def __bool__(self) -> bool:
        """Does a job wait?"""
        return bool(self._lanes)

    def __len__(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._lanes.values()))

    def counts(self) -> dict[str, int]:
        """How many jobs wait in each lane."""
        return {name: len(lane) for name, lane in self._lanes.items()}

    def put(self, job: W, path: tuple[str, ...]) -> None:
        """Add a job at the end of the lane with this path."""
        name, *rest = path
        lane = self._lanes.get(name)
        if lane is None:
            lane = self._lanes[name] = Turns[W]() if rest else deque[W]()
        if isinstance(lane, Turns):
            lane.put(job, tuple(rest))
        else:
            lane.append(job)

    def take(self) -> W:
        """The next job; its lane goes behind the others."""
        name, lane = self._lanes.popitem(last=False)
        job = lane.take() if isinstance(lane, Turns) else lane.popleft()
        if lane:
            self._lanes[name] = lane
        return job

    def take_from(self, may: Callable[[str], bool]) -> W | None:
        """The next job of a lane that may have its turn."""
        name = next((name for name in self._lanes if may(name)), None)
        if name is None:
            return None
        self._lanes.move_to_end(name, last=False)
        return self.take()

    def drop(self, job: W, path: tuple[str, ...]) -> bool:
        """Remove a job; False when it does not wait."""
        name, *rest = path
        lane = self._lanes.get(name)
        if lane is None:
            return False
        if isinstance(lane, Turns):
            is_dropped = lane.drop(job, tuple(rest))
        elif is_dropped := job in lane:
            lane.remove(job)
        if not lane:
            del self._lanes[name]
        return is_dropped


class FairQueue(Generic[W]):
    """Waiting jobs. Households take turns, in a household its persons, and for a person their tables."""

    def __init__(self) -> None:
        """Start empty."""
        self._turns: Turns[W] = Turns()
        self._count = 0
        self._news = asyncio.Event()

    def __len__(self) -> int:
        """How many wait."""
        return self._count

    def put(self, job: W) -> None:
        """Add a job at the end of its lane."""
        self._turns.put(job, job.lane)
        self._count += 1
        self.wake()

    def households(self) -> dict[str, int]:
        """How many jobs wait for each household."""
        return self._turns.counts()

    def take(self, may: Callable[[str], bool] = anybody) -> W | None:
        """The next job of a household that may have its turn, or None when nothing waits."""
        job = self._turns.take_from(may)
        self._count -= job is not None
        return job

    def drop(self, job: W) -> None:
        """Remove a job, if it still waits."""
        self._count -= self._turns.drop(job, job.lane)

    def wake(self) -> None:
        """Wake every waiting process, so that it looks for work again."""
        self._news.set()

    async def news(self) -> None:
        """Wait until there may be something to do."""
        self._news.clear()
        await self._news.wait()


class Turnstile:
    """Limits how many run at once; a bounded number waits, a few of each household."""

    def __init__(self, at_once: int, *, most_waiting: int, most_of_household: int) -> None:
        """Start with every place free."""
        self._free = at_once
        self._most_waiting: Final = most_waiting
        self._most_of_household: Final = most_of_household
        self._lanes: Final = FairQueue[QueuedWork[None]]()
        self._waiting: Final[Counter[str]] = Counter()

    @asynccontextmanager
    async def turn(self, lane: Lane) -> AsyncGenerator[None]:
        """Wait for a turn, and hold it for the block; refused if too many wait already."""
        await self._enter(lane)
        try:
            yield
        finally:
            self._free += 1
            self._let_in()

    async def _enter(self, lane: Lane) -> None:
        if len(self._lanes) >= self._most_waiting or self._waiting[lane.household] >= self._most_of_household:
            raise refused("work/busy")
        ticket = QueuedWork[None](lane)
        self._waiting[lane.household] += 1
        self._lanes.put(ticket)
        self._let_in()
        try:
            await ticket.outcome
        except BaseException:
            if ticket.outcome.done() and not ticket.outcome.cancelled():
                self._free += 1  # the turn came while the caller left
                self._let_in()
            self._lanes.drop(ticket)
            raise
        finally:
            less(self._waiting, lane.household)

    def _let_in(self) -> None:
        while self._free and (ticket := self._lanes.take()) is not None:
            if ticket.begin():
                self._free -= 1
                ticket.resolve(None)


def less(counter: Counter[str], name: str) -> None:
    """Subtract one, and remove a zero."""
    counter[name] -= 1
    if not counter[name]:
        del counter[name]
