"""The actor of one live table: handles one request at a time, commits its events to the log, then informs viewers."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection

from teahouse.core.errors import IllegalMove
from teahouse.core.fair import SECRET_BYTES, commitment
from teahouse.core.game import Result, result_in
from teahouse.core.seats import Seat
from teahouse.service.engines.workers import InThreads, Worker
from teahouse.service.errors import Conflict, Refused, refused
from teahouse.service.hosting.daily import day_of, deal_secret, secret_of_day
from teahouse.service.people.coins import top_up
from teahouse.service.store.jobs import Change
from teahouse.service.store.store import Store
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.announcer import Announcer
from teahouse.service.tables.bots import TableBots, Thinker, Weakening
from teahouse.service.tables.inbox import Inbox, InboxJob
from teahouse.service.tables.leaving import abandoning, noted
from teahouse.service.tables.log import append, chained
from teahouse.service.tables.results.rated import decided, given_up, projected
from teahouse.service.tables.settlement import deal_changes, departed, relisted, settled, staked, stored_deal
from teahouse.service.tables.stale_moves import StaleMoveGuard
from teahouse.service.tables.table import ClaimPlace, Outcome, Table, Update
from teahouse.service.tables.viewers.bus import LocalBus, Viewer
from teahouse.service.tables.viewers.connections import Connections
from teahouse.service.tables.waiting.absence import Absence
from teahouse.service.tables.waiting.claim_window import ClaimWindow
from teahouse.service.tables.waiting.clocks import TableClocks
from teahouse.service.tables.waiting.turn_calls import TurnCalls
from teahouse.service.tables.waiting.waits import Wait, waits_on
from teahouse.service.timers import Timers

DEAL_SECONDS: Final = 20.0  # of processor time; the largest hosted layout takes about four

IN_THREADS: Final = InThreads()


class Services(NamedTuple):
    """The services that an actor needs."""

    store: Store
    bus: LocalBus
    thinker: Thinker
    timers: Timers
    random: Callable[[int], bytes]
    pace_ms: int = 400
    absent_ms: int = 60_000
    deserted_ms: int = 30 * 60_000
    practice_ms: int = 30 * 24 * 60 * 60_000
    guest_ms: int = 30 * 24 * 60 * 60_000
    empty_ms: int = 30 * 24 * 60 * 60_000
    chat: bool = True
    worker: Worker = IN_THREADS
    leaver_pauses: bool = True
    waiting_tables: int = 3  # public ones of one host
    carried: Callable[[InboxJob], InboxJob] | None = None  # makes a job part of its caller's trace


class Actor(Inbox):
    """One live table. Everything that changes it passes through its inbox, one job at a time."""

    def __init__(
        self, table: Table, stale_moves: StaleMoveGuard, services: Services, handle: "Handler", epoch: int | None
    ) -> None:
        """Own a table; `start` begins the work. The handler answers requests."""
        timers = services.timers
        super().__init__(table.id, timers)
        self.table = table
        self.stale_moves = stale_moves
        self.services = services
        self.idle_since = timers.now()
        self.connections = Connections(timers)
        self.clocks = TableClocks(table, timers, self._flag_falls)
        self.bots = TableBots(
            table,
            services.thinker,
            timers,
            services.pace_ms,
            on_move=self._bot_moves,
            on_answer=self._bot_answers,
            on_weakened=self._bot_weakens,
        )
        self.absence = Absence(table, self.connections, timers, services.absent_ms, lambda: self.later(self._stand_in))
        self.turn_calls = TurnCalls(table, self.connections, timers, lambda: self.later(self._call_to_turn))
        self.window = ClaimWindow(table, self.bots.answers, timers, services.random, self._window_closes)
        self.announcer = Announcer(
            table,
            services.bus,
            clocks=self.clocks,
            window=self.window,
            connections=self.connections,
            absence=self.absence,
            today=lambda: day_of(timers.date()),
        )
        self._handle = handle
        self.epoch = epoch

    # -- requests --------------------------------------------------------------------------------------------------

    async def ask(self, request: r.AnyRequest) -> r.Reply:
        """Queue a request and wait for its reply."""
        if self.is_lost:
            return r.refusal(refused("table/moved"))
        if self.is_full:
            return r.refusal(refused("table/busy"))
        reply: asyncio.Future[r.Reply] = self._loop.create_future()
        job = partial(self._answer, request, reply)
        self.put(job if self.services.carried is None else self.services.carried(job))
        return await reply

    async def _answer(self, request: r.AnyRequest, reply: "asyncio.Future[r.Reply]") -> None:
        told = r.refusal(refused("wire/failed"))
        try:
            told = await self._handle(self, request)
        except Conflict:
            self.is_lost = True
            told = r.refusal(refused("table/moved"))
        except Refused as error:
            told = r.refusal(error)
        finally:
            if not reply.done():  # the asker still waits
                reply.set_result(told)

    async def _do(self, job: InboxJob) -> None:
        await super()._do(job)
        self.announcer.flush()

    @property
    def is_quiet(self) -> bool:
        """Is the table idle and without connections, so that it can leave memory?"""
        runs = self.clocks.is_running or self.window.place is not None or self.absence.is_running
        return not self.connections and not runs and not self.is_busy

    @property
    def is_busy(self) -> bool:
        """Is work pending or running, or a bot thinking?"""
        return not self.is_at_rest or self.bots.are_thinking

    def waits_on(self) -> tuple[Wait, ...]:
        """What this table waits for."""
        return waits_on(self.table, self.clocks, self.window, self.bots)

    def still(self) -> None:
        """Stop clocks, bots and everything else that a timer starts."""
        self.clocks.stop()
        self.window.stop()
        self.bots.stop()
        self.absence.stop()
        self.turn_calls.stop()

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
        """Play a move for a seat, after the events that led to it."""
        table = self.table
        try:
            state, events = table.game.apply(table.state, seat, move)
        except IllegalMove as error:
            raise refused("move/illegal", str(error)) from None
        used, left = round(self.clocks.used(seat)), self.clocks.left_after(seat)
        moved = ev.Moved(seat, ev.move_text(move), used, by, left, client)
        await self._log_play([*after, moved], [Outcome(moved, state, events)])

    async def _log_play(self, moved: Sequence[ev.TableEvent], outcomes: Sequence[Outcome]) -> None:
        """Log moves that lead to a state, and the end of the deal with its settlement when they end it."""
        self.table.note_outcomes(outcomes)
        result = result_in(outcomes[-1].events)
        if result is None:
            await self.log(moved)
        else:
            await self._log_end(moved, result)

    async def _log_end(self, moved: Sequence[ev.TableEvent], result: Result) -> None:
        table, at = self.table, self.services.timers.date()
        ended: list[ev.TableEvent] = [*moved, ev.DealEnded(table.deal, result)]
        changes = [stored_deal(table, result, at), *settled(table, result, at)]
        if (match := table.match.add(result)).setup is None:
            ended += decided(table, match, given_up(table, moved))
        if leaving := table.leaving.union(one.seat for one in moved if isinstance(one, ev.Leaving)):
            left = [ev.Left(seat) for seat in sorted(leaving)]
            parted, paid = departed(table, match, left, self.absence.missing(), at)
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

    def _window_closes(self, place: ClaimPlace) -> None:
        async def job() -> None:
            if self.window.has_closed(place):
                await self._settle(self.table.game.to_move(self.table.state))

        self.later(job)

    async def _settle(self, seats: Sequence[Seat]) -> None:
        """Play the answers of these seats to an open claim together, with a pass for seats without an answer."""
        table = self.table
        state, outcomes = table.state, list[Outcome]()
        for seat in seats:
            move, by, client = self._answer_of(seat)
            state, events = table.game.apply(state, seat, move)
            outcomes.append(Outcome(ev.Moved(seat, ev.move_text(move), 0, by, None, client), state, events))
        await self._log_play([one.moved for one in outcomes], outcomes)

    def _answer_of(self, seat: Seat) -> tuple[Any, ev.Mover, str | None]:
        table = self.table
        if (answered := table.answers.get(seat)) is not None:
            return table.move_of(answered), "person", answered.client
        if seat in self.bots.answers:
            return self.bots.answers[seat], "bot", None
        return (table.silent(seat) if table.bot_at(seat) is None else table.hasty(seat)), "service", None

    # -- the log ---------------------------------------------------------------------------------------------------

    async def log(self, table_events: Sequence[ev.TableEvent], changes: Sequence[Change] = ()) -> None:
        """Commit events, then apply them, inform viewers, and continue. Nothing happens unless it is committed."""
        table, at = self.table, self.services.timers.date()
        logged = chained(table.id, table.last, at, table_events)
        together = [*changes, *relisted(table, table_events, at), *self._departures(table_events, at)]
        together += [*deal_changes(table, table_events), *projected(table, logged)]

        def job(connection: Connection) -> None:
            append(connection, logged, self.epoch)
            for change in together:
                change(connection)

        self.announcer.flush()
        await self.services.store.write(job)
        for one in logged:
            face = self.announcer.face()
            told = table.fold(one)
            self.clocks.go_on()
            self.window.go_on()
            self.announcer.tell(told)
            self._tell_clock(told, face)
        self.stale_moves.note(table, table_events)
        self.idle_since = self.services.timers.now()
        await self._follow()

    def _departures(self, table_events: Sequence[ev.TableEvent], at: int) -> list[Change]:
        """Note who abandons a running game with these events."""
        if not self.services.leaver_pauses or len(self.table.persons) < 2:
            return []
        missing = () if self.table.status == "open" else self.absence.missing()
        gone = abandoning(self.table, table_events, missing, self.connections.has)
        return [noted(person, at, self.table.id) for person in gone]

    def _tell_clock(self, told: Mapping[Viewer, Update], before: Any) -> None:
        """Send the clocks to viewers who got no event, where they changed."""
        untold = [viewer for viewer in self.table.viewers if viewer not in told or told[viewer].kind == "news"]
        if untold and self.announcer.face() != before:
            self.announcer.tell_clock(*untold)

    async def _follow(self) -> None:
        """Continue after a commit. A failure here undoes nothing, and is retried."""
        try:
            await self._continue()
        except Conflict:
            raise
        except Refused as error:
            self._try_again(self.go_on, error)

    # -- going on --------------------------------------------------------------------------------------------------

    async def go_on(self) -> None:
        """Do what is due without a request: run clocks, commit to a deal, deal, let bots think."""
        self.clocks.go_on()
        await self._continue()

    async def _continue(self) -> None:
        """Do what is due, apart from the clocks."""
        if self.table.status in ("open", "between"):
            await self._prepare_deal()
        if self.table.status == "playing" and not self.table.to_move():
            await self._end_play()
        self.bots.go_on()
        self.window.go_on()
        self.absence.go_on()
        self.turn_calls.go_on()
        self.announcer.keep_presence()
        if self.table.answers and not self.table.has_window():
            await self._settle(list(self.table.answers))

    async def _end_play(self) -> None:
        """End a deal that is over before the first move: a small layout can be dealt without a pair."""
        result = self.table.game.result(self.table.state)
        if result is not None:
            await self._log_end([], result)

    async def _prepare_deal(self) -> None:
        table = self.table
        if not table.is_full or (not table.persons and table.deals):
            return
        if table.needs_commitment():
            secret = await self._daily_secret() if table.is_daily_deal else self.services.random(SECRET_BYTES)
            await self.log([ev.Committed(table.deal, commitment(secret), secret.hex())])
        elif not table.waits_for and (table.shares or not table.persons):
            is_first = table.setup is None or not table.match.results
            changes = [staked(table, self.services.timers.date())] if table.opened.stake and is_first else []
            try:
                self.announcer.flush()
                await self._deal_ahead()
                await self.log([ev.Dealt(table.deal)], changes)
            except Refused as error:
                if error.code != "person/coins":
                    raise
                await self._part_from_the_poor()

    async def _daily_secret(self) -> bytes:
        opened, random = self.table.opened, self.services.random
        secret = await self.services.store.write(lambda connection: secret_of_day(connection, opened.day, random))
        return deal_secret(secret, opened.game, opened.day)

    async def _deal_ahead(self) -> None:
        """Deal outside this process where that may take long."""
        if self.table.hosting.deals_slowly:
            game, seed = self.table.next_deal()
            worker = self.services.worker
            lane = worker.lane_of(self.table.opened.person)
            self.table.note_deal(seed, await worker.run(lane, DEAL_SECONDS, type(game).deal, game, seed))

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

    async def _stand_in(self) -> None:
        """Log a stand-in for people who have been away too long, where others wait for them."""
        bot, seats = self.table.hosting.stand_in, self.absence.stand_ins()
        if bot is not None and seats:
            await self.log([ev.StoodIn(seat, bot) for seat in seats])

    async def _call_to_turn(self) -> None:
        if calls := self.turn_calls.due():
            await self.services.store.write(self.turn_calls.tell(calls, self.services.timers.date()))
            self.turn_calls.were_told(calls)

    @property
    def has_company(self) -> bool:
        """Is a playing person connected, or anybody where only bots play?"""
        persons = self.table.persons
        return any(self.connections.has(seat) for seat in persons) if persons else bool(self.connections)


Handler = Callable[[Actor, r.AnyRequest], Awaitable[r.Reply]]
