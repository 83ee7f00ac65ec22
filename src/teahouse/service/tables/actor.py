"""The actor of one live table: takes one request at a time, commits what follows to the log, then tells everybody."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection

from teahouse.core.errors import IllegalMove
from teahouse.core.fair import SECRET_BYTES, commitment
from teahouse.core.seats import Seat
from teahouse.service.errors import Conflict, Refused, StoreTrouble, refused
from teahouse.service.people.coins import top_up
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.absence import Absence
from teahouse.service.tables.bots import TableBots, Thinker, Weakening
from teahouse.service.tables.bus import LocalBus, Viewer
from teahouse.service.tables.claim_window import ClaimWindow
from teahouse.service.tables.clocks import TableClocks
from teahouse.service.tables.connections import Connections
from teahouse.service.tables.log import ENCODER, Logged, append, chained
from teahouse.service.tables.messages import Clock, Events, Message, News, Presence, Snapshot
from teahouse.service.tables.settlement import Change, departed, deserted, kept, listed, settled, staked
from teahouse.service.tables.stale_moves import StaleMoveGuard
from teahouse.service.tables.table import Place, Table, Update
from teahouse.service.tables.waits import Wait, waits_on
from teahouse.service.timers import Timers

log = logging.getLogger(__name__)

INBOX: Final = 256
BACKLOG: Final = 64
RETRY_MS: Final = 1000
FAILED_MS: Final = 30_000  # after an error that nobody expected
UNLISTED: Final = (ev.Moved, ev.Answered, ev.Chatted)  # what the lobby does not show

Job = Callable[[], Awaitable[None]]


class Services(NamedTuple):
    """What an actor needs of its house."""

    store: Store
    bus: LocalBus
    thinker: Thinker
    timers: Timers
    random: Callable[[int], bytes]
    pace_ms: int = 400
    absent_ms: int = 60_000
    deserted_ms: int = 30 * 60_000
    practice_ms: int = 30 * 24 * 60 * 60_000
    chat: bool = True


class Actor:
    """One live table. Everything that changes it passes through its inbox, one job at a time."""

    def __init__(
        self, table: Table, stale_moves: StaleMoveGuard, services: Services, handle: "Handler", epoch: int | None
    ) -> None:
        """Take charge of a table; `start` begins the work. The handler answers what persons ask."""
        self.table = table
        self.stale_moves = stale_moves
        self.services = services
        self.idle_since = services.timers.now()
        self.is_lost = False
        self.connections = Connections(services.timers)
        self.clocks = TableClocks(table, services.timers, self._flag_falls)
        self.bots = TableBots(
            table,
            services.thinker,
            services.timers,
            services.pace_ms,
            on_move=self._bot_moves,
            on_answer=self._bot_answers,
            on_weakened=self._bot_weakens,
        )
        self.absence = Absence(table, self.connections, services.timers, services.absent_ms, self._absence_is_due)
        self.window = ClaimWindow(table, self.bots.answers, services.timers, services.random, self._window_closes)
        self._handle = handle
        self._epoch = epoch
        self._inbox: asyncio.Queue[Job] = asyncio.Queue(INBOX)
        self._backlog: dict[Viewer, deque[tuple[int, bytes]]] = {v: deque(maxlen=BACKLOG) for v in table.viewers}
        self._task: asyncio.Task[None] | None = None
        self._is_working = False
        self._presence = self._told_presence()

    # -- the inbox -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to work: clocks go on from where the log left them."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.table.id}")
        self.later(self.go_on)

    async def stop(self) -> None:
        """Finish what waits in the inbox, then stop; nothing is lost, since everything done is in the log."""
        if self._task is not None and not self._task.done():
            self.is_lost = True
            self.later(self._nothing)
            with suppress(asyncio.CancelledError):
                await self._task
        self._still()

    async def ask(self, request: r.AnyRequest) -> r.Reply:
        """Hand a request in and wait for what comes of it."""
        future: asyncio.Future[r.Reply] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            reply = refusal(refused("wire/failed"))
            try:
                reply = await self._reply(request)
            finally:
                if not future.done():
                    future.set_result(reply)

        if self.is_lost:
            return refusal(refused("table/moved"))
        if self._inbox.full():
            return refusal(refused("table/busy"))
        self._inbox.put_nowait(job)
        return await future

    def later(self, job: Job) -> None:
        """Put a job of the table's own into the inbox; when that is full, try again soon."""
        try:
            self._inbox.put_nowait(job)
        except asyncio.QueueFull:
            self.services.timers.later(RETRY_MS, lambda: self.later(job))

    @property
    def is_quiet(self) -> bool:
        """Does nobody look and nothing run, so that the table can leave memory?"""
        runs = self.clocks.is_running or self.window.place is not None or self.absence.is_running
        return not self.connections and not runs and not self.is_busy

    @property
    def is_busy(self) -> bool:
        """Is something waiting or being done, or does a bot think?"""
        return not self.is_at_rest or self.bots.are_thinking

    @property
    def is_at_rest(self) -> bool:
        """Is nothing waiting and nothing being done? A bot may think meanwhile."""
        return not self._is_working and self._inbox.empty()

    def waits_on(self) -> tuple[Wait, ...]:
        """Who or what must do something before this table goes on."""
        return waits_on(self.table, self.clocks, self.window, self.bots)

    async def _run(self) -> None:
        while not (self.is_lost and self._inbox.empty()):
            self._is_working = False
            job = await self._inbox.get()
            self._is_working = True
            try:
                await job()
            except Conflict:
                log.warning("another server has the table now", extra={"table": self.table.id})
                self.is_lost = True
            except StoreTrouble as error:
                self._try_again(job, error)
            except Refused as error:
                self._try_again(self.go_on, error)
            except Exception:
                log.exception("a table failed", extra={"table": self.table.id})
                self.services.timers.later(FAILED_MS, lambda: self.later(self.go_on))
        self._is_working = False
        self._still()

    def _try_again(self, job: Job, error: Refused) -> None:
        """Do what could not be done a little later: a job looks first whether it is still due."""
        log.warning("refused, trying again", extra={"table": self.table.id, "code": error.code})
        self.services.timers.later(RETRY_MS, lambda: self.later(job))

    async def _nothing(self) -> None:
        """Wake the inbox."""

    def _still(self) -> None:
        self.clocks.stop()
        self.window.stop()
        self.bots.stop()
        self.absence.stop()

    async def _reply(self, request: r.AnyRequest) -> r.Reply:
        try:
            return await self._handle(self, request)
        except Conflict:
            self.is_lost = True
            return refusal(refused("table/moved"))
        except Refused as error:
            return refusal(error)

    # -- moving ----------------------------------------------------------------------------------------------------

    async def move(
        self,
        seat: Seat,
        move: Any,
        *,
        by: ev.Mover,
        client: str | None = None,
        after: Sequence[ev.TableEvent] = (),
    ) -> None:
        """Play a move for a seat, after what led to it."""
        table = self.table
        try:
            state, events = table.game.apply(table.state, seat, move)
        except IllegalMove as error:
            raise refused("move/illegal", str(error)) from None
        used, left = round(self.clocks.used(seat)), self.clocks.left_after(seat)
        moved = ev.Moved(seat, msgspec.to_builtins(move), used, by, left, client)
        table.note_tried(moved, state, events)
        await self._log_play([*after, moved], state)

    async def _log_play(self, moved: Sequence[ev.TableEvent], state: Any) -> None:
        """Log moves that lead to a state, and the end of the deal when they end it, with all that it settles."""
        table, at = self.table, self.services.timers.date()
        result = table.game.result(state)
        if result is None:
            await self.log(moved)
            return
        ended: list[ev.TableEvent] = [*moved, ev.DealEnded(table.deal, result)]
        changes = [kept(table, result, at), *settled(table, result, at)]
        if leaving := table.leaving.union(one.seat for one in moved if isinstance(one, ev.Leaving)):
            left = [ev.Left(seat) for seat in sorted(leaving)]
            parted, paid = departed(table, table.match.add(result), left, self.absence.missing(), at)
            ended, changes = [*ended, *parted], [*changes, *paid]
        await self.log(ended, changes)

    def _flag_falls(self, seat: Seat) -> None:
        async def job() -> None:
            if self.clocks.is_up(seat):
                await self.move(seat, self.table.silent(seat), by="service")

        self.later(job)

    def _bot_moves(self, seat: Seat, move: Any) -> None:
        async def job() -> None:
            is_due = self.bots.moves(seat) and self.table.bot_at(seat) is not None
            if is_due and not self.table.has_window() and move in self.table.legal(seat):
                await self.move(seat, move, by="bot")
            else:
                self.bots.go_on()

        self.later(job)

    def _bot_weakens(self, weakening: Weakening) -> None:
        seat, level, reason = weakening

        async def job() -> None:
            if self.table.bot_at(seat) is not None and self.table.weakened_at(seat) != level:
                await self.log([ev.Weakened(seat, level, reason)])

        self.later(job)

    def _bot_answers(self) -> None:
        async def job() -> None:
            self.window.go_on()

        self.later(job)

    def _window_closes(self, place: Place) -> None:
        async def job() -> None:
            if self.window.place == place:
                await self._settle(self.table.game.to_move(self.table.state))

        self.later(job)

    async def _settle(self, seats: Sequence[Seat]) -> None:
        """Play the answers of these seats to an open claim, a pass for the silent, all at once."""
        table = self.table
        state, moved = table.state, list[ev.Moved]()
        for seat in seats:
            move, by, client = self._answer_of(seat)
            state, _ = table.game.apply(state, seat, move)
            moved.append(ev.Moved(seat, msgspec.to_builtins(move), 0, by, None, client))
        await self._log_play(moved, state)

    def _answer_of(self, seat: Seat) -> tuple[Any, ev.Mover, str | None]:
        table = self.table
        if (answered := table.answers.get(seat)) is not None:
            return table.move_of(answered), "person", answered.client
        if seat in self.bots.answers:
            return self.bots.answers[seat], "bot", None
        return (table.silent(seat) if table.bot_at(seat) is None else table.hasty(seat)), "service", None

    # -- the log ---------------------------------------------------------------------------------------------------

    async def log(self, table_events: Sequence[ev.TableEvent], changes: Sequence[Change] = ()) -> None:
        """Commit events, then fold them in, tell everybody, and go on. Nothing happens unless it is committed."""
        table, at = self.table, self.services.timers.date()
        logged = chained(table.id, table.last, at, table_events)
        together = [*changes, *self._relisted(logged, at)]

        def job(connection: Any) -> None:
            append(connection, logged, self._epoch)
            for change in together:
                change(connection)

        await self.services.store.write(job)
        for one in logged:
            face = self._face()
            told = table.fold(one)
            self.clocks.go_on()
            self.window.go_on()
            self._tell(told)
            if self._face() != face:
                self.tell_clock(*(viewer for viewer in table.viewers if not _has_clocks(told.get(viewer))))
        self.stale_moves.note(table, table_events)
        self.idle_since = self.services.timers.now()
        await self._follow()

    async def _follow(self) -> None:
        """Go on after something was committed. What fails now does not take back what was done, and is tried again."""
        try:
            await self.go_on()
        except Conflict:
            raise
        except Refused as error:
            self._try_again(self.go_on, error)

    def _relisted(self, logged: Sequence[Logged], at: int) -> list[Change]:
        """The lobby's row as it will be, where these events change it."""
        if all(isinstance(one.event, UNLISTED) for one in logged):
            return []
        later = self.table.ahead()
        for one in logged:
            later.fold(one)
        return [listed(later, at)]

    def _face(self) -> Any:
        """What changes when clocks do anything but go on by themselves."""
        left = tuple(self.table.left.items()) if self.table.opened.clock.step else ()
        return self.clocks.running(), self.window.place, left

    def _tell(self, told: dict[Viewer, Update]) -> None:
        now = self._clock()
        for viewer, what in told.items():
            version = self.table.versions[viewer]
            if what.kind == "events":
                moves, answer = self._moves(viewer), self._held(viewer)
                made: Message = Events(
                    version, what.events, moves, now.clocks, now.running, now.turns, now.window, answer
                )
            else:
                made = self.snapshot(viewer) if what.kind == "deal" else News(version, self.table.info())
            message = ENCODER.encode(made)
            self._backlog[viewer].append((version, message))
            self.services.bus.publish(self.table.id, viewer, version, message)

    def _clock(self) -> Clock:
        """The clocks as they are now."""
        return Clock(self.clocks.shown(), self.clocks.running(), self.clocks.turns(), self.window.left())

    def tell_clock(self, *viewers: Viewer) -> None:
        """Tell these viewers the clocks as they are now."""
        encoded = msgspec.json.encode(self._clock())
        for viewer in viewers:
            self.services.bus.publish(self.table.id, viewer, 0, encoded)

    def tell_all(self, message: Message) -> None:
        """Tell every viewer something that is not counted."""
        encoded = msgspec.json.encode(message)
        for viewer in self.table.viewers:
            self.services.bus.publish(self.table.id, viewer, 0, encoded)

    def _moves(self, viewer: Viewer) -> tuple[Any, ...]:
        return tuple(self.table.legal(viewer)) if viewer is not None else ()

    def _held(self, viewer: Viewer) -> Any:
        """What a viewer has answered to an open claim."""
        answered = None if viewer is None else self.table.answers.get(viewer)
        return None if answered is None else answered.move

    def snapshot(self, viewer: Viewer) -> Snapshot:
        """The table as it is now, as a viewer may know it."""
        table, now = self.table, self._clock()
        view = None if table.state is None else table.game.view(table.state, viewer)
        return Snapshot(
            table.versions[viewer],
            table.info(),
            viewer,
            view,
            self._moves(viewer),
            now.clocks,
            now.running,
            now.turns,
            now.window,
            self._held(viewer),
        )

    def missed(self, viewer: Viewer, seen: int) -> list[bytes]:
        """What a viewer who has seen so much must be sent: what came since and the clocks of now, or a snapshot."""
        missing = [(version, message) for version, message in self._backlog[viewer] if version > seen]
        if 0 <= seen == self.table.versions[viewer] or (missing and missing[0][0] == seen + 1):
            return [*(message for _, message in missing), msgspec.json.encode(self._clock())]
        return [msgspec.json.encode(self.snapshot(viewer))]

    # -- going on --------------------------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Do what is due without anybody asking: commit to a deal, deal, run clocks, let bots think."""
        if self.table.status in ("open", "between"):
            await self._prepare_deal()
        if self.table.status == "playing" and not self.table.to_move() and self._is_over():
            await self._log_play([], self.table.state)
        self.clocks.go_on()
        self.bots.go_on()
        self.window.go_on()
        self.absence.go_on()
        if self._told_presence() != self._presence:
            self.tell_presence()
        if self.table.answers and not self.table.has_window():
            await self._settle(list(self.table.answers))

    def _is_over(self) -> bool:
        """Is the deal over before anybody moved? A small layout can be dealt without a pair to take."""
        return self.table.game.result(self.table.state) is not None

    async def _prepare_deal(self) -> None:
        table = self.table
        if not table.is_full or (not table.persons and table.deals):
            return
        if table.needs_commitment():
            secret = table.daily_secret() or self.services.random(SECRET_BYTES)
            await self.log([ev.Committed(table.deal, commitment(secret), secret.hex())])
        elif not table.waits_for and (table.shares or not table.persons):
            is_first = table.setup is None or not table.match.results
            changes = [staked(table, self.services.timers.date())] if table.opened.stake and is_first else []
            try:
                await asyncio.to_thread(table.deal_ahead)
                await self.log([ev.Dealt(table.deal)], changes)
            except Refused as error:
                if error.code != "person/tallies":
                    raise
                await self._part_from_the_poor()

    async def _part_from_the_poor(self) -> None:
        """Free the seats of those who cannot pay the stake, not even after today's top-up."""
        table, at = self.table, self.services.timers.date()
        persons = {seat: holder.person for seat, holder in enumerate(table.holders) if holder and holder.person}

        def job(connection: Connection) -> list[Seat]:
            return [
                Seat(seat) for seat, person in persons.items() if top_up(connection, at, person) < table.opened.stake
            ]

        poor = await self.services.store.write(job)
        if poor:
            last = [ev.Closed("left")] if set(table.persons) <= set(poor) else []
            await self.log([*(ev.Left(seat) for seat in poor), *last])

    # -- absence ---------------------------------------------------------------------------------------------------

    def _absence_is_due(self) -> None:
        self.later(self._stand_in)

    async def _stand_in(self) -> None:
        """Let the house play for those who have been away too long, where somebody waits for them."""
        bot, seats = self.table.hosting.stand_in, self.absence.stand_ins()
        if bot is not None and seats:
            await self.log([ev.StoodIn(seat, bot) for seat in seats])

    @property
    def has_company(self) -> bool:
        """Is a person here who plays, or anybody where bots play alone?"""
        persons = self.table.persons
        return any(self.connections.has(seat) for seat in persons) if persons else bool(self.connections)

    async def close_deserted(self, quiet_ms: int) -> None:
        """Close the table, unless somebody was here meanwhile or its clocks still bring the deal to its end."""
        table, timers, last = self.table, self.services.timers, self.connections.last_left
        plays_on = table.status == "playing" and table.opened.clock.is_timed
        was_here = self.has_company or (last is not None and timers.now() - last < quiet_ms)
        is_news = 0 <= timers.date() - table.last.at < quiet_ms  # below zero the time of day went back
        if table.status != "over" and not (plays_on or was_here or is_news):
            await self.log(*deserted(table, timers.date()))

    def tell_presence(self) -> None:
        """Tell everybody who is there, whom the others may claim against, and how long the house still waits."""
        self._presence = self._told_presence()
        here, onlookers, _ = self._presence
        self.tell_all(Presence(here, onlookers, self.absence.away(), self.absence.ready_in()))

    def _told_presence(self) -> tuple[Any, ...]:
        here = tuple(self.connections.has(seat) for seat in self.table.game.seats)
        return here, self.connections.onlookers, self.absence.moments()


def _has_clocks(told: Update | None) -> bool:
    """Is a viewer who is told this told the clocks as well?"""
    return told is not None and told.kind != "news"


Handler = Callable[[Actor, r.AnyRequest], Awaitable[r.Reply]]


def refusal(error: Refused) -> r.Reply:
    """A refusal as it is sent back."""
    return r.Reply(code=error.code, text=str(error))
