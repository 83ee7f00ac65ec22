"""The bots of one table: asks engines for moves, and plays the moves that are still valid."""

import asyncio
from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from teahouse.core.seats import Seat
from teahouse.players import Budget
from teahouse.players.advice import Advice
from teahouse.service.engines.question import MoveQuestion
from teahouse.service.tables.table import ClaimKey, Table
from teahouse.service.timers import Timers

BOT_SECONDS: Final = 1.0


class ChosenMove(Protocol):
    """A bot's choice."""

    @property
    def move(self) -> Any:
        """The move, one of those offered."""
        ...

    @property
    def level(self) -> str | None:
        """The level that chose; None when there was nothing to choose."""
        ...

    @property
    def fallback(self) -> str | None:
        """Why it is not the bot's own choice; None when it is."""
        ...


class Thinker(Protocol):
    """What chooses moves for bots: the engine processes."""

    def expect(self, game: str, level: str) -> None:
        """Note that a bot sits at a table and will be asked to choose."""
        ...

    async def choose(self, level: str, question: MoveQuestion[Any]) -> ChosenMove:
        """One of the moves: the bot's own choice, or that of a weaker level."""
        ...

    async def advise(self, question: MoveQuestion[Any]) -> Advice | None:
        """The moves ranked, the best first, or None when nobody answered."""
        ...


class Weakening(NamedTuple):
    """Another level plays for the bot at a seat from now on; None: the bot itself again."""

    seat: Seat
    level: str | None
    reason: str


class BotQuestion(NamedTuple):
    """A question to a bot: the claim, or none, and the moves it may choose from."""

    claim: ClaimKey
    moves: tuple[Any, ...]


class TableBots:
    """The bots at one table."""

    def __init__(  # noqa: PLR0913 - what the bots need, and whom they call back
        self,
        table: Table,
        thinker: Thinker,
        timers: Timers,
        pace_ms: int,
        *,
        on_move: Callable[[Seat, Any], None],
        on_answer: Callable[[], None],
        on_weakened: Callable[[Weakening], None],
    ) -> None:
        """Call back with a seat's move, at least `pace_ms` after the turn began if persons watch.

        While a claim's window is open a move is held as an answer, and `on_answer` is called.
        """
        self._table = table
        self._thinker = thinker
        self._timers = timers
        self._pace_ms = pace_ms
        self._on_move = on_move
        self._on_weakened = on_weakened
        self._on_answer = on_answer
        self._thinking: dict[Seat, asyncio.Task[None]] = {}
        self._moving: dict[Seat, ClaimKey] = {}
        self._claim: ClaimKey | None = None
        self.answers: dict[Seat, Any] = {}

    @property
    def are_thinking(self) -> bool:
        """Is a bot thinking or waiting to move?"""
        return bool(self._thinking)

    def is_at_work(self, seat: Seat) -> bool:
        """Is this seat's bot thinking, or its move or answer pending?"""
        return seat in self._thinking or seat in self._moving or seat in self.answers

    def go_on(self) -> None:
        """Ask every bot whose turn it is."""
        table = self._table
        self._sort_answers()
        for seat in table.game.seats:
            if (level := table.bot_at(seat)) is not None:
                self._thinker.expect(table.game.name, level)
        for seat in table.to_move():
            self._begin(seat)

    def _sort_answers(self) -> None:
        """Drop answers to other claims and of seats that persons play again; play answers that no window delays."""
        table = self._table
        if table.claim_key != self._claim:
            self._claim = table.claim_key
            self.answers.clear()
        for seat in list(self.answers):
            if table.bot_at(seat) is None:
                del self.answers[seat]
            elif not table.has_window():
                self._move(seat, self.answers.pop(seat))

    def _begin(self, seat: Seat) -> None:
        """Ask a bot that is neither thinking nor has a pending move."""
        level = self._table.bot_at(seat)
        if level is not None and not self.is_at_work(seat):
            view = self._table.game.view(self._table.state, seat)
            self._thinking[seat] = asyncio.create_task(self._think(seat, level, view, self._question(seat)))

    def _question(self, seat: Seat) -> BotQuestion:
        return BotQuestion(self._table.claim_key, tuple(self._table.legal(seat)))

    async def _think(self, seat: Seat, level: str, view: Any, current: BotQuestion) -> None:
        table, started = self._table, self._timers.now()
        question = MoveQuestion(
            table.game.name,
            msgspec.to_builtins(table.game.rules),
            view,
            current.moves,
            Budget(seconds=BOT_SECONDS),
            seed=f"{table.id}/{table.deal}/{len(table.moves)}/{seat}",
            table=table.id,
            person=table.opened.person,
        )
        chosen = await self._thinker.choose(level, question)
        self._report_level(seat, level, chosen)
        wait = max(0, self._pace() - (self._timers.now() - started))
        self._timers.later(wait, lambda: self._arrive(seat, current, chosen.move))

    def _report_level(self, seat: Seat, bot: str, chosen: ChosenMove) -> None:
        """Report a change of level, but not during a claim, where it would reveal who could claim."""
        level = None if chosen.level == bot else chosen.level
        is_known = chosen.level is None or level == self._table.weakened_at(seat)
        if not is_known and self._table.claim() is None:
            self._on_weakened(Weakening(seat, level, chosen.fallback or ""))

    def _pace(self) -> int:
        """The pause before a bot's move, so that people can follow: half as long for one person among several bots.

        One person never waits for answers to a claim, and nobody for bots once no person plays on.
        """
        table = self._table
        is_one = len(table.persons) < 2
        if not self._pace_ms or (is_one and table.claim() is not None) or not self._is_followed():
            return 0
        return self._pace_ms // 2 if is_one and len(table.game.seats) > 2 else self._pace_ms

    def _is_followed(self) -> bool:
        """Does a person still play this deal?"""
        table = self._table
        return table.status == "playing" and any(map(table.is_in_play, table.persons))

    def _arrive(self, seat: Seat, question: BotQuestion, move: Any) -> None:
        """Use a choice that answers the current question, or ask the bot again."""
        table = self._table
        self._thinking.pop(seat, None)
        if self._question(seat) != question or table.bot_at(seat) is None:
            if seat in table.to_move():
                self._begin(seat)
        elif table.has_window():
            self.answers[seat] = move
            self._on_answer()
        else:
            self._move(seat, move)

    def _move(self, seat: Seat, move: Any) -> None:
        self._moving[seat] = self._table.claim_key
        self._on_move(seat, move)

    def takes_move(self, seat: Seat) -> bool:
        """Take the waiting move of a seat, to play it now; False if it was chosen for another claim."""
        return self._moving.pop(seat, None) == self._table.claim_key

    def stop(self) -> None:
        """Stop all bots."""
        for task in self._thinking.values():
            task.cancel()
