"""The actor of one live table: takes one request at a time, commits what follows to the log, then tells everybody."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from teahouse.core.errors import IllegalMove, plain
from teahouse.core.fair import SECRET_BYTES, SHARE_BYTES, commitment
from teahouse.core.game import Forfeit
from teahouse.core.seats import Seat
from teahouse.players import PLAYERS, Budget
from teahouse.service import happenings as h
from teahouse.service import requests as r
from teahouse.service.bus import LocalBus, Viewer
from teahouse.service.errors import Conflict, Refused, refused
from teahouse.service.log import append, chained
from teahouse.service.messages import Events, News, Presence, Said, Snapshot
from teahouse.service.settlement import Change, kept, listed, settled, staked
from teahouse.service.store import Store
from teahouse.service.table import Table, Told
from teahouse.service.timers import Timer, Timers

log = logging.getLogger("teahouse.actor")

INBOX: Final = 256
BACKLOG: Final = 64
LONGEST_TEXT: Final = 200
BOT_SECONDS: Final = 1.0

PHRASES: Final = ("hello", "good luck", "well played", "thank you", "one moment", "sorry", "goodbye")


class Thinker(Protocol):
    """What lets bots think: the engine processes."""

    async def choose(
        self,
        game: str,
        options: dict[str, Any],
        level: str,
        view: Any,
        moves: Sequence[Any],
        *,
        budget: Budget,
        seed: str,
    ) -> "Thought":
        """One of the moves."""
        ...


class Thought(Protocol):
    """A bot's choice, and why a fallback was played if one was."""

    @property
    def move(self) -> Any:
        """The move."""
        ...

    @property
    def fallback(self) -> str | None:
        """Why it is not the bot's own, if it is not."""
        ...


class Services(NamedTuple):
    """What an actor needs of its house."""

    store: Store
    bus: LocalBus
    thinker: Thinker
    timers: Timers
    random: Callable[[int], bytes]
    pace_ms: int = 400
    absent_ms: int = 60_000
    chat: bool = True


class Actor:
    """One live table."""

    def __init__(self, table: Table, services: Services, epoch: int | None = None) -> None:
        """Take charge of a table; `start` begins the work."""
        self.table = table
        self.idle_since = services.timers.now()
        self._services = services
        self._epoch = epoch
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue(INBOX)
        self._lines: dict[str, Viewer] = {}
        self._backlog: dict[Viewer, deque[tuple[int, bytes]]] = {v: deque(maxlen=BACKLOG) for v in table.viewers}
        self._offers: dict[Seat, tuple[Sequence[Any], int]] = {}
        self._turns: dict[Seat, float] = {}
        self._flags: dict[Seat, Timer] = {}
        self._window: Timer | None = None
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._bot_answers: dict[Seat, Any] = {}
        self._absent: dict[Seat, Timer] = {}
        self._task: asyncio.Task[None] | None = None
        self.is_lost = False

    def start(self) -> None:
        """Begin to work: clocks go on from where the log left them."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.table.id}")
        self._later(self._go_on)

    async def stop(self) -> None:
        """Finish what waits in the inbox, then stop; nothing is lost, since everything done is in the log."""
        if self._task is not None and not self._task.done():
            self._inbox.put_nowait(self._quit)
            with suppress(asyncio.CancelledError):
                await self._task
        self._still()

    async def ask(self, request: r.AnyRequest) -> r.Reply:
        """Hand a request in and wait for what comes of it."""
        future: asyncio.Future[r.Reply] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            reply = await self._reply(request)
            if not future.done():
                future.set_result(reply)

        if self.is_lost or self._inbox.full():
            return _refusal(refused("table/busy"))
        self._inbox.put_nowait(job)
        return await future

    @property
    def is_quiet(self) -> bool:
        """Does nobody look and nothing run, so that the table can leave memory?"""
        return not self._lines and not self._turns and self._inbox.empty()

    async def _run(self) -> None:
        while not self.is_lost:
            job = await self._inbox.get()
            try:
                await job()
            except asyncio.CancelledError:
                raise
            except Conflict:
                self.is_lost = True
            except Refused as error:
                log.warning("table %s: %s", self.table.id, error.code)
                self._services.timers.later(1000, lambda: self._later(self._go_on))
            except Exception:
                log.exception("table %s", self.table.id)
        self._still()

    async def _quit(self) -> None:
        raise asyncio.CancelledError

    def _still(self) -> None:
        for timer in (*self._flags.values(), *self._absent.values(), *([self._window] if self._window else [])):
            timer.cancel()
        for task in self._thinking.values():
            task.cancel()

    def _later(self, job: Callable[[], Awaitable[None]]) -> None:
        with suppress(asyncio.QueueFull):
            self._inbox.put_nowait(job)

    async def _reply(self, request: r.AnyRequest) -> r.Reply:
        try:
            return await self._handle(request)
        except Conflict:
            self.is_lost = True
            return _refusal(refused("table/busy"))
        except Refused as error:
            return _refusal(error)

    async def _handle(self, request: r.AnyRequest) -> r.Reply:
        match request:
            case r.Act():
                return await self._act(request)
            case r.Sit():
                return await self._sit(request)
            case r.Leave():
                return await self._leave(request)
            case r.Ready():
                return await self._ready(request)
            case r.Chat():
                return await self._chat(request)
            case r.Attach():
                return await self._attach(request)
            case r.Detach():
                return self._detach(request)

    # -- what persons ask ------------------------------------------------------------------------------------------

    async def _act(self, request: r.Act) -> r.Reply:
        seat = self._seat(request)
        if (seat, request.id) in self.table.done:
            return self._done(seat)
        if self.table.status != "playing":
            raise refused("move/late")
        _, since = self._offers.get(seat, ((), 0))
        if request.v < since:
            raise refused("move/stale")
        try:
            move: Any = msgspec.convert(request.move, self.table.game.types.move)
        except msgspec.ValidationError as error:
            raise refused("move/unreadable", plain(error)) from None
        if self.table.has_window() and not isinstance(move, Forfeit):
            await self._answer(seat, move, request.id)
        else:
            await self._move(seat, move, by="person", client=request.id)
        return self._done(seat)

    async def _answer(self, seat: Seat, move: Any, client: str) -> None:
        if move not in self.table.legal(seat):
            raise refused("move/illegal", self.table.game.move_text(move))
        await self._log([h.Answered(seat, msgspec.to_builtins(move), client)])

    async def _sit(self, request: r.Sit) -> r.Reply:
        table = self.table
        if table.status == "over":
            raise refused("table/over")
        if table.opened.private and not self._may_enter(request.person, request.invite):
            raise refused("table/private")
        held = table.seat_of(request.person)
        if request.bot is None and held is not None:
            return self._done(held)
        if table.status == "playing":
            raise refused("table/started")
        seat = self._free_seat(request.seat)
        if request.bot is None:
            sat = h.Sat(seat, request.name, person=request.person)
        else:
            sat = self._bot_sits(request, seat)
        await self._log([sat])
        return self._done(seat)

    def _bot_sits(self, request: r.Sit, seat: Seat) -> h.Sat:
        if request.person != self.table.opened.person:
            raise refused("table/seat")
        if request.bot not in PLAYERS[self.table.opened.game] or self.table.opened.stake:
            raise refused("table/options", f"bot {request.bot!r}")
        return h.Sat(seat, request.bot, bot=request.bot)

    def _free_seat(self, wanted: Seat | None) -> Seat:
        free = [Seat(seat) for seat, holder in enumerate(self.table.holders) if holder is None]
        if not free:
            raise refused("table/full")
        if wanted is None:
            return free[0]
        if wanted not in free:
            raise refused("table/taken")
        return wanted

    async def _leave(self, request: r.Leave) -> r.Reply:
        table = self.table
        if request.seat is not None and self._is_removable_bot(request):
            await self._log([h.Left(request.seat)])
            return self._done(None)
        seat = self._seat(request)
        if table.status == "playing":
            await self._move(seat, Forfeit("resigned"), by="person")
        happenings: list[h.Happening] = [] if table.status in ("playing", "over") else [h.Left(seat)]
        if happenings and table.persons == [seat]:
            happenings.append(h.Closed("left"))
        if happenings:
            await self._log(happenings)
        return self._done(None)

    def _is_removable_bot(self, request: r.Leave) -> bool:
        seat = request.seat
        if seat is None or not 0 <= seat < len(self.table.holders) or self.table.status == "playing":
            return False
        holder = self.table.holders[seat]
        return holder is not None and holder.bot is not None and request.person == self.table.opened.person

    async def _ready(self, request: r.Ready) -> r.Reply:
        seat = self._seat(request)
        if self.table.status not in ("open", "between"):
            raise refused("table/started")
        try:
            share = bytes.fromhex(request.share)
        except ValueError:
            share = b""
        if len(share) != SHARE_BYTES:
            raise refused("table/options", f"expected a share of {SHARE_BYTES} bytes in hexadecimal digits")
        if seat not in self.table.shares:
            await self._log([h.Readied(seat, share.hex())])
        return self._done(seat)

    async def _chat(self, request: r.Chat) -> r.Reply:
        text = "".join(letter for letter in request.text if letter.isprintable()).strip()
        if not text or len(text) > LONGEST_TEXT:
            raise refused("chat/phrase", f"expected 1 to {LONGEST_TEXT} characters")
        if not self._services.chat and text not in PHRASES:
            raise refused("chat/muted", f"expected one of {', '.join(PHRASES)}")
        if self.table.opened.private and self.table.seat_of(request.person) is None:
            raise refused("table/seat")
        await self._log([h.Chatted(request.name, request.person, text)])
        said = msgspec.json.encode(Said(request.name, request.person, text))
        for viewer in self.table.viewers:
            self._services.bus.publish(self.table.id, viewer, 0, said)
        return self._done(None)

    async def _attach(self, request: r.Attach) -> r.Reply:
        seat = self.table.seat_of(request.person)
        if seat is None and self.table.opened.private and not self._may_enter(request.person, request.invite):
            raise refused("table/private")
        self._lines[request.line] = seat
        if seat is not None:
            await self._is_back(seat)
        self._tell_presence()
        sent = self._missed(seat, request.v)
        return r.Reply(self.table.versions[seat], seat=seat, sent=tuple(msgspec.Raw(message) for message in sent))

    def _missed(self, viewer: Viewer, seen: int) -> list[bytes]:
        missing = [(v, message) for v, message in self._backlog[viewer] if v > seen]
        now = self.table.versions[viewer]
        if 0 <= seen == now or (missing and missing[0][0] == seen + 1):
            return [message for _, message in missing]
        return [msgspec.json.encode(self.snapshot(viewer))]

    def _detach(self, request: r.Detach) -> r.Reply:
        seat = self._lines.pop(request.line, None)
        if seat is not None and seat not in self._lines.values():
            self._is_away(seat)
        self._tell_presence()
        self.idle_since = self._services.timers.now()
        return self._done(None)

    def _may_enter(self, person: str, invite: str) -> bool:
        return self.table.is_open_to(person, invite)

    def _seat(self, request: r.Request) -> Seat:
        seat = self.table.seat_of(request.person)
        if seat is None:
            raise refused("table/seat")
        return seat

    def _done(self, viewer: Viewer) -> r.Reply:
        return r.Reply(self.table.versions[viewer], seat=viewer)

    # -- presence --------------------------------------------------------------------------------------------------

    async def _is_back(self, seat: Seat) -> None:
        if (timer := self._absent.pop(seat, None)) is not None:
            timer.cancel()
        holder = self.table.holders[seat]
        if holder is not None and holder.stand_in is not None:
            await self._log([h.Returned(seat)])

    def _is_away(self, seat: Seat) -> None:
        if self.table.manners.stand_in is None or len(self.table.persons) < 2:
            return
        after = self._services.absent_ms
        self._absent[seat] = self._services.timers.later(after, lambda: self._later(lambda: self._stand_in(seat)))

    async def _stand_in(self, seat: Seat) -> None:
        bot, holder = self.table.manners.stand_in, self.table.holders[seat]
        if (
            bot
            and self.table.status == "playing"
            and holder
            and not holder.stand_in
            and seat not in self._lines.values()
        ):
            await self._log([h.StoodIn(seat, bot)])

    def _tell_presence(self) -> None:
        here = tuple(seat in self._lines.values() for seat in self.table.game.seats)
        onlookers = sum(viewer is None for viewer in self._lines.values())
        message = msgspec.json.encode(Presence(here, onlookers))
        for viewer in self.table.viewers:
            self._services.bus.publish(self.table.id, viewer, 0, message)

    # -- moving ----------------------------------------------------------------------------------------------------

    async def _move(self, seat: Seat, move: Any, *, by: h.Mover, client: str | None = None) -> None:
        table = self.table
        try:
            state, _ = table.game.apply(table.state, seat, move)
        except IllegalMove as error:
            raise refused("move/illegal", str(error)) from None
        used = self._used(seat)
        left = self._left_after(seat, used)
        moved = h.Moved(seat, msgspec.to_builtins(move), round(used), by, left, client)
        await self._log_play([moved], state)

    async def _log_play(self, moved: Sequence[h.Moved], state: Any) -> None:
        """Log moves that lead to a state, and the end of the deal when they end it, with all that it settles."""
        table, at = self.table, self._services.timers.date()
        result = table.game.result(state)
        if result is None:
            await self._log(moved)
            return
        changes = [kept(table, result, at), *settled(table, result, at)]
        await self._log([*moved, h.DealEnded(table.deal, result)], changes)

    def _used(self, seat: Seat) -> float:
        started = self._turns.get(seat)
        return 0 if started is None else self._services.timers.now() - started

    def _left_after(self, seat: Seat, used: float) -> int | None:
        clock = self.table.opened.clock
        if not clock.is_timed or seat not in self._turns:
            return None
        left = self.table.left[seat]
        if clock.fresh:
            return max(0, round(left - max(0, used - clock.step)))
        return max(0, round(left - used)) + clock.step

    async def _flag(self, seat: Seat) -> None:
        """A seat's time is up: the service moves for it, as the manners of the game say."""
        table = self.table
        if seat in self._turns and self._remaining(seat) <= 0:
            await self._move(seat, table.manners.silent(table.legal(seat)), by="service")

    def _remaining(self, seat: Seat) -> float:
        clock = self.table.opened.clock
        return self.table.left[seat] + (clock.step if clock.fresh else 0) - self._used(seat)

    async def _close_window(self) -> None:
        """The window's time is over: every seat's answer at once, a pass for the silent."""
        self._window = None
        table = self.table
        if not table.has_window():
            return
        state, moved = table.state, list[h.Moved]()
        for seat in table.game.to_move(state):
            move, by, client = self._answer_of(seat)
            state, _ = table.game.apply(state, seat, move)
            moved.append(h.Moved(seat, msgspec.to_builtins(move), 0, by, None, client))
        await self._log_play(moved, state)

    def _answer_of(self, seat: Seat) -> tuple[Any, h.Mover, str | None]:
        table = self.table
        if (answered := table.answers.get(seat)) is not None:
            return msgspec.convert(answered.move, table.game.types.move), "person", answered.client
        if seat in self._bot_answers:
            return self._bot_answers[seat], "bot", None
        return table.manners.silent(table.legal(seat)), "service", None

    # -- the log ---------------------------------------------------------------------------------------------------

    async def _log(self, happenings: Sequence[h.Happening], changes: Sequence[Change] = ()) -> None:
        """Commit happenings, then fold them in, tell everybody, and go on. Nothing happens unless it is committed."""
        table, at = self.table, self._services.timers.date()
        logged = chained(table.id, table.last, at, happenings)

        def job(connection: Any) -> None:
            append(connection, logged, self._epoch)
            for change in changes:
                change(connection)

        await self._services.store.write(job)
        for one in logged:
            self._tell(table.fold(one))
        self.idle_since = self._services.timers.now()
        if any(not isinstance(one, h.Moved | h.Answered | h.Chatted) for one in happenings):
            await self._services.store.write(listed(table, at))
        self._offer()
        if not all(isinstance(one, h.Chatted) for one in happenings):
            await self._go_on()

    def _tell(self, told: dict[Viewer, Told]) -> None:
        for viewer, what in told.items():
            message = msgspec.json.encode(self._message(viewer, what))
            version = self.table.versions[viewer]
            self._backlog[viewer].append((version, message))
            self._services.bus.publish(self.table.id, viewer, version, message)

    def _message(self, viewer: Viewer, told: Told) -> Snapshot | Events | News:
        if told.kind == "news":
            return News(self.table.versions[viewer], self.table.info())
        if told.kind == "deal":
            return self.snapshot(viewer)
        moves = tuple(self.table.legal(viewer)) if viewer is not None else ()
        version = self.table.versions[viewer]
        return Events(version, told.events, moves, self._clocks(), self._running())

    def snapshot(self, viewer: Viewer) -> Snapshot:
        """The table as it is now, as a viewer may know it."""
        table = self.table
        is_dealt = table.state is not None
        return Snapshot(
            table.versions[viewer],
            table.info(),
            viewer,
            table.game.view(table.state, viewer) if is_dealt else None,
            tuple(table.legal(viewer)) if viewer is not None else (),
            self._clocks(),
            self._running(),
        )

    def _clocks(self) -> tuple[int, ...]:
        table = self.table
        if not table.opened.clock.is_timed or not table.left:
            return ()
        return tuple(max(0, round(table.left[seat] - self._used(seat))) for seat in table.game.seats)

    def _running(self) -> tuple[Seat, ...]:
        return () if self.table.has_window() else self.table.to_move()

    # -- going on --------------------------------------------------------------------------------------------------

    def _offer(self) -> None:
        """Note since when each seat's moves are as they are, so that an answer to an older table is known as stale."""
        for seat in self.table.game.seats:
            moves = self.table.legal(seat)
            if moves != self._offers.get(seat, ((), 0))[0]:
                self._offers[seat] = (moves, self.table.versions[seat])

    async def _go_on(self) -> None:
        """Do what is due without anybody asking: commit to a deal, deal, start clocks, let bots think."""
        table = self.table
        if table.status in ("open", "between"):
            await self._prepare_deal()
        self._run_clocks()
        self._run_window()
        self._run_bots()

    async def _prepare_deal(self) -> None:
        table = self.table
        if not table.is_full or (not table.persons and table.deals):
            return
        if table.needs_commitment():
            secret = self._services.random(SECRET_BYTES)
            await self._log([h.Committed(table.deal, commitment(secret), secret.hex())])
        elif not table.waits_for:
            is_first = table.setup is None or not table.match.results
            changes = [staked(table, self._services.timers.date())] if table.opened.stake and is_first else []
            await self._log([h.Dealt(table.deal)], changes)

    def _run_clocks(self) -> None:
        now, waiting = self._services.timers.now(), self.table.to_move()
        for seat in [seat for seat in self._turns if seat not in waiting]:
            del self._turns[seat]
            if (timer := self._flags.pop(seat, None)) is not None:
                timer.cancel()
        for seat in waiting:
            last = self.table.moves[-1].seat if self.table.moves else None
            if seat not in self._turns or last == seat:
                self._start_turn(seat, now)

    def _start_turn(self, seat: Seat, now: float) -> None:
        self._turns[seat] = now
        if (timer := self._flags.pop(seat, None)) is not None:
            timer.cancel()
        if self.table.opened.clock.is_timed and not self.table.has_window():
            due = max(0, self._remaining(seat))
            self._flags[seat] = self._services.timers.later(due, lambda: self._later(lambda: self._flag(seat)))

    def _run_window(self) -> None:
        if self.table.has_window():
            if self._window is None:
                self._bot_answers.clear()
                after = self.table.manners.window_ms or 0
                self._window = self._services.timers.later(after, lambda: self._later(self._close_window))
        elif self._window is not None:
            self._window.cancel()
            self._window = None

    def _run_bots(self) -> None:
        for seat in self.table.to_move():
            level = self.table.bot_at(seat)
            if level is not None and seat not in self._thinking and seat not in self._bot_answers:
                self._thinking[seat] = asyncio.create_task(self._think(seat, level))

    async def _think(self, seat: Seat, level: str) -> None:
        table, services = self.table, self._services
        moves = tuple(table.legal(seat))
        view = table.game.view(table.state, seat)
        seed = f"{table.id}/{table.deal}/{len(table.moves)}/{seat}"
        started = services.timers.now()
        options = msgspec.to_builtins(table.game.rules)
        budget = Budget(seconds=BOT_SECONDS)
        thought = await services.thinker.choose(table.game.name, options, level, view, moves, budget=budget, seed=seed)
        if thought.fallback is not None:
            log.warning("table %s seat %s: a legal fallback was played: %s", table.id, seat, thought.fallback)
        wait = 0 if len(table.game.seats) > 2 and len(table.persons) < 2 else services.pace_ms
        wait = max(0, wait - (services.timers.now() - started)) if table.persons else 0
        services.timers.later(wait, lambda: self._later(lambda: self._bot_moves(seat, moves, thought.move)))

    async def _bot_moves(self, seat: Seat, moves: Sequence[Any], move: Any) -> None:
        self._thinking.pop(seat, None)
        if tuple(self.table.legal(seat)) != moves or self.table.bot_at(seat) is None:
            self._run_bots()
        elif self.table.has_window():
            self._bot_answers[seat] = move
        else:
            await self._move(seat, move, by="bot")


def _refusal(error: Refused) -> r.Reply:
    return r.Reply(code=error.code, text=str(error))
