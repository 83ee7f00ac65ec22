"""The actor of one live table: handles one request at a time, commits its events to the log, then informs viewers."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import Connection

from teahouse.core.errors import IllegalMove
from teahouse.core.game import Result, result_in
from teahouse.core.seats import Seat
from teahouse.service.errors import Conflict, Refused, refused
from teahouse.service.hosting.daily import day_of
from teahouse.service.store.jobs import Change
from teahouse.service.tables import events as ev
from teahouse.service.tables import requests as r
from teahouse.service.tables.announcer import Announcer
from teahouse.service.tables.bots import TableBots, Weakening
from teahouse.service.tables.dealing import deal_ahead, next_commitment, seat_freeing_events, stakes
from teahouse.service.tables.inbox import Inbox, InboxJob
from teahouse.service.tables.lobby_row import lobby_changes
from teahouse.service.tables.log import append, chained_lines
from teahouse.service.tables.results.deals_in_play import deal_in_play_changes
from teahouse.service.tables.results.leaving import departure_change, persons_abandoning
from teahouse.service.tables.results.rated import losers_by_leaving, rating_changes, verdict_events
from teahouse.service.tables.results.settlement import consequences_of_leaving, finished_deal_change, pot_changes
from teahouse.service.tables.services import Services
from teahouse.service.tables.stale_moves import StaleMoveGuard
from teahouse.service.tables.table import ClaimKey, Outcome, Table, Update
from teahouse.service.tables.viewers.bus import Viewer
from teahouse.service.tables.viewers.connections import Connections
from teahouse.service.tables.waiting.absence import Absence
from teahouse.service.tables.waiting.claim_window import ClaimWindow
from teahouse.service.tables.waiting.clocks import TableClocks
from teahouse.service.tables.waiting.turn_calls import TurnCalls
from teahouse.service.tables.waiting.waits import Wait, waits_on


class Actor(Inbox):
    """One live table. Everything that changes it passes through its inbox, one job at a time."""

    def __init__(
        self, table: Table, stale_moves: StaleMoveGuard, services: Services, handle: "Handler", epoch: int | None
    ) -> None:
        """Own a table, in this epoch of its lease; `start` begins the work. The handler answers requests."""
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
            services.settings.pace_ms,
            on_move=self._bot_moves,
            on_answer=self._bot_answers,
            on_weakened=self._bot_weakens,
        )
        self.absence = Absence(
            table, self.connections, timers, services.settings.absent_ms, lambda: self.later(self._stand_in)
        )
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
        self.put(job if self.services.in_current_span is None else self.services.in_current_span(job))
        return await reply

    async def _answer(self, request: r.AnyRequest, reply: "asyncio.Future[r.Reply]") -> None:
        answer = r.refusal(refused("wire/failed"))
        try:
            answer = await self._handle(self, request)
        except Conflict:
            self.is_lost = True
            answer = r.refusal(refused("table/moved"))
        except Refused as error:
            answer = r.refusal(error)
        finally:
            if not reply.done():  # it is done if the asker was cancelled
                reply.set_result(answer)

    async def _do(self, job: InboxJob) -> None:
        await super()._do(job)
        self.announcer.flush()

    @property
    def is_quiet(self) -> bool:
        """Is the table idle and without connections, so that it can leave memory?"""
        runs = self.clocks.is_running or self.window.claim_key is not None or self.absence.is_running
        return not self.connections and not runs and not self.is_busy

    @property
    def is_busy(self) -> bool:
        """Is work pending or running, or a bot thinking?"""
        return not self.is_at_rest or self.bots.are_thinking

    def waits_on(self) -> tuple[Wait, ...]:
        """What this table waits for."""
        return waits_on(self.table, self.clocks, self.window, self.bots)

    def stop_timers(self) -> None:
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
        changes = [finished_deal_change(table, result, at), *pot_changes(table, result, at)]
        if (match := table.match.add(result)).setup is None:
            ended += verdict_events(table, match, losers_by_leaving(table, moved))
        if leaving := table.leaving.union(one.seat for one in moved if isinstance(one, ev.Leaving)):
            left = [ev.Left(seat) for seat in sorted(leaving)]
            parted, paid = consequences_of_leaving(table, match, left, self.absence.missing(), at)
            ended, changes = [*ended, *parted], [*changes, *paid]
        await self.log(ended, changes)

    def _flag_falls(self, seat: Seat) -> None:
        async def job() -> None:
            if self.clocks.is_up(seat):
                await self.move(seat, self.table.silent(seat), by="service")

        self.later(job)

    def _bot_moves(self, seat: Seat, move: Any) -> None:
        async def job() -> None:
            is_due = self.bots.takes_move(seat) and self.table.bot_at(seat) is not None
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

    def _window_closes(self, key: ClaimKey) -> None:
        async def job() -> None:
            if self.window.has_closed(key):
                await self._play_answers(self.table.game.to_move(self.table.state))

        self.later(job)

    async def _play_answers(self, seats: Sequence[Seat]) -> None:
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
        logged = chained_lines(table.id, table.last, at, table_events)
        together = [*changes, *lobby_changes(table, table_events, at), *self._departures(table_events, at)]
        together += [*deal_in_play_changes(table, table_events), *rating_changes(table, logged)]

        def job(connection: Connection) -> None:
            append(connection, logged, self.epoch)
            for change in together:
                change(connection)

        self.announcer.flush()
        await self.services.store.write(job)
        for one in logged:
            before = self.announcer.clock_state()
            updates = table.fold(one)
            self.clocks.go_on()
            self.window.go_on()
            self.announcer.send_updates(updates)
            self._send_clock(updates, before)
        self.stale_moves.update(table, table_events)
        self.idle_since = self.services.timers.now()
        await self._after_commit()

    def _departures(self, table_events: Sequence[ev.TableEvent], at: int) -> list[Change]:
        """Note who abandons a running game with these events."""
        if not self.services.settings.leaver_pauses or len(self.table.persons) < 2:
            return []
        missing = () if self.table.status == "open" else self.absence.missing()
        abandoned = persons_abandoning(self.table, table_events, missing, self.connections.has)
        return [departure_change(person, at, self.table.id) for person in abandoned]

    def _send_clock(self, updates: Mapping[Viewer, Update], before: Any) -> None:
        """Send the clocks to viewers who got no event, if they changed."""
        others = [viewer for viewer in self.table.viewers if viewer not in updates or updates[viewer].kind == "news"]
        if others and self.announcer.clock_state() != before:
            self.announcer.send_clock(*others)

    async def _after_commit(self) -> None:
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
        self.announcer.update_presence()
        if self.table.answers and not self.table.has_window():
            await self._play_answers(list(self.table.answers))

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
            await self.log([await next_commitment(table, self.services)])
        elif not table.waits_for and (table.shares or not table.persons):
            await self._deal()

    async def _deal(self) -> None:
        table = self.table
        changes = stakes(table, self.services.timers.date())
        try:
            self.announcer.flush()
            await deal_ahead(table, self.services)
            await self.log([ev.Dealt(table.deal)], changes)
        except Refused as error:
            if error.code != "person/coins":
                raise
            if freed := await seat_freeing_events(table, self.services):
                await self.log(freed)

    # -- absence ---------------------------------------------------------------------------------------------------

    async def _stand_in(self) -> None:
        """Log a stand-in for people who have been absent too long while others wait for them."""
        bot, seats = self.table.hosting.stand_in, self.absence.stand_ins()
        if bot is not None and seats:
            await self.log([ev.StoodIn(seat, bot) for seat in seats])

    async def _call_to_turn(self) -> None:
        if calls := self.turn_calls.due():
            await self.services.store.write(self.turn_calls.add_notices(calls, self.services.timers.date()))
            self.turn_calls.mark_notified(calls)

    @property
    def is_attended(self) -> bool:
        """Is a playing person connected, or anybody if only bots play?"""
        persons = self.table.persons
        return any(self.connections.has(seat) for seat in persons) if persons else bool(self.connections)


Handler = Callable[[Actor, r.AnyRequest], Awaitable[r.Reply]]
